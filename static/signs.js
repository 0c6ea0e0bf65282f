// Explains signs: all in a list, or one in a bubble beside it. The list is the page of that name; each of its lines has a
// selector of the signs that it explains.
const { table } = tablePage;

const { dataset } = document.getElementById("to-signs");
/** @type {HTMLElement} */
let list = null;
/** @type {HTMLElement[]} */
let lines = [];
const bubble = document.createElement("div");
const said = document.createElement("p");

/** Fetches the list, and puts it and the bubble into the page. */
async function prepare() {
  const page = await fetch(dataset.href).then((answer) => answer.text());
  list = document.importNode(new DOMParser().parseFromString(page, "text/html").getElementById("signs"), true);
  list.popover = "auto";
  list.className = "signs over"; // a sheet would be shown even when closed
  for (const hidden of list.querySelectorAll("[hidden]")) hidden.hidden = false;
  lines = [...list.querySelectorAll("[data-sign]")];
  bubble.className = "sign-bubble";
  bubble.popover = "manual";
  bubble.setAttribute("role", "status");
  /** @type {HTMLTemplateElement} */
  const closing = list.querySelector("template");
  bubble.append(said, closing.content);
  document.body.append(list, bubble);
  list.querySelector("[data-point]").addEventListener("click", point);
  bubble.querySelector("button").addEventListener("click", end);
}
const ready = prepare();

/**
 * The signs of a line that are in sight.
 * @param {HTMLElement} line
 */
const signs = ({ dataset: { sign } }) => [...table().querySelectorAll(sign)].filter((one) => one.checkVisibility());

/**
 * The smallest sign at a point, and what it means.
 * @param {number[]} point
 */
function found([x, y]) {
  const above = document.elementFromPoint(x, y)?.closest("[popover], .thumb[open], dialog") ?? null;
  let best = null;
  let least = Infinity;
  for (const line of lines) {
    for (const one of signs(line)) {
      const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
      const hit = left <= x && x <= right && top <= y && y <= bottom && (above === null || above.contains(one));
      if (hit && width * height < least) [best, least] = [{ one, line }, width * height];
    }
  }
  return best;
}

/**
 * @param {string} words
 * @param {DOMRect} [beside]
 */
function say(words, beside) {
  said.textContent = words;
  if (!bubble.matches(":popover-open")) bubble.showPopover();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const { left, right, top, bottom } = beside ?? new DOMRect(innerWidth / 2, 0, 0, 0);
  const under = bottom + 8 + height <= innerHeight;
  bubble.style.top = `${Math.max(4, under ? bottom + 8 : top - 8 - height)}px`;
  bubble.style.left = `${Math.min(Math.max(8, (left + right - width) / 2), innerWidth - width - 8)}px`;
}

const pointing = () => "pointing" in document.documentElement.dataset;
const ask = () => say(list.querySelector("[data-point-words]").textContent);

function end() {
  delete document.documentElement.dataset.pointing;
  if (bubble.matches(":popover-open")) bubble.hidePopover();
}

/** @param {number[]} at */
function explain(at) {
  const sign = found(at);
  if (sign) say(sign.line.querySelector("dd").textContent.trim(), sign.one.getBoundingClientRect());
  else if (pointing()) ask();
  else end();
}

document.addEventListener("signs:ask", async ({ detail: at }) => {
  await ready;
  if (at) {
    if (!pointing()) explain(at);
    return;
  }
  const here = lines.filter((line) => signs(line).length);
  for (const line of lines) line.hidden = here.length > 0 && !here.includes(line);
  list.showPopover();
  list.querySelector("h1").focus();
});

// -- pointing: the next press explains, and does nothing else

function point() {
  list.hidePopover();
  document.documentElement.dataset.pointing = "";
  ask();
}
for (const kind of ["pointerdown", "pointerup", "click"]) {
  addEventListener(kind, (event) => {
    const target = /** @type {Node} */ (event.target);
    if (!pointing() || !table().contains(target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { clientX, clientY } = /** @type {PointerEvent} */ (event);
    if (kind === "click") explain([clientX, clientY]);
  }, true);
}
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !bubble.matches(":popover-open")) return;
  end();
  if (document.querySelector(":popover-open")) return; // what is open over the table closes, too
  event.preventDefault(); // or it would undo something
  event.stopImmediatePropagation();
}, true);
addEventListener("pointerdown", ({ target }) => {
  if (!pointing() && !bubble.contains(/** @type {Node} */ (target))) end();
}, true);
document.addEventListener("pointermove", ({ target }) => pointing() || table().contains(target) || end());
document.addEventListener("scroll", () => pointing() || end(), true);
document.addEventListener("table:after", () => pointing() || end());
