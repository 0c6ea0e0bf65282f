// Sends moves one after the other, each with the turn number that the one before led to. A page may make several at
// once, such as erasing a piece and drawing it elsewhere; a frame held back during a drag holds back the next move too.
/** @type {string[]} */
const moves = []; // to be made; the first may be under way
/** @type {string} */
let turn = null; // with which the first was sent; null if it wasn't
/** @type {(() => void)[]} */
let after = [];

/** @param {string} name */
const field = (name) => document.querySelector(`#moves [name=${name}]`)?.getAttribute("value");

function next() {
  if (turn !== null) return;
  if (!moves.length) {
    queueMicrotask(finish); // once everybody has read the frame
    return;
  }
  turn = field("turn");
  const [seat, id] = [field("seat"), field("id")];
  const action = document.getElementById("moves").getAttribute("action");
  void htmx.ajax("POST", action, {
    values: { seat, turn, id, move: moves[0] }, target: "#table", swap: "outerMorph",
  });
}

function finish() {
  if (moves.length) return;
  const all = after;
  after = [];
  for (const each of all) each();
}

function made() {
  moves.shift();
  turn = null;
  next();
}

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (turn === null || ctx.values?.move !== moves[0]) return;
  const status = ctx.response?.status;
  if (status === 204) return; // the frame says when it is made
  turn = null; // refused, or taken back before there was an answer
  moves.length = 0;
  after = [];
  document.dispatchEvent(new CustomEvent("staging:refused"));
});
document.addEventListener("table:after", () => {
  if (turn !== null && field("turn") !== turn) made();
});

staging.sending = {
  send(...more) {
    moves.push(...more);
    next();
  },
  then(call) {
    after.push(call);
    next();
  },
  get busy() { return moves.length > 0; },
};
