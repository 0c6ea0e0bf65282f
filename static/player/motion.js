// Animations: cards and tokens (data-flies names the picture) glide to their new place, and points count up the
// first time the end is shown. None of it runs with prefers-reduced-motion, and nothing is conveyed by motion alone.
const { table, memory } = tablePage;

const FLIGHT = { duration: 250, easing: "cubic-bezier(.2, .8, .25, 1)" };
const COUNTING = 900;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// -- flights

/** @typedef {{ shows: string, picture: HTMLElement, box: DOMRect }} Picture */

// The pictures on the table by place, with their positions on the screen. A place may hold several alike.
function pictures() {
  /** @type {Map<string, Picture>} */
  const found = new Map();
  for (const picture of table().querySelectorAll("[data-flies]")) {
    const shows = picture.dataset.flies;
    const box = picture.getBoundingClientRect();
    let key = `${shows} ${picture.closest("[id]").id}`;
    while (found.has(key)) key += "+";
    if (box.width) found.set(key, { shows, picture, box });
  }
  return found;
}

/** @type {Map<string, Picture>} */
let before = new Map();
document.addEventListener("table:before", () => { before = calm.matches ? before : pictures(); });

// A picture that left one place and is new in another flies there; a card placed face-down changes its picture.
function fly() {
  const after = pictures();
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, one]) => one);
  const come = [...after].filter(([key]) => !before.has(key)).map(([, one]) => one);
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
  const start = `translate(${dx}px, ${dy}px) scale(${from.width / box.width}, ${from.height / box.height})`;
  picture.animate({ transformOrigin: ["0 0", "0 0"], transform: [start, "none"], zIndex: [9, 9] }, FLIGHT);
  // its frame must not clip it on the way
  picture.parentElement.animate({ overflow: ["visible", "visible"], zIndex: [9, 9] }, FLIGHT);
}

// -- the end

const SEEN = `ended ${location.pathname}`;
let over = false;

function finale() {
  if (over || !table().querySelector(".winner")) return;
  over = true;
  if (memory[SEEN]) document.documentElement.dataset.ended = "before"; // don't animate the roofs again
  else if (!calm.matches) count([...table().querySelectorAll(".scores tbody td")].filter(isNumber));
  memory[SEEN] = "yes";
}

/** @param {HTMLElement} cell */
const isNumber = (cell) => /^\s*-?\d+\s*$/.test(cell.textContent);

/** @param {HTMLElement[]} cells */
function count(cells) {
  const totals = cells.map((cell) => Number(cell.textContent));
  /** @type {number} */
  let began = null; // set by the first animation frame, however late that is
  requestAnimationFrame(function step(now) {
    began ??= now;
    const part = Math.min(1, (now - began) / COUNTING);
    for (const [place, cell] of cells.entries()) cell.textContent = String(Math.round(totals[place] * part));
    if (part < 1) requestAnimationFrame(step);
  });
}

document.addEventListener("table:after", () => {
  if (!calm.matches) fly();
  finale();
});
finale();
