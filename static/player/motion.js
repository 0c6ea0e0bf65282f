// Animations: cards and tokens (data-flies names the picture) glide to their new place. None of it runs with
// prefers-reduced-motion, and nothing is conveyed by motion alone.
const { table } = tablePage;

const FLIGHT = { duration: 250, easing: "cubic-bezier(.2, .8, .25, 1)" };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// -- flights

/** @typedef {{ shows: string, picture: HTMLElement, box: DOMRect }} Picture */

// The pictures on the table by place, with their positions on the screen, and those lifted on their way to the server. A
// place may hold several alike.
function pictures() {
  /** @type {Map<string, Picture>} */
  const found = new Map();
  for (const picture of [...document.querySelectorAll(".lifted [data-flies]"), ...table().querySelectorAll("[data-flies]")]) {
    const shows = picture.dataset.flies;
    const box = picture.getBoundingClientRect();
    let key = `${shows} ${picture.closest("[id]")?.id}`;
    while (found.has(key)) key += "+";
    if (box.width) found.set(key, { shows, picture, box });
  }
  return found;
}

/** @type {Map<string, Picture>} */
let before = null; // as last laid out; null if they have moved since
function forget() {
  before = null;
}
for (const moving of ["scroll", "resize", "toggle", "change"]) addEventListener(moving, forget, true);
document.addEventListener("table:before", () => { if (!calm.matches) before ??= pictures(); });

/**
 * The pictures that only the first has.
 * @param {Map<string, Picture>} some
 * @param {Map<string, Picture>} others
 */
const only = (some, others) => [...some].filter(([key]) => !others.has(key)).map(([, one]) => one);

// A picture that left one place and is new in another flies there; a card placed face-down changes its picture.
function fly() {
  const [was, is] = [before, calm.matches ? null : pictures()];
  before = is;
  if (!was || !is) return;
  const [gone, come] = [only(was, is), only(is, was)];
  for (const one of come) {
    const same = gone.findIndex(({ shows }) => shows === one.shows);
    const [from] = same >= 0 ? gone.splice(same, 1) : come.length === 1 ? gone.slice(-1) : [];
    if (from) glide(one, from.box);
  }
}

/**
 * @param {Picture} to
 * @param {DOMRect} from
 */
function glide({ picture, box }, from) {
  const [dx, dy] = [from.left - box.left, from.top - box.top];
  const [wider, higher] = [from.width - box.width, from.height - box.height];
  const start = `translate(${dx + wider / 2}px, ${dy + higher / 2}px) `
    + `scale(${from.width / box.width}, ${from.height / box.height})`;
  const over = [picture, picture.parentElement];
  for (const one of over) one.dataset.flying = "";
  // a transform alone needs no work from the page on the way
  picture.animate({ transform: [start, "none"] }, FLIGHT).onfinish = () => {
    for (const one of over) delete one.dataset.flying;
  };
}

document.addEventListener("table:laid", fly);
