// Closing a room on one's own sheet: taps beside its walls and in it add and drop cells, a drag paints, and a tap on an
// edge moves the door there. Each is a move of its own; what is painted is sent as a whole.
const { places, drawing, sending, words } = staging;
const own = staging.hand;

const EDGE = 0.3; // of a cell, around an edge that can be the door

/** @typedef {[at: string, move: string[]]} Change */

/**
 * A room that is being closed, as the server describes it: the cells that can be added and dropped, the edges that can
 * be its door, and for each cell of the house's box a letter: "+", "-", or why it can be neither added nor dropped.
 * @typedef {{ cells: string, door: string, why: string, add: Change[], drop: Change[], doors: Change[] }} Closing
 */

/** @type {Closing} */
let closing = null;
/** @type {Set<number>} */
let region = new Set(); // its cells, as they are painted
let changed = false; // whether the server doesn't know them yet
/** @type {boolean} */
let adds = null; // whether a drag adds or drops

/** @type {Record<string, number>} */
const BEYOND = { N: -places.SIZE, E: 1, S: places.SIZE, W: -1 };

/**
 * @param {string} text
 * @returns {number[]}
 */
function cellsIn(text) {
  return text.split(" ").flatMap((word) => {
    const [first, last] = word.split("-").map(places.cellOf);
    const [rows, columns] = [places.rowOf, places.columnOf].map((of) => of(last ?? first) - of(first) + 1);
    return Array.from({ length: rows * columns }, (_, number) => (
      first + places.SIZE * Math.floor(number / columns) + (number % columns)
    ));
  });
}

/**
 * Cells as text: the runs of each row.
 * @param {Iterable<number>} cells
 */
function written(cells) {
  const sorted = [...cells].sort((one, other) => one - other);
  /** @type {[number, number][]} */
  const runs = [];
  for (const cell of sorted) {
    const last = runs.at(-1);
    if (last && cell === last[1] + 1 && places.rowOf(cell) === places.rowOf(last[1])) last[1] = cell;
    else runs.push([cell, cell]);
  }
  return runs.map((run) => run.map(places.nameOf).join("-")).join(" ");
}

/**
 * A move as a button's value would have it: words, or a list if one of them contains blanks.
 * @param {string[]} move
 */
const text = (move) => (move.some((atom) => atom.includes(" ")) ? JSON.stringify(move) : move.join(" "));

/** The move that draws a region as it is painted, with its door if that can stay. */
function drawn() {
  const [cell, side] = [places.cellOf(closing.door.slice(0, -1)), closing.door.at(-1)];
  const stays = closing.door !== "-" && region.has(cell) && !region.has(cell + BEYOND[side]);
  return text(["close", written(region), stays ? closing.door : "-"]);
}

const doors = () => closing?.doors.map(([door]) => door) ?? [];

const go = () => /** @type {HTMLButtonElement} */ (document.querySelector("#moves .go"));

/** @type {string[]} */
let fronts = null; // the edges that can be the front door, while one is being chosen
/** @type {number} */
let cursor = null; // the cell that the keys are on

function show() {
  drawing.region(closing ? [...region] : [], fronts ?? doors(), cursor);
}

/** @param {number} cell */
function letterAt(cell) {
  const { row, column, rows, columns } = places.readBox(document.getElementById("sheet").dataset.box);
  const [down, right] = [places.rowOf(cell) - row, places.columnOf(cell) - column];
  return down < 0 || right < 0 || down >= rows || right >= columns ? "o" : closing.why[down * columns + right];
}

/**
 * Add a cell to the room, or drop it.
 * @param {number} cell
 */
function change(cell) {
  const name = places.nameOf(cell);
  const found = [...closing.add, ...closing.drop].find(([at]) => at === name);
  if (found) {
    flip(cell, !region.has(cell));
    send(text(found[1]));
  } else {
    words.refuse(words.sentence(letterAt(cell), { cell: name }));
  }
}

/**
 * @param {number} cell
 * @param {boolean} joins
 */
function flip(cell, joins) {
  if (joins) region.add(cell);
  else region.delete(cell);
  show();
}

/**
 * The door whose edge is nearest to a point, if it is close.
 * @param {Point} point
 * @param {string[]} doors
 */
function doorNear({ x, y }, doors) {
  let [nearest, least] = ["", EDGE];
  for (const door of doors) {
    const cell = places.cellOf(door.slice(0, -1));
    const [row, column, side] = [places.rowOf(cell), places.columnOf(cell), door.at(-1)];
    const level = side === "N" || side === "S";
    const [along, across] = level
      ? [x - column, y - row - Number(side === "S")] : [y - row, x - column - Number(side === "E")];
    const far = Math.abs(across);
    if (along > 0 && along < 1 && far < least) [nearest, least] = [door, far];
  }
  return nearest;
}

function arrange() {
  const data = document.getElementById("sheet")?.dataset.closing;
  closing = data ? JSON.parse(data) : null;
  adds = fronts = null;
  changed = false;
  if (!closing) cursor = null;
  else {
    region = new Set(cellsIn(closing.cells));
    show();
    document.getElementById("sheet").setAttribute("role", "application"); // arrows go from cell to cell
  }
}
document.addEventListener("table:after", arrange);
document.addEventListener("staging:refused", arrange);

staging.closing = {
  get open() { return closing !== null || fronts !== null; },
  get closes() { return closing !== null; },
  tap(point) {
    const door = doorNear(point, fronts ?? doors());
    if (fronts) choose(door);
    else if (door) move(door);
    else change(places.SIZE * Math.floor(point.y) + Math.floor(point.x));
  },
  begin(cell) {
    if (fronts) return;
    adds = !region.has(cell);
    flip(cell, adds);
  },
  paint(cell) {
    if (adds !== null && region.has(cell) !== adds) flip(cell, adds);
  },
  end() {
    if (adds === null) return;
    if (region.size) send(drawn());
    else arrange();
  },
  cancel: arrange,
  finish() {
    const { value } = go();
    const first = changed ? drawn() : value;
    if (first !== "confirm") sending.send(first);
    if (!sending.busy) return false;
    sending.then(() => go()?.value === "confirm" && go().click());
    return true;
  },
  step,
  toggle() {
    if (cursor !== null) change(cursor);
  },
};

// -- doors

/**
 * Send a change, unless it would end the turn at once.
 * @param {string} move
 */
function send(move) {
  changed = document.getElementById("sheet").dataset.confirms === "no";
  if (!changed) sending.send(move);
}

/** @param {string} door */
function move(door) {
  if (door === closing.door) return;
  if (changed) closing.door = door;
  else sending.send(text(closing.doors.find(([at]) => at === door)[1]));
}

/**
 * Put the front door here; anywhere else, leave it where it is.
 * @param {string} door
 */
function choose(door) {
  if (door) sending.send(`front ${door}`);
  fronts = null;
  if (closing) show();
  else own.show();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.matches("[data-door]") && closing) {
    move(doors()[(doors().indexOf(closing.door) + 1) % closing.doors.length]);
  } else if (button?.matches("[popovertarget=fronts]:not(#fronts *)") && event.detail && !fronts) {
    event.preventDefault(); // by mouse or touch the plan shows where; a second press and the keys get the list
    fronts = document.getElementById("sheet").dataset.fronts.split(" ");
    drawing.clear();
    show();
    words.say(words.sentence("front"));
  }
}, true);

// -- keys

/** @param {string} side */
function step(side) {
  const { row, column, rows, columns } = places.readBox(document.getElementById("sheet").dataset.box);
  const from = cursor ?? [...region][0] - BEYOND[side];
  const [down, right] = [places.rowOf(from + BEYOND[side]), places.columnOf(from + BEYOND[side])];
  if (down < row || right < column || down >= row + rows || right >= column + columns) return;
  cursor = from + BEYOND[side];
  words.speak(words.sentence(region.has(cursor) ? "in-room" : "not-in-room", { cell: places.nameOf(cursor) }));
  show();
}

arrange();
