// The keyboard at a table. What lies together (data-rove) is one stop of the Tab key, and arrows lead through it;
// letters press what names them in aria-keyshortcuts; after a step of one's own the focus stands on what is asked
// next. Somebody else's step never moves it.
const { table } = tablePage;

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {HTMLElement} one */
const shown = (one) => one.getClientRects().length > 0 && getComputedStyle(one).pointerEvents !== "none";
/** @param {HTMLElement} one */
const allowed = (one) => one.matches("button:not([aria-disabled]), input");
const groups = () => [...table().querySelectorAll("[data-rove]")];
const focused = () => /** @type {HTMLElement} */ (document.activeElement);
/** @param {HTMLElement} stop */
const place = (stop) => stop.closest("li[id]")?.id ?? /** @type {HTMLButtonElement} */ (stop).value;

/**
 * Where one can stand in a group: on what can be pressed, or on a place where nothing can. What a tool's second
 * choice lies over is out of reach.
 * @param {HTMLElement} group
 */
function stops(group) {
  return [...group.querySelectorAll("li:not([aria-hidden])")].flatMap((one) => {
    const inside = [...one.querySelectorAll("button, input")].filter(shown);
    const buttons = inside.filter((each) => each.matches("button"));
    return buttons.length ? buttons : inside.length ? inside : [one];
  });
}

// -- one stop of the Tab key for each group

/**
 * By group, the place that had the focus last.
 * @type {Record<string, string>}
 */
const stood = {};

function arrange() {
  // read all before anything is written: a table is laid out once
  const read = groups().map((group) => ({ group, all: stops(group) }));
  for (const { group, all } of read) {
    const last = all.filter((stop) => place(stop) === stood[group.dataset.rove]);
    const home = all.find((stop) => stop === focused())
      ?? last.find(allowed) ?? all.find(allowed) ?? last[0] ?? all[0];
    for (const one of group.querySelectorAll("li[tabindex]")) if (!all.includes(one)) one.removeAttribute("tabindex");
    for (const stop of all) stop.tabIndex = stop === home ? 0 : -1;
    if (group.contains(focused()) && !shown(focused())) home?.focus(); // a card was turned
  }
}

document.addEventListener("focusin", ({ target }) => {
  const group = target.closest("[data-rove]");
  if (!group) return;
  stood[group.dataset.rove] = place(target);
  arrange();
});
document.addEventListener("change", arrange); // a switch shows other controls
addEventListener("resize", arrange);

// -- arrows

/** @param {DOMRect} box */
const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];

/**
 * The nearest stop that way. To the side it is one of the same row; up and down may lead to another column.
 * @param {HTMLElement} from
 * @param {[number, number]} way
 */
function neighbour(from, [x, y]) {
  const box = from.getBoundingClientRect();
  const [fx, fy] = middle(box);
  /** @type {HTMLElement} */
  let best = null;
  let least = Infinity;
  for (const stop of stops(from.closest("[data-rove]"))) {
    const other = stop.getBoundingClientRect();
    const [sx, sy] = middle(other);
    const along = (sx - fx) * x + (sy - fy) * y;
    const across = Math.abs((sx - fx) * y) + Math.abs((sy - fy) * x);
    const sameRow = other.top < fy && other.bottom > fy || box.top < sy && box.bottom > sy;
    if (stop === from || along < 2 || (x && !sameRow)) continue;
    if (along + 2 * across < least) [best, least] = [stop, along + 2 * across];
  }
  return best;
}

// -- after a step of one's own

let byKey = false; // whether a key or a pointer was used last
let own = false; // whether a step was sent from here
document.addEventListener("keydown", () => { byKey = true; }, true);
document.addEventListener("pointerdown", () => { byKey = false; }, true);
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  own ||= table().contains(ctx.sourceElement); // the frame may be here before the answer
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  own &&= ctx.response?.status === 204;
});

// The house first, then Done, then the offer: the order in which a turn goes back from its end.
function next() {
  const bar = [...table().querySelectorAll(".bar .go:not([aria-disabled])")];
  const [first, ...others] = groups().reverse().map((group) => stops(group).filter(allowed));
  return first?.[0] ?? bar.find((one) => !one.matches(".quiet")) ?? others.flat()[0] ?? bar[0];
}

/**
 * What had the focus as a frame came.
 * @type {{ group: string, place: string }}
 */
let before = null;
document.addEventListener("table:before", () => {
  const group = focused().closest("[data-rove]");
  before = group && { group: group.dataset.rove, place: place(focused()) };
});
document.addEventListener("table:after", ({ detail: { was } }) => {
  const steps = own && table().dataset.version !== was.version;
  if (steps) own = false;
  arrange();
  const here = before && groups().find((group) => group.dataset.rove === before.group);
  const again = here && stops(here).find((stop) => place(stop) === before.place);
  const lost = focused() === document.body || focused() === again?.closest("li");
  const to = steps && "mine" in table().dataset ? next()
    : (steps || (lost && before)) && (again ?? table().querySelector("[tabindex]")); // at the end, who won
  if (to) to.focus({ preventScroll: !byKey });
});
arrange();

// -- letters

/** @param {KeyboardEvent} event */
const quiet = (event) => event.ctrlKey || event.altKey || event.metaKey || event.isComposing;
/** @param {HTMLElement} one */
const typing = (one) => one.matches("textarea, select, input:not([type=radio], [type=checkbox])");

/** @param {string} key */
function shortcut(key) {
  const bound = [...document.querySelectorAll("[aria-keyshortcuts]")]
    .find((one) => one.getAttribute("aria-keyshortcuts").split(" ").includes(key));
  if (!bound) return false;
  if (bound.matches("button")) bound.click();
  /** @type {NodeListOf<HTMLInputElement>} */
  const found = bound.querySelectorAll("input[type=radio]");
  const ways = [...found];
  ways[(ways.findIndex((way) => way.checked) + 1) % ways.length]?.click();
  return true;
}

// What was opened over the table closes, and the first of two choices is free again, before anything is put back.
function closes() {
  /** @type {HTMLInputElement} */
  const chosen = table().querySelector("[name=first]:checked");
  if (chosen) {
    chosen.checked = false;
    chosen.dispatchEvent(new Event("change", { bubbles: true }));
    chosen.focus();
    return true;
  }
  /** @type {HTMLDetailsElement} */
  const open = table().querySelector(".thumb[open], .closer[open]");
  if (!open) return false;
  open.open = false;
  open.querySelector("summary").focus();
  return true;
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || quiet(event) || typing(target)) return;
  const group = target.closest("[data-rove]");
  let done = false;
  if (group && ARROWS[key]) {
    neighbour(target, ARROWS[key])?.focus();
    done = true;
  } else if (group && key === "Enter" && target.matches("[type=radio]")) {
    target.click(); // not its form's first button
    done = true;
  } else if (key === "Escape") {
    done = !document.querySelector("[popover]:popover-open") && (closes() || shortcut(key));
  } else if (key.length === 1 && document.documentElement.dataset.keys !== "off") {
    done = shortcut(key.toUpperCase());
  }
  if (done) event.preventDefault();
});
