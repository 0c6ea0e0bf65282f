// The piece in hand: where it lies, and when it is sent. Where it lies is known to this page alone until it has lain
// still for a second, another piece is taken up, or the turn ends; then the server keeps it.
const { table } = tablePage;
const { places, drawing, sending, words } = staging;
const REST = 1000;

const sheet = () => document.getElementById("sheet");

/** @type {Box} */
let box = null;
/** @type {Hand[]} */
let hands = []; // what can still be drawn, according to the server
/** @type {Pencilled[]} */
let pencilled = []; // what the server has of this turn
/** @type {Hand} */
let hand = null; // the piece in hand
let turn = 0; // how it is turned while it lies nowhere
/** @type {Place} */
let lies = null; // where it lies
let cell = 0; // the cell it was put on: turning it keeps that covered
/** @type {Place} */
let sent = null; // where the server has it
let bright = false; // whether there was a bright idea left when it was sent
/** @type {{ how: string, option: number, place: Place }} */
let lifting = null; // the piece that the next frame brings back into the hand
/** @type {Record<string, number>} */
let leftOut = {}; // how many were left out, by option
let timer = 0;

/**
 * @param {Hand} one
 * @param {Hand} other
 */
const alike = (one, other) => one.how === other.how && one.piece === other.piece;
/**
 * @param {Place} one
 * @param {Place} other
 */
const same = (one, other) => one?.turn === other?.turn && one?.anchor === other?.anchor;
/** @param {Hand} one */
const fits = (one) => one.turns.some(({ legal }) => legal.length);
/**
 * In how many ways it can lie.
 * @param {Hand} one
 */
const ways = (one) => one.turns.filter(({ legal }) => legal.length).length;
/** @param {Hand} one */
const chosen = (one) => one.how === "draw";
/**
 * Whether the piece in hand takes one of this one's tokens.
 * @param {Hand} one
 */
const spends = (one) => (hand.how === "other") !== (hand.option === one.option);
/**
 * Whether the piece in hand is the one that the server has by this name.
 * @param {string} name
 */
const isSent = (name) => sent !== null && name.startsWith(hand.piece)
  && name.endsWith(`@${places.nameOf(sent.anchor)}`);

/** What can be drawn after the piece in hand, without what was left out. */
function waiting() {
  const counted = hand && pencilled.some(({ name }) => isSent(name)); // `left` knows of it already
  return hands.filter((one) => chosen(one) && fits(one)
    && one.left - (leftOut[one.option] ?? 0) > Number(Boolean(hand && !counted && spends(one))));
}

// -- how it looks

function show() {
  if (!sheet()) return;
  if (!lies) words.ask();
  if (!hand) drawing.clear();
  else {
    drawing.marks(hand, lies?.turn ?? turn);
    drawing.moved(hand, sent && !same(sent, lies) ? sent : null);
    if (lies) {
      drawing.ghost(hand, lies, { legal: true, cut: places.cutsOff(hand, lies), cross: [] });
      words.say(words.brief(hand, lies));
    } else if (fits(hand)) {
      const place = suggested();
      drawing.ghost(hand, place, { legal: true, cut: places.cutsOff(hand, place), cross: [], hint: true });
    } else drawing.lift();
    slide();
  }
  if (!hand && Object.values(leftOut).some(Boolean)) words.say(words.sentence("left-out"));
  press();
}

/** Where the piece in hand is shown while it lies nowhere, and where the first arrow lays it: turned as it was turned. */
function suggested() {
  const all = places.all(hand);
  const held = all.filter((place) => place.turn === turn);
  const free = (/** @type {Place} */ place) => !places.cutsOff(hand, place);
  return held.find(free) ?? (turn ? held[0] : all.find(free)) ?? all[0];
}

/** The sheet as a slider over the legal places. */
function slide() {
  const all = places.all(hand);
  const attributes = {
    role: "slider",
    "aria-label": words.sentence("slider", { piece: words.nameOf(hand) }),
    "aria-valuemin": 0,
    "aria-valuemax": all.length,
    "aria-valuenow": lies ? 1 + all.findIndex((place) => same(place, lies)) : 0,
    "aria-valuetext": lies ? words.place(hand, lies) : words.sentence("in-hand", { piece: words.nameOf(hand) }),
  };
  for (const [name, value] of Object.entries(attributes)) sheet().setAttribute(name, String(value));
  sheet().removeAttribute("aria-labelledby"); // the player's name, while nothing is placed
}

/** The buttons: which piece is in hand, what was left out, and what the last one does. */
function press() {
  const idea = Boolean(hand && !chosen(hand));
  for (const button of document.querySelectorAll("#card [data-hand]")) {
    const one = hands[Number(button.dataset.hand)];
    button.setAttribute("aria-pressed", String(Boolean(hand && one.option === hand.option)));
    button.classList.toggle("aside", Boolean(leftOut[one.option]));
  }
  const lamp = document.querySelector("#bar [data-idea]");
  lamp?.setAttribute("aria-pressed", String(idea));
  if (sent && bright) lamp?.removeAttribute("aria-disabled");
  document.querySelector("#bar [data-turn]")?.toggleAttribute("hidden", !lies && (!hand || ways(hand) < 2));
  document.querySelector("#bar [data-mirror]")?.toggleAttribute("hidden", !idea);
  document.querySelector("#bar .pad")?.classList.toggle("lies", lies !== null);
  document.querySelector("#bar .legend")?.toggleAttribute("hidden", !hand || lies !== null || !fits(hand));
  document.querySelector("#moves .undo")?.classList.toggle("can", lies !== null);
  document.querySelector("#moves [data-leave]")?.classList.toggle("quiet", !hand);
  const go = document.querySelector("#moves .go");
  go?.classList.toggle("next", waiting().length > 0);
  go?.classList.toggle("quiet", unfinished());
}

// -- what is done with it

/**
 * Take a piece in hand; the one before stays where it lies.
 * @param {Hand} one
 */
function take(one) {
  settle();
  [hand, lies, sent, turn] = [one, null, null, 0];
  show();
}

/**
 * Take a piece in hand that was asked for, even if it had been left out.
 * @param {Hand} one
 */
function pick(one) {
  if (leftOut[one.option]) leftOut[one.option] -= 1;
  take(one);
}

/**
 * Lay the piece in hand.
 * @param {Place} place
 * @param {number} on the cell that it was put on
 */
function lay(place, on = places.gripOf(hand, place)) {
  [lies, cell, turn] = [place, on, place.turn];
  show();
  clearTimeout(timer);
  if (confirms()) timer = setTimeout(settle, REST);
}

/** Whether a turn has to be confirmed: else its last piece ends it, so that none is sent before its time. */
const confirms = () => sheet().dataset.confirms !== "no";

/** Send where the piece in hand lies, if the server doesn't know yet. */
function settle() {
  clearTimeout(timer);
  if (!hand || !lies || same(lies, sent)) return;
  bright ||= hands.some((one) => !chosen(one));
  const moved = sent ? [`erase ${places.nameOf(sent.anchor)}`] : [];
  sent = lies;
  sending.send(...moved, [hand.how, hand.option, lies.turn, places.nameOf(lies.anchor)].join(" "));
}

/** Take the piece off the sheet, into the hand. */
function putBack() {
  clearTimeout(timer);
  if (sent) sending.send(`erase ${places.nameOf(sent.anchor)}`);
  [lies, sent] = [null, null];
  show();
}

/**
 * Take a piece that the server has off the sheet.
 * @param {string} name
 */
function erase(name) {
  if (isSent(name)) putBack();
  else sending.send(`erase ${name.split("@")[1]}`);
}

/**
 * Lift a piece that the server has: its next frame brings it into the hand.
 * @param {Pencilled} one
 */
function lift({ name, how }) {
  const [, piece, number, anchor] = /^(\w{4})(?:r(\d))?m?@(\w+)$/.exec(name);
  settle();
  lifting = { how, option: Number(piece[3]), place: { turn: Number(number ?? 0), anchor: places.cellOf(anchor) } };
  sending.send(`erase ${anchor}`);
}

/**
 * Turn the piece in hand, on the cell that it was put on.
 * @param {number} step 1 clockwise, -1 back
 * @param {number} on
 */
function spin(step, on = cell) {
  if (!hand) return;
  if (!lies) {
    const to = places.first(hand, turn + step, step, ({ legal }) => legal[0] ?? null);
    turn = to?.turn ?? turn;
    show();
  } else {
    const place = places.turned(hand, lies, on, step);
    if (same(place, lies)) words.refuse(words.sentence("no-turn"));
    else lay(place, on);
  }
}

/** @param {string} side */
function nudge(side) {
  if (!hand) return;
  const place = lies ? places.nudged(hand, lies, side) : suggested();
  if (!place || same(place, lies)) words.refuse(words.sentence("no-place"));
  else lay(place);
}

/**
 * Say why the piece in hand can't lie at a place.
 * @param {Place} place
 */
function refuse(place) {
  const why = words.reason(hand, place, box);
  if (!lies) drawing.ghost(hand, place, { legal: false, cut: false, cross: [why.cell] });
  words.refuse(why.words);
}

/** Take the next piece, if there is one. */
function takeNext() {
  take(waiting()[0] ?? null);
}

/** Whether a piece is in hand, or waits, that was neither laid nor left out. */
const unfinished = () => (hand ? !lies && fits(hand) : waiting().length > 0);

function leaveOut() {
  if (!hand) return;
  const option = hand.how === "other" ? 3 - hand.option : hand.option;
  putBack();
  leftOut[option] = (leftOut[option] ?? 0) + 1;
  hand = null;
  sending.then(takeNext);
}

/**
 * Get the piece by a wanted bright idea, by another, and at last as it was chosen.
 * @param {(one: Hand) => boolean} wanted
 * @param {number} on the cell that it was put on
 */
function think(wanted = () => true, on = lies && cell) {
  if (sent) {
    putBack();
    sending.then(() => think(wanted, on));
    return;
  }
  const ways = [...hands.filter((one) => !chosen(one) && wanted(one)), hands.find(chosen)];
  const to = ways[(ways.findIndex((one) => hand && one && alike(one, hand)) + 1) % ways.length];
  if (!to || (hand && alike(to, hand))) return;
  [hand, lies, turn] = [to, null, 0];
  const place = on !== null && places.at(to, 0, on);
  if (place) lay(place, on);
  else show();
}

/** Switch the bright idea on, or off again. */
const switchIdea = () => think(hand && !chosen(hand) ? () => false : undefined);

// -- frames

function arrange() {
  const own = sheet();
  const draws = "mine" in table().dataset && table().dataset.step === "draw";
  if (!draws) {
    clearTimeout(timer);
    [hands, pencilled, hand, lies, sent, lifting, leftOut, bright] = [[], [], null, null, null, null, {}, false];
    return;
  }
  const card = hands[0]?.piece.slice(0, 3);
  box = places.readBox(own.dataset.box);
  hands = places.readHands(own.dataset.hands ?? "[]", box);
  pencilled = [...document.querySelectorAll("#card [data-pencilled]")]
    .map(({ dataset }) => ({ name: dataset.pencilled, how: dataset.how, cells: dataset.cells.split(" ") }));
  if (card && hands[0] && !hands[0].piece.startsWith(card)) leftOut = {};
  if (!sending.busy) regain();
  show();
}

/** Have the piece in hand after a frame too, and where it lay if it still can. */
function regain() {
  if (lifting) {
    const { how, option, place } = lifting;
    const back = hands.find((one) => one.how === how && one.option === option);
    lifting = null;
    if (back && places.isLegal(back, place)) {
      [hand, sent] = [back, null];
      return lay(place);
    }
  }
  if (sent && pencilled.some(({ name }) => isSent(name))) return; // what was legal when it was sent still is
  if (sent) [lies, sent] = [null, null]; // undone
  const again = hand && hands.find((one) => alike(one, hand));
  const stays = again && lies && places.isLegal(again, lies);
  if (lies && !stays) words.speak(words.sentence("gone"));
  if (!stays) lies = null;
  if (!again) turn = 0;
  hand = again ?? waiting()[0] ?? null;
}


document.addEventListener("table:after", arrange);
document.addEventListener("staging:refused", () => {
  [hand, lies, sent] = [null, null, null];
  arrange();
});

staging.hand = {
  get hand() { return hand; },
  get hands() { return hands; },
  get pencilled() { return pencilled; },
  get place() { return lies; },
  get turn() { return lies?.turn ?? turn; },
  get cell() { return cell; },
  get box() { return box; },
  isSent, pick, takeNext, waiting, unfinished, lay, spin, nudge, settle, putBack, erase, lift, leaveOut, think, switchIdea,
  refuse,   show,
};
arrange();
