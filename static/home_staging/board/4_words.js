// What is said: in the bar for those who look, and in the narration and the slider's value for those who listen. The
// page holds each sentence once, with gaps to fill.
const { places } = staging;

/**
 * @param {string} key
 * @param {Record<string, string>} gaps
 */
function sentence(key, gaps = {}) {
  const text = document.querySelector(`#sentences [data-say="${key}"]`)?.textContent ?? "";
  return text.replace(/\{(\w+)\}/g, (_, name) => gaps[name] ?? "");
}

/** @param {string[]} words */
const list = (words) => words.filter(Boolean).join(sentence("comma"));

/** @type {Record<string, string>} */
const names = {}; // of the pieces that have been in hand
/** @param {Hand} hand */
function nameOf({ piece }) {
  names[piece] ??= document.querySelector(`[data-piece="${piece}"]`)?.textContent.trim();
  return names[piece] ?? "";
}

/**
 * Cells by name: a rectangle by its corners.
 * @param {number[]} cells
 */
function named(cells) {
  const sorted = [...cells].sort((one, other) => one - other);
  const [first, last] = [sorted[0], sorted.at(-1)];
  const [rows, columns] = [places.rowOf, places.columnOf].map((of) => of(last) - of(first) + 1);
  const within = (/** @type {number} */ column) => column >= places.columnOf(first) && column <= places.columnOf(last);
  const fills = sorted.length === rows * columns && sorted.every((cell) => within(places.columnOf(cell)));
  return sorted.length > 1 && fills ? sentence("run", { first: places.nameOf(first), last: places.nameOf(last) })
    : list(sorted.map(places.nameOf));
}

/**
 * The rooms that a place leaves with no way to the front door.
 * @param {Hand} hand
 * @param {Place} place
 */
function cut(hand, place) {
  const rooms = [...places.lost(hand, place)]
    .map((number) => document.querySelector(`#brief [data-room="${number}"]`)?.textContent ?? "");
  return rooms.length ? sentence("cut", { rooms: list(rooms) }) : "";
}

staging.words = {
  sentence,
  nameOf,
  /** A legal place in short: the piece, its cells and points, and whatever one might regret. */
  brief(hand, place) {
    const lies = sentence("lies", { piece: nameOf(hand), cells: named(places.covers(hand, place)) });
    const idea = hand.how === "draw" ? "" : sentence("idea");
    return list([lies, idea, sentence(`points-${hand.turns[place.turn].body.length}`), cut(hand, place)]);
  },
  /** A legal place: the piece and its cells, what is behind it, what it leaves without a way, what it keeps free. */
  place(hand, place) {
    const { sides, circulation, body } = hand.turns[place.turn];
    const lies = sentence("lies", { piece: nameOf(hand), cells: named(places.covers(hand, place)) });
    const backs = [...new Set(sides.map(([, , side]) => side))].map((side) => sentence(`wall-${side}`));
    const lit = places.covers(hand, place).some((cell) => hand.windows.includes(places.nameOf(cell)));
    const kept = named(places.cellsAt(circulation, place.anchor));
    const free = kept && sentence("free", { cells: kept });
    const idea = hand.how === "draw" ? "" : sentence("idea");
    return list([lies, ...backs, lit ? sentence("window") : "", idea, free, sentence(`points-${body.length}`),
      cut(hand, place)]);
  },
  /** Why a piece can't lie at a place, and the cell in the way. */
  reason(hand, place, box) {
    const { letter, cell } = places.why(hand, place, box);
    return { words: sentence(letter, { cell: places.nameOf(cell) }), cell };
  },
  say(words, refused = false) {
    const line = document.getElementById("request");
    if (!line || !words) return;
    line.dataset.asks ??= line.innerHTML; // which a new bar brings anew
    const text = words[0].toLocaleUpperCase(document.documentElement.lang) + words.slice(1);
    if (line.textContent !== text) line.textContent = text;
    line.classList.toggle("refused", refused);
  },
  /** Show again what the page asks for. */
  ask() {
    const line = document.getElementById("request");
    if (!line?.dataset.asks) return;
    line.innerHTML = line.dataset.asks;
    line.classList.remove("refused");
    delete line.dataset.asks;
  },
  speak(words) {
    const narration = document.getElementById("narration");
    narration.appendChild(document.createElement("p")).textContent = words;
    while (narration.childElementCount > 9) narration.firstElementChild.remove();
  },
  refuse(words) {
    this.say(words, true);
    this.speak(words);
  },
};
