// Touch and mouse on one's own sheet. A tap lays the piece in hand where it covers that cell, and turns it if it lies
// there; a drag carries it above the thumb, and a mouse carries it without a press.
const { hold, release } = tablePage;
const { places, drawing, words } = staging;
const own = staging.hand;

const CELL = 24; // the plan's units
const NEAR = 8; // pixels that a press may move before it is a drag
const LIFT = 56; // pixels between a thumb and what it drags
const NOTCH = 50; // pixels that a wheel rolls for a turn
const SMALL = 26; // pixels of a cell, under which a drag needs a loupe
const LOUPE = 80; // the plan's units that it shows

const sheet = () => document.getElementById("sheet");
const plan = () => /** @type {SVGSVGElement} */ (document.querySelector("#sheet svg.plan"));
/** @param {Element} target */
const onSheet = (target) => Boolean(target.closest?.("#sheet")
  && (own.hand || own.pencilled.length || staging.closing.open));

// -- from the screen to the paper

/**
 * Where the plan lies on the screen. It is read when something is pressed, never while it moves.
 * @type {{ cell: number, left: number, top: number, box: DOMRect }}
 */
let screen = null;
function measure() {
  const { a: scale, e: left, f: top } = plan().getScreenCTM();
  screen = { cell: scale * CELL, left, top, box: sheet().getBoundingClientRect() };
}
for (const change of ["resize", "scroll", "table:after"]) addEventListener(change, () => { screen = null; }, true);

/**
 * @param {number} x
 * @param {number} y
 * @returns {Point}
 */
function point(x, y) {
  if (!screen) measure();
  return { x: (x - screen.left) / screen.cell, y: (y - screen.top) / screen.cell };
}
/** @param {number} at */
const clamp = (at) => Math.min(places.SIZE - 1, Math.max(0, Math.floor(at)));
/** @param {Point} point */
const cellAt = ({ x, y }) => places.SIZE * clamp(y) + clamp(x);

/**
 * What a drag points at: a thumb would hide it, so it hangs above, or beside near the upper edge.
 * @param {PointerEvent} event
 */
function aim({ clientX: x, clientY: y, pointerType }) {
  if (pointerType === "mouse") return point(x, y);
  const { top, left } = screen.box;
  if (y - LIFT > top) return point(x, y - LIFT);
  return point(x - LIFT > left ? x - LIFT : x + LIFT, y);
}

// -- carrying

/** @type {{ id: number, x: number, y: number, drags: boolean, turn: number }} */
let press = null;
/** @type {{ to: Point, turn: number }} */
let due = null; // what is carried where, until it is drawn
/** @type {Place} */
let carried = null; // where it would lie if it were let go

/**
 * @param {Point} to
 * @param {number} turn
 */
function carry(to, turn) {
  if (!due) requestAnimationFrame(draw);
  due = { to, turn };
}

function draw() {
  const { hand } = own;
  if (due && hand) {
    const { to, turn } = due;
    const cell = cellAt(to);
    carried = places.snapped(hand, turn, to) ?? places.at(hand, turn, cell);
    const place = carried ?? places.held(hand, turn, cell);
    const why = carried ? null : words.reason(hand, place, own.box);
    drawing.marks(hand, turn);
    drawing.ghost(hand, place, { legal: !why, cut: !why && places.cutsOff(hand, place), cross: why ? [why.cell] : [] });
    words.say(why ? why.words : words.place(hand, place), why !== null);
    if (loupe) magnify(places.gripOf(hand, place));
  }
  due = null;
}

/** Lay what is carried, or have it back where it was. */
function drop() {
  const place = carried;
  [due, carried] = [null, null];
  if (place) own.lay(place);
  else own.show();
}

function forget() {
  [due, carried] = [null, null];
  own.show();
}

// -- presses

document.addEventListener("pointerdown", (event) => {
  if (!event.isPrimary || event.button !== 0 || !onSheet(event.target)) return;
  measure();
  press = { id: event.pointerId, x: event.clientX, y: event.clientY, drags: false, turn: own.turn };
});

document.addEventListener("pointermove", (event) => {
  const { clientX: x, clientY: y } = event;
  if (press?.id === event.pointerId) {
    if (!press.drags && Math.hypot(x - press.x, y - press.y) > NEAR) drag(event);
    if (!press.drags) return;
    if (staging.closing.open) staging.closing.paint(cellAt(point(x, y)));
    else if (own.hand) carry(aim(event), press.turn);
  } else if (event.pointerType === "mouse" && !event.buttons && own.hand && !own.place && !staging.closing.open) {
    if (onSheet(event.target)) carry(point(x, y), own.turn);
    else if (due || carried) forget();
  }
});

/** @param {PointerEvent} event */
function drag(event) {
  press.drags = true;
  hold("drag");
  sheet().setPointerCapture(event.pointerId);
  if (staging.closing.open) staging.closing.begin(cellAt(point(press.x, press.y)));
  else if (event.pointerType !== "mouse" && screen.cell < SMALL) showLoupe(event.clientX);
}

document.addEventListener("pointerup", (event) => {
  if (press?.id !== event.pointerId) return;
  const { drags, turn } = press;
  press = null;
  const to = point(event.clientX, event.clientY);
  if (!drags) {
    if (carried) drop();
    else tap(to);
    return;
  }
  if (staging.closing.open) staging.closing.end();
  else if (own.hand) {
    due = { to: aim(event), turn };
    draw();
    drop();
  }
  hideLoupe();
  release("drag");
});

function cancel() {
  if (!press) return;
  const { drags } = press;
  press = null;
  hideLoupe();
  if (staging.closing.open) staging.closing.cancel();
  else forget();
  if (drags) release("drag");
}
document.addEventListener("pointercancel", cancel);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !press?.drags) return;
  event.preventDefault();
  cancel();
}, true);

/** @param {Point} to */
function tap(to) {
  if (staging.closing.open) return staging.closing.tap(to);
  const { hand } = own;
  const cell = cellAt(to);
  const other = own.pencilled.find(({ name, cells }) => cells.includes(places.nameOf(cell)) && !own.isSent(name));
  if (own.place && places.covers(hand, own.place).includes(cell)) own.spin(1, cell);
  else if (other) own.lift(other);
  else if (hand) {
    const place = places.at(hand, own.turn, cell);
    if (place) own.lay(place, cell);
    else own.refuse(places.held(hand, own.turn, cell));
  }
}

// -- the wheel and the right button turn

/**
 * @param {MouseEvent & { target: Element }} event
 * @param {number} step
 */
function spin(event, step) {
  if (!own.hand || !onSheet(event.target) || staging.closing.open) return;
  event.preventDefault();
  own.spin(step);
  if (!own.place) carry(point(event.clientX, event.clientY), own.turn);
}
let rolled = 0; // pixels since the last turn
document.addEventListener("wheel", (event) => {
  if (event.ctrlKey || !own.hand || !onSheet(event.target)) return;
  event.preventDefault();
  rolled += event.deltaY;
  if (Math.abs(rolled) < NOTCH) return;
  spin(event, Math.sign(rolled));
  rolled = 0;
}, { passive: false });
document.addEventListener("contextmenu", (event) => {
  if (press) event.preventDefault(); // a thumb that rests
  else spin(event, 1);
});

// -- the loupe: what is under the thumb, twice as large, in the other corner

/** @type {HTMLElement} */
let loupe = null;

/** @param {number} x */
function showLoupe(x) {
  loupe = document.createElement("div");
  loupe.className = "loupe";
  loupe.ariaHidden = "true";
  loupe.classList.toggle("left", x > screen.box.left + screen.box.width / 2);
  loupe.append(plan().cloneNode(true));
  sheet().append(loupe);
}

/** @param {number} cell */
function magnify(cell) {
  const [x, y] = [places.columnOf(cell), places.rowOf(cell)].map((at) => CELL * at + CELL / 2 - LOUPE / 2);
  const copy = loupe.querySelector(".plan");
  copy.setAttribute("viewBox", `${x} ${y} ${LOUPE} ${LOUPE}`);
  copy.querySelector("#ghost, .ghosts").replaceWith(ghosts());
}

/** What is drawn over the plan, under no id of its own. */
function ghosts() {
  const copy = /** @type {Element} */ (document.getElementById("ghost").cloneNode(true));
  copy.removeAttribute("id");
  copy.classList.add("ghosts");
  return copy;
}

function hideLoupe() {
  loupe?.remove();
  loupe = null;
}
