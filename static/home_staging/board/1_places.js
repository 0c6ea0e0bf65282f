// Where a piece may lie: which place a cell means, what a turn and an arrow lead to, and why it can't lie elsewhere. It
// only reads what the server has sent, so that it answers at once, and agrees with `Hand` in
// app/engine/home_staging/board/hands.py. A cell is 16 * row + column.
const SIZE = 16;
const COLUMNS = "ABCDEFGHIJKLMNOP";
const REACH = 1.5; // cells between a pointer and the grip of a place that a dragged piece snaps to

/**
 * The cells around a cell, the nearest first.
 * @type {Offset[]}
 */
const AROUND = [[-1, 0], [0, 1], [1, 0], [0, -1], [-1, 1], [1, 1], [1, -1], [-1, -1]];
/** @type {Record<string, Offset>} */
const TOWARDS = { N: AROUND[0], E: AROUND[1], S: AROUND[2], W: AROUND[3] };

/** @param {number} cell */
const rowOf = (cell) => Math.floor(cell / SIZE);
/** @param {number} cell */
const columnOf = (cell) => cell % SIZE;
/** @param {number} cell */
const nameOf = (cell) => `${COLUMNS[columnOf(cell)]}${rowOf(cell) + 1}`;
/** @param {string} name */
const cellOf = (name) => SIZE * (Number(name.slice(1)) - 1) + COLUMNS.indexOf(name[0]);
/**
 * @param {Offset[]} offsets
 * @param {number} anchor
 */
const cellsAt = (offsets, anchor) => offsets.map(([row, column]) => anchor + SIZE * row + column);

/**
 * @param {string} text
 * @returns {Box}
 */
function readBox(text) {
  const [column, row, columns, rows] = text.split(" ").map(Number);
  return { column, row, columns, rows };
}

/**
 * The pieces in hand, with the anchors of their legal places.
 * @param {string} json
 * @param {Box} box
 * @returns {Hand[]}
 */
function readHands(json, box) {
  /** @type {Hand[]} */
  const hands = JSON.parse(json);
  for (const turn of hands.flatMap((hand) => hand.turns)) {
    const [row, column] = turn.grip;
    turn.legal = [...turn.why].flatMap((letter, number) => {
      const cell = SIZE * (box.row + Math.floor(number / box.columns)) + box.column + (number % box.columns);
      return letter === "." ? [cell - SIZE * row - column] : [];
    });
  }
  return hands;
}

/**
 * @param {Hand} hand
 * @param {Place} place
 */
const covers = (hand, { turn, anchor }) => {
  const { body, rug } = hand.turns[turn];
  return cellsAt(body.length ? body : rug, anchor);
};
/**
 * @param {Hand} hand
 * @param {Place} place
 */
const gripOf = (hand, { turn, anchor }) => cellsAt([hand.turns[turn].grip], anchor)[0];
/**
 * @param {Hand} hand
 * @param {Place} place
 */
const isLegal = (hand, place) => hand.turns[place.turn]?.legal.includes(place.anchor) === true;
/**
 * @param {Hand} hand
 * @param {Place} place
 */
const cutsOff = (hand, place) => hand.turns[place.turn].cut.includes(nameOf(place.anchor));
/**
 * The numbers of the rooms that a place leaves with no way to the front door, as digits.
 * @param {Hand} hand
 * @param {Place} place
 */
const lost = (hand, { turn, anchor }) => hand.turns[turn].lost[hand.turns[turn].cut.indexOf(nameOf(anchor))] ?? "";

/**
 * The one with the least measures, compared one by one; of equals the first. Infinity: not this one.
 * @template T
 * @param {T[]} all
 * @param {(one: T) => number[]} measure
 * @returns {T}
 */
function least(all, measure) {
  let best = null;
  let smallest = [Infinity];
  for (const one of all) {
    const sizes = measure(one);
    const differs = sizes.findIndex((size, number) => size !== smallest[number]);
    if (differs >= 0 && sizes[differs] < (smallest[differs] ?? Infinity)) [best, smallest] = [one, sizes];
  }
  return best;
}

/**
 * The first place that one of the turns has, beginning with this one.
 * @param {Hand} hand
 * @param {number} turn
 * @param {number} step 1 clockwise, -1 back
 * @param {(turn: Turn) => number} find
 * @returns {Place}
 */
function first(hand, turn, step, find) {
  const count = hand.turns.length;
  for (let tried = 0; tried < count; tried += 1) {
    const now = (turn + step * tried + count * 4) % count;
    const anchor = find(hand.turns[now]);
    if (anchor !== null) return { turn: now, anchor };
  }
  return null;
}

/**
 * The legal anchor with which a piece covers this cell and has its grip nearest to it.
 * @param {Turn} turn
 * @param {number} row
 * @param {number} column
 */
function on({ body, rug, grip, legal }, row, column) {
  const anchors = (body.length ? body : rug)
    .filter(([down, right]) => column - right >= 0 && column - right < SIZE && row - down >= 0)
    .map(([down, right]) => SIZE * (row - down) + column - right)
    .filter((anchor) => legal.includes(anchor))
    .sort((one, other) => one - other);
  return least(anchors, (anchor) => {
    const held = anchor + SIZE * grip[0] + grip[1];
    return [(rowOf(held) - row) ** 2 + (columnOf(held) - column) ** 2];
  });
}

/**
 * The place that a tap on a cell means: one that covers it, turned as in hand or else the next way clockwise. If none
 * covers it, one may cover a cell beside it.
 * @param {Hand} hand
 * @param {number} turn
 * @param {number} cell
 */
function at(hand, turn, cell) {
  for (const [down, right] of /** @type {Offset[]} */ ([[0, 0], ...AROUND])) {
    const place = first(hand, turn, 1, (each) => on(each, rowOf(cell) + down, columnOf(cell) + right));
    if (place) return place;
  }
  return null;
}

/**
 * The place after a turn: the next turn that can lie on the same cell, which is that tapped if the piece covers it, and
 * else the grip's.
 * @param {Hand} hand
 * @param {Place} place
 * @param {number} cell
 * @param {number} step
 */
function turned(hand, place, cell, step) {
  const same = covers(hand, place).includes(cell) ? cell : gripOf(hand, place);
  return first(hand, place.turn + step, step, (turn) => on(turn, rowOf(same), columnOf(same))) ?? place;
}

/**
 * The place that an arrow leads to, turned the same way if there is one: the straightest way there, then the nearest.
 * @param {Hand} hand
 * @param {Place} place
 * @param {string} side
 */
function nudged(hand, place, side) {
  const [south, east] = TOWARDS[side];
  const from = gripOf(hand, place);
  const way = (/** @type {Place} */ other) => {
    const to = gripOf(hand, other);
    const [down, right] = [rowOf(to) - rowOf(from), columnOf(to) - columnOf(from)];
    const along = down * south + right * east;
    return along > 0 ? [Math.abs(down * east + right * south) / along, along] : [Infinity];
  };
  const others = hand.turns.map((_, step) => (place.turn + step) % hand.turns.length);
  const of = (/** @type {number} */ turn) => hand.turns[turn].legal.map((anchor) => ({ turn, anchor }));
  return least(of(place.turn), way) ?? least(others.flatMap(of), way) ?? place;
}

/**
 * The place that a dragged piece snaps to: with its grip near the point, turned as it is; else what a tap there means.
 * @param {Hand} hand
 * @param {number} turn
 * @param {Point} point
 * @returns {Place}
 */
function snapped(hand, turn, { x, y }) {
  const { legal, grip } = hand.turns[turn];
  const far = (/** @type {number} */ anchor) => {
    const held = anchor + SIZE * grip[0] + grip[1];
    return (columnOf(held) + 0.5 - x) ** 2 + (rowOf(held) + 0.5 - y) ** 2;
  };
  const anchor = least(legal, (each) => [far(each)]);
  return anchor !== null && far(anchor) <= REACH ** 2 ? { turn, anchor } : null;
}

/**
 * @param {Hand} hand
 * @param {number} turn
 * @param {number} cell the cell of its grip
 */
function held(hand, turn, cell) {
  const [row, column] = hand.turns[turn].grip;
  return { turn, anchor: cell - SIZE * row - column };
}

/**
 * All legal places in reading order of their grips, then by turn.
 * @param {Hand} hand
 */
function all(hand) {
  const places = hand.turns.flatMap(({ legal }, turn) => legal.map((anchor) => ({ turn, anchor })));
  return places.sort((one, other) => gripOf(hand, one) - gripOf(hand, other) || one.turn - other.turn);
}

/**
 * Why a piece can't lie at a place, as a letter, and which of its cells is in the way.
 * @param {Hand} hand
 * @param {Place} place
 * @param {Box} box
 */
function why(hand, place, box) {
  const { body, circulation, rug, why: letters, at: digits } = hand.turns[place.turn];
  const grip = gripOf(hand, place);
  const [row, column] = [rowOf(grip) - box.row, columnOf(grip) - box.column];
  if (row < 0 || column < 0 || row >= box.rows || column >= box.columns) return { letter: "o", cell: grip };
  const number = row * box.columns + column;
  const cells = cellsAt([...body, ...circulation, ...rug], place.anchor);
  return { letter: letters[number], cell: cells[parseInt(digits[number], 36)] ?? grip };
}

window.staging = /** @type {typeof staging} */ ({
  places: {
    SIZE, rowOf, columnOf, nameOf, cellOf, cellsAt, readBox, readHands, covers, gripOf, isLegal, cutsOff, lost, first, at,
    turned, nudged, snapped, held, all, why,
  },
});
