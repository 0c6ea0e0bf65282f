// Draws over one's own sheet: where the piece in hand may lie, the piece itself where it would lie, and why it can't.
const { rowOf, columnOf, covers } = staging.places;
const CELL = 24; // the plan's units
const SVG = "http://www.w3.org/2000/svg";

const layer = () => document.getElementById("ghost");

/**
 * @param {string} look
 * @param {string} path
 */
function path(look, path, fill = "") {
  const made = document.createElementNS(SVG, "path");
  made.setAttribute("class", look);
  made.setAttribute("d", path);
  if (fill) made.setAttribute("fill", fill);
  return made;
}

/**
 * @param {string} look
 * @param {Element[]} inside
 */
function group(look, ...inside) {
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", look);
  made.append(...inside);
  return made;
}

/** @param {Offset[]} cells */
const squares = (cells) => cells.map(([row, column]) => `M${CELL * column} ${CELL * row}h24v24h-24z`).join("");
/** @param {Offset[]} cells */
const dots = (cells) => cells.map(([row, column]) => `M${CELL * column + 12} ${CELL * row + 12}h0`).join("");
/**
 * @param {number} cell
 * @returns {Offset}
 */
const spot = (cell) => [rowOf(cell), columnOf(cell)];

/** @type {Record<string, [row: number, column: number, line: string]>} */
const EDGES = { N: [0, 0, "h24"], E: [0, 1, "v24"], S: [1, 0, "h24"], W: [0, 0, "v24"] };
/** @type {Record<string, Offset>} */
const BEYOND = { N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1] };

/**
 * @param {number} row
 * @param {number} column
 * @param {string} side
 */
function edge(row, column, side) {
  const [down, right, line] = EDGES[side];
  return `M${CELL * (column + right)} ${CELL * (row + down)}${line}`;
}

/**
 * The middle of an edge, where a door can be.
 * @param {number} row
 * @param {number} column
 * @param {string} side
 */
function inner(row, column, side) {
  const [down, right, line] = EDGES[side];
  const along = line[0] === "h" ? [5, 0] : [0, 5];
  return `M${CELL * (column + right) + along[0]} ${CELL * (row + down) + along[1]}${line[0]}14`;
}

/**
 * The outline of cells.
 * @param {Offset[]} cells
 */
function outline(cells) {
  const inside = new Set(cells.map(String));
  return cells.flatMap(([row, column]) => Object.keys(EDGES)
    .filter((side) => !inside.has(String([row + BEYOND[side][0], column + BEYOND[side][1]])))
    .map((side) => edge(row, column, side))).join("");
}

/**
 * How a piece's picture lies on its cells, as `lie` in app/engine/home_staging/plan/sheet.py says it.
 * @param {Hand} hand
 * @param {Place} place
 */
function lying(hand, { turn, anchor }) {
  const { body, circulation, rug } = hand.turns[turn];
  const cells = [...body, ...circulation, ...rug];
  const [rows, columns] = [0, 1].map((axis) => cells.map((cell) => cell[axis]));
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  const [high, wide] = [Math.max(...rows) - top + 1, Math.max(...columns) - left + 1];
  const mirrored = hand.how === "mirror";
  const right = (turn === 1 || turn === 2 ? wide : 0) + (mirrored ? [wide, 0, -wide, 0][turn] : 0);
  const down = (turn > 1 ? high : 0) + (mirrored ? [0, high, 0, -high][turn] : 0);
  const [x, y] = [columnOf(anchor) + left + right, rowOf(anchor) + top + down].map((at) => CELL * at);
  return `translate(${x} ${y})${turn ? `rotate(${90 * turn})` : ""}${mirrored ? "scale(-1 1)" : ""}`;
}

/**
 * @param {Hand} hand
 * @param {number} number
 */
function picture(hand, number) {
  const made = document.createElementNS(SVG, "use");
  made.setAttribute("href", `${document.getElementById("sheet").dataset.art}#p-${hand.piece}`);
  made.setAttribute("transform", lying(hand, { turn: number, anchor: 0 }));
  return group("things", made);
}

/**
 * @param {Hand} hand
 * @param {number} number
 */
function piece(hand, number) {
  const turn = hand.turns[number];
  const under = turn.body.length ? turn.body : turn.rug;
  return group("ghost",
    path("needs", squares(turn.circulation)),
    path("needs-edge", outline(turn.circulation)),
    path("needs-dots", dots(turn.circulation)),
    path("ring-out", outline(under)),
    picture(hand, number),
    path("ring", outline(under)),
    path("leans", turn.sides.map(([row, column, side]) => edge(row, column, side)).join("")));
}

/** @param {Offset[]} cells */
const crosses = (cells) => cells.map(([row, column]) => (
  `M${CELL * column + 7} ${CELL * row + 7}l10 10m0-10l-10 10`
)).join("");

/**
 * The floors of rooms, crossed out.
 * @param {string} numbers
 */
const floors = (numbers) => [...numbers]
  .map((number) => document.querySelector(`#sheet .floor[fill="url(#floor-${number})"]`)?.getAttribute("d"))
  .filter(Boolean).map((outline) => path("lost", outline, "url(#cross)"));

/** A shut door, where nothing leads to the piece. */
const SHUT = "M-6.500 8V-7h13V8zM-9-9.500L9 10.500";

/** @type {{ hand: Hand, turn: number, ghost: SVGGElement, layer: Element }} */
let drawn = null;
/** @type {{ hand: Hand, turn: number, layer: Element }} */
let marked = null;

staging.drawing = {
  marks(hand, number) {
    if (marked?.hand === hand && marked.turn === number && marked.layer === layer() && layer().firstChild) return;
    const own = new Set(hand.turns[number].legal.flatMap((anchor) => covers(hand, { turn: number, anchor })));
    const others = new Set(hand.turns.flatMap(({ legal }, turn) => (
      legal.flatMap((anchor) => covers(hand, { turn, anchor })))));
    const [may, turned] = [[...own].map(spot), [...others].filter((cell) => !own.has(cell)).map(spot)];
    const made = group("marks", path("can-turned", squares(turned), "url(#hatch)"), path("can-lie", squares(may)),
      path("can-lie-edge", outline(may)));
    layer().querySelector(".marks")?.remove();
    layer().prepend(made);
    marked = { hand, turn: number, layer: layer() };
    document.querySelector("#bar .turned")?.parentElement.toggleAttribute("hidden", !turned.length);
  },
  ghost(hand, place, { legal, cut, cross, hint = false }) {
    const same = drawn?.hand === hand && drawn.turn === place.turn && drawn.ghost.parentNode === layer();
    if (!same) {
      layer().querySelector(".ghost")?.remove();
      drawn = { hand, turn: place.turn, ghost: layer().appendChild(piece(hand, place.turn)), layer: layer() };
    }
    const { ghost } = drawn;
    const [row, column] = spot(place.anchor);
    ghost.setAttribute("transform", `translate(${CELL * column} ${CELL * row})`);
    ghost.classList.toggle("bad", !legal);
    ghost.classList.toggle("cut", cut);
    ghost.classList.toggle("hint", hint);
    for (const old of layer().querySelectorAll(".clash, .cross, .shut, .lost")) old.remove();
    const crossed = cross.map(spot).map(([down, right]) => /** @type {Offset} */ ([down - row, right - column]));
    if (crossed.length) ghost.append(path("clash", squares(crossed), "url(#cross)"), path("cross", crosses(crossed)));
    if (cut) {
      layer().prepend(...floors(staging.places.lost(hand, place)));
      const [down, right] = hand.turns[place.turn].grip;
      const sign = path("shut", SHUT);
      sign.setAttribute("transform", `translate(${CELL * right + 12} ${CELL * down + 12})`);
      ghost.append(sign);
    }
  },
  region(cells, doors, cursor) {
    const made = group("region", path("painted", outline(cells.map(spot))), ...doors.flatMap((door) => {
      const [row, column] = spot(staging.places.cellOf(door.slice(0, -1)));
      return ["door-halo", "door-at", "door-in"].map((look) => path(look, inner(row, column, door.at(-1))));
    }));
    if (cursor !== null) made.append(path("cursor", outline([spot(cursor)])));
    layer().replaceChildren(made);
  },
  moved(hand, place) {
    for (const old of document.querySelectorAll("#sheet .moved")) old.classList.remove("moved");
    if (!place) return;
    const transform = lying(hand, place);
    for (const one of document.querySelectorAll(`#sheet use[href$="#p-${hand.piece}"]`)) {
      if (one.getAttribute("transform") === transform && !layer().contains(one)) one.classList.add("moved");
    }
  },
  lift() {
    for (const old of layer().querySelectorAll(".ghost, .lost")) old.remove();
    drawn = null;
  },
  clear() {
    layer()?.replaceChildren();
    [drawn, marked] = [null, null];
  },
};
