// Keyboard control of a table. Each group (data-rove) is one tab stop with a roving tabindex for the arrow keys;
// letters press the control that names them in aria-keyshortcuts; after your own move the focus goes to the next
// decision. Other players' moves never move the focus.
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
 * The stops in a group: its controls, and places that have none. Controls covered by a tool's second choice are
 * left out.
 * @param {HTMLElement} group
 */
function stops(group) {
  const places = [...group.querySelectorAll("li:not([aria-hidden], .gone), :is(button, input):not(li *)")];
  return places.filter(shown).flatMap((one) => {
    const inside = [...one.querySelectorAll("button, input")].filter(shown);
    const buttons = inside.filter((each) => each.matches("button"));
    return buttons.length ? buttons : inside.length ? inside : [one];
  });
}

// -- one tab stop per group

/**
 * The last focused place, by group.
 * @type {Record<string, string>}
 */
const stood = {};

function arrange() {
  // read everything before writing, so that the browser does layout only once
  const read = groups().map((group) => ({ group, all: stops(group) }));
  const hidden = !shown(focused()) && focused().closest("[data-rove]"); // by a card that was turned
  for (const { group, all } of read) {
    const last = all.filter((stop) => place(stop) === stood[group.dataset.rove]);
    const home = all.find((stop) => stop === focused()) ?? all.find((stop) => stop.matches(":checked"))
      ?? last.find(allowed) ?? all.find(allowed) ?? last[0] ?? all[0]; // Tab passes over radio buttons beside a checked one
    for (const one of group.querySelectorAll("li[tabindex]")) if (!all.includes(one)) one.removeAttribute("tabindex");
    for (const one of group.querySelectorAll("button, input")) if (!all.includes(one)) one.tabIndex = -1; // covered
    for (const stop of all) stop.tabIndex = stop === home ? 0 : -1;
    if (group === hidden) home?.focus();
  }
}

document.addEventListener("focusin", ({ target }) => {
  const group = target.closest("[data-rove]");
  if (!group) return;
  stood[group.dataset.rove] = place(target);
  arrange();
});
document.addEventListener("change", ({ target }) => { // a switch shows other controls
  if (target.matches("[data-way]")) forget();
  arrange();
});
addEventListener("resize", arrange);

// -- arrows

/** @typedef {{ stop: HTMLElement, x: number, y: number, top: number, bottom: number }} Spot */

/**
 * Where a stop is, and its middle.
 * @param {HTMLElement} stop
 * @returns {Spot}
 */
function spot(stop) {
  const { left, right, top, bottom } = stop.getBoundingClientRect();
  return { stop, x: (left + right) / 2, y: (top + bottom) / 2, top, bottom };
}

/**
 * Stops in rows from the top, each row from the left. Each is in exactly one row, so arrows come from any to any other.
 * @param {Set<HTMLElement>} all
 */
function rows(all) {
  /** @type {Spot[][]} */
  const found = [];
  for (const one of [...all].map(spot).sort((some, other) => some.y - other.y)) {
    const row = found.at(-1);
    if (row && (one.top < row[0].y || row[0].bottom > one.y)) row.push(one);
    else found.push([one]);
  }
  return found.map((row) => row.sort((some, other) => some.x - other.x));
}

/**
 * The next stop in a direction: in the row, or the closest in the next row.
 * @param {HTMLElement} from
 * @param {[number, number]} way
 */
function neighbour(from, [x, y]) {
  const all = rows(new Set([...stops(from.closest("[data-rove]")), from]));
  const here = all.findIndex((row) => row.some(({ stop }) => stop === from));
  const at = all[here].findIndex(({ stop }) => stop === from);
  if (x) return all[here][at + x]?.stop;
  /** @param {Spot} one */
  const aside = (one) => Math.abs(one.x - all[here][at].x);
  return all[here + y]?.reduce((some, other) => (aside(other) < aside(some) ? other : some)).stop;
}

// -- after your own move

let byKey = false; // whether a key or a pointer was used last
let own = false; // whether a move was sent from here
document.addEventListener("keydown", () => { byKey = true; }, true);
document.addEventListener("pointerdown", () => { byKey = false; }, true);
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  own ||= table().contains(ctx.sourceElement); // the frame may arrive before the response
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  own &&= ctx.response?.status === 204;
});

// The house first, then Done, then the offer: the steps of a turn, last to first.
function next() {
  const bar = [...table().querySelectorAll(".bar .go:not([aria-disabled])")];
  const [first, ...others] = groups().reverse().map((group) => stops(group).filter(allowed));
  return first?.[0] ?? bar.find((one) => !one.matches(".quiet")) ?? others.flat()[0] ?? bar[0];
}

/**
 * What had the focus when a frame arrived.
 * @type {{ group: string, place: string }}
 */
let before = null;
let inBar = ""; // or the value of the button in the bar that had it
document.addEventListener("table:before", () => {
  const group = focused().closest("[data-rove]");
  if (group) before = { group: group.dataset.rove, place: place(focused()) };
  inBar = focused().closest(".bar button")?.getAttribute("value") ?? inBar;
});
let steps = false; // whether a move of your own has arrived, or the game begins
document.addEventListener("table:after", ({ detail: { was } }) => {
  const begins = was.scene !== table().dataset.scene && focused() === document.body;
  if (!begins && (!own || table().dataset.version === was.version)) return;
  [steps, own] = [true, false];
});
document.addEventListener("table:laid", () => {
  arrange();
  const here = before && groups().find((group) => group.dataset.rove === before.group);
  const again = here && stops(here).find((stop) => place(stop) === before.place);
  const lost = focused() === document.body || focused() === again?.closest("li");
  const to = steps && "mine" in table().dataset ? next()
    : (steps || (lost && before)) && (again ?? table().querySelector("[tabindex]")); // at the end, the winner
  if (to) to.focus({ preventScroll: !byKey });
  else if (lost && inBar) table().querySelector(`.bar [value="${CSS.escape(inBar)}"]`)?.focus({ preventScroll: true });
  [before, inBar, steps] = [null, "", false];
});
tablePage.awaitLayout();

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

// Clears the first of two choices. Another tool has its own.
function forget() {
  /** @type {HTMLInputElement} */
  const chosen = table().querySelector("[name=first]:checked");
  if (chosen) chosen.checked = false;
  return chosen;
}

// Before Escape undoes anything, it clears the first of two choices, or closes what is open over the table.
function closes() {
  const chosen = forget();
  if (chosen) {
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
    target.click(); // Enter would press the form's first button
    done = true;
  } else if (key === "Escape") {
    done = !document.querySelector("[popover]:popover-open") && (closes() || shortcut(key));
  } else if (key.length === 1 && document.documentElement.dataset.keys !== "off") {
    done = shortcut(key.toUpperCase());
  }
  if (done) event.preventDefault();
});
