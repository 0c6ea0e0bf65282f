// The buttons of the bar and the keys of the sheet, which is one tab stop: arrows go from place to place, letters turn
// and mirror, Enter lays the piece and takes the next.
const { table } = tablePage;
const { places, sending, words } = staging;
const own = staging.hand;

const go = () => /** @type {HTMLButtonElement} */ (document.querySelector("#moves .go"));

/**
 * Lay what is in hand and go on: to the next piece, or to the end of the turn.
 * @returns {boolean} whether there was anything to do before the turn may end
 */
function proceed() {
  if (staging.closing.closes) return staging.closing.finish();
  if (own.unfinished()) {
    words.refuse(words.sentence("lay-first"));
    return true;
  }
  own.settle();
  if (sending.busy) sending.then(end);
  else if (own.waiting().length) own.takeNext();
  else return false;
  return true;
}

/** End the turn, unless the last piece has ended it by itself. */
function end() {
  if (own.waiting().length) own.takeNext();
  else if (own.pencilled.length) go()?.click();
}

document.addEventListener("click", (event) => {
  const { target } = event;
  const button = target.closest("button");
  if (!button) return;
  const { go: side, hand } = button.dataset;
  /** @type {HTMLElement} */ (button.closest("#extras"))?.hidePopover();
  if (button.matches("#moves .go") && proceed()) event.preventDefault();
  else if (button.matches("#moves .undo") && undo(button)) event.preventDefault();
  else if (button.matches("[data-pencilled]")) {
    own.erase(button.dataset.pencilled);
    event.preventDefault();
  }
  if (side) own.nudge(side);
  else if (hand) own.pick(own.hands[Number(hand)]);
  else if ("turn" in button.dataset) own.spin(-1); // a tap on the piece turns it right
  else if ("mirror" in button.dataset) own.think((one) => one.how === "mirror");
  else if ("idea" in button.dataset) own.switchIdea();
  else if ("leave" in button.dataset) own.leaveOut();
}, true);

/**
 * Undo what only this page knows: the piece that was laid last.
 * @param {HTMLElement} button
 */
function undo(button) {
  if (sending.busy) sending.then(() => button.click());
  else if (own.place && button.ariaDisabled) own.putBack();
  else return false;
  return true;
}

/** @type {Record<string, string>} */
const SIDES = { ArrowUp: "N", ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W" };
/** @type {Record<string, (event: KeyboardEvent) => void>} */
const KEYS = {
  r: ({ shiftKey }) => own.spin(shiftKey ? -1 : 1),
  f: () => own.think((one) => one.how === "mirror"),
  m: () => own.think((one) => one.how === "mirror"),
  Home: () => step(-Infinity),
  End: () => step(Infinity),
  PageUp: () => step(-1),
  PageDown: () => step(1),
  Enter: () => own.place && proceed(),
  Backspace: takeBack,
};

/**
 * Step through the list of all legal places.
 * @param {number} by
 */
function step(by) {
  const all = places.all(own.hand);
  const now = all.findIndex((place) => place.turn === own.place?.turn && place.anchor === own.place?.anchor);
  const place = all[Math.min(all.length - 1, Math.max(0, now + by))];
  if (place) own.lay(place);
}

function takeBack() {
  if (own.place) own.putBack();
  else if (own.pencilled.length) own.erase(own.pencilled.at(-1).name);
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (!target.closest?.("#sheet") || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (event.defaultPrevented) return;
  const letters = document.documentElement.dataset.keys !== "off";
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (staging.closing.closes && SIDES[key]) staging.closing.step(SIDES[key]);
  else if (staging.closing.closes && (key === " " || key === "Enter")) staging.closing.toggle();
  else if (key === "Escape" && own.place) own.putBack();
  else if (own.hand && SIDES[key]) own.nudge(SIDES[key]);
  else if (/^[1-4]$/.test(key) && letters && own.hands[Number(key) - 1]) own.pick(own.hands[Number(key) - 1]);
  else if (KEYS[name] && (key.length > 1 || letters) && (own.hand || name === "Backspace")) KEYS[name](event);
  else return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// -- after one's own move

let moved = false; // whether a button of the table has just made a move
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  moved ||= table().contains(ctx.sourceElement);
});

// What is asked next is on the sheet, or among cards and splits that are no group of their own.
let answered = false; // whether the frame with one's own move has come
document.addEventListener("table:after", ({ detail: { was } }) => {
  if (!moved || table().dataset.version === was.version) return;
  [answered, moved] = [true, false];
});
document.addEventListener("table:laid", () => {
  if (!answered) return;
  answered = false;
  const now = document.activeElement;
  if (!("mine" in table().dataset) || !now.matches("body, #sheet, #moves .go")) return;
  const onSheet = document.querySelector("#table[data-step=draw], #table[data-step=close]");
  document.querySelector(onSheet ? "#sheet" : "#card button.can, .sizes button")?.focus({ preventScroll: true });
});
