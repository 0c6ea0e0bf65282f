// A move on its way to the server. What was pressed lifts at once and the rest dims; a slow network shows after a moment,
// and a move that got lost waits until it can be sent again: with the same id, so that it never counts twice.
const { table, lost } = tablePage;

const [SLOW, LOST] = [400, 4000]; // milliseconds
const EDGE = 4; // pixels that stay free beside a label
const BY_ITSELF = 9; // times that a move is sent before somebody has to ask for it
const DOWN = [500, 502, 503, 504]; // a proxy whose server is away; ours says 507

const LATE = 1000; // for an answer that comes after the frame

/**
 * `go` sends it again, `drop` takes it back, `end` ends it once a frame has shown that it was made.
 * @typedef {"going" | "slow" | "lost" | "made"} Way
 * @typedef {{ go(): void, drop(): void, end(): void }} Sender
 * @typedef {Sender & { turn: string, button: HTMLElement, way: Way, tries: number }} Sending
 */
/** @type {Sending} */
let sending = null;
/** @type {number[]} */
let timers = [];

/** The number of the decision that the table asks for. */
const turn = () => table().querySelector("form [name=turn]")?.getAttribute("value");
const unanswered = () => sending !== null && sending.way !== "made";

// Only in a first game may the server ask whether a move is a mistake, and only once.
document.addEventListener("htmx:config:request", ({ detail: { ctx: { request } } }) => {
  const { firstGame, hints } = document.documentElement.dataset;
  if (firstGame === undefined || hints !== "on" || !request.action.endsWith("/move")) return;
  if (!request.body.has("asks")) request.body.set("asks", "yes");
});

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.request.method !== "POST" || !ctx.request.action.endsWith("/move")) return;
  if (unanswered()) return event.preventDefault();
  settle();
  clearTimeout(ctx.requestTimeout); // people decide how long it may take
  ctx.fetch = send;
  const pressed = ctx.sourceElement.matches("form") ? ctx.request.submitter : null;
  const button = pressed?.matches(":not([aria-disabled])") ? pressed : null; // the others only ask why not
  sending = { turn: turn(), button, way: "going", tries: 0, go() {}, drop() {}, end() {} };
});

/** @returns {Response} */
const gone = () => null;

/**
 * Fetches until there is an answer, or the move is taken back.
 * @param {string} action
 * @param {RequestInit} request
 * @returns {Promise<Response>}
 */
function send(action, request) {
  const own = sending;
  return new Promise((answer, fail) => {
    /** @type {AbortController} */
    let attempt = null;
    own.go = async () => {
      attempt?.abort();
      const mine = attempt = new AbortController();
      own.tries += 1;
      show(own.tries > 1 ? "slow" : "going");
      timers = [setTimeout(() => show("slow"), SLOW), setTimeout(() => show("lost"), LOST)];
      const response = await fetch(action, { ...request, signal: mine.signal }).catch(gone);
      if (mine !== attempt) return; // sent again, or taken back
      if (sending !== own) return answer(response); // its frame was here before, and the next move is on its way
      stop();
      if (!response || DOWN.includes(response.status)) {
        show("lost");
        lost();
        return;
      }
      if (response.status === 204 && turn() === own.turn) show("made"); // the frame is still to come
      else settle();
      answer(response);
    };
    function cease() {
      attempt?.abort();
      attempt = null;
    }
    own.drop = () => {
      cease();
      settle();
      fail(new DOMException("taken back", "AbortError"));
    };
    own.end = () => {
      cease();
      answer(new Response(null, { status: 204 }));
    };
    own.go();
  });
}

function stop() {
  for (const timer of timers) clearTimeout(timer);
  timers = [];
}

document.addEventListener("htmx:ws:after:connection", () => {
  if (unanswered() && sending.tries < BY_ITSELF) again();
});
addEventListener("online", () => unanswered() && again());
addEventListener("offline", () => unanswered() && show("lost"));

function again() {
  stop();
  sending.go();
}

// -- what is seen of it

document.addEventListener("table:after", () => {
  if (!sending) return;
  const { way, end } = sending;
  if (turn() === sending.turn) return show(way);
  settle();
  setTimeout(end, way === "lost" ? 0 : LATE);
});

/** @type {HTMLElement} */
let lifted = null; // a copy of what was pressed, over the table
/** @type {HTMLElement} */
let note = null; // over the bar

/** @param {Way} way */
function show(way) {
  const { button } = sending;
  if (way === "lost") stop();
  sending.way = way;
  table().toggleAttribute("data-waits", button !== null);
  if (button) lifted ??= lift(button);
  /** @type {HTMLTemplateElement} */
  const words = document.querySelector(`template[data-way="${way}"]`);
  lifted?.querySelector(".way")?.remove();
  if (words && lifted) {
    const label = lifted.appendChild(document.createElement("b"));
    label.className = `way ${way}`;
    label.textContent = words.dataset.label;
    const { left, right } = label.getBoundingClientRect();
    const inwards = Math.max(0, EDGE - left) + Math.min(0, innerWidth - EDGE - right);
    label.style.left = `calc(50% + ${inwards}px)`;
  }
  tell(way, words);
}

const OWN = ["id", "name", "form", "value", "aria-keyshortcuts"]; // what a copy mustn't have
/**
 * Lifts a copy of what was pressed: the picture that it brings, the card around it, or the button itself.
 * @param {HTMLElement} button
 */
function lift(button) {
  const place = button.closest("[data-lifts]") ?? button;
  const { left, top, width, height } = place.getBoundingClientRect();
  const page = document.documentElement;
  if (button.matches(".btn") || page.dataset.board === "text" || !width) return null;
  const picture = [...table().querySelectorAll("[data-flies]")]
    .find((one) => one.dataset.flies === button.dataset.brings);
  const box = document.body.appendChild(document.createElement("div"));
  box.className = "table lifted";
  box.setAttribute("aria-hidden", "true");
  const copy = box.appendChild(document.createElement("div"));
  copy.inert = true;
  copy.append((picture ?? place).cloneNode(true));
  for (const one of copy.querySelectorAll("*")) for (const name of OWN) one.removeAttribute(name);
  const sizes = getComputedStyle(place);
  for (const size of ["--dh", "--dw", "--aw", "--cw"]) box.style.setProperty(size, sizes.getPropertyValue(size));
  Object.assign(box.style, {
    left: `${left + scrollX}px`, top: `${top + scrollY}px`, width: `${width}px`, height: `${height}px`,
  });
  return box;
}

/**
 * Says it in the bar: over the question, or over all of it once there is something to decide.
 * @param {Way} way
 * @param {HTMLTemplateElement} words
 */
function tell(way, words) {
  const bar = document.getElementById("bar");
  const say = bar.querySelector(".say");
  if (note?.dataset.way !== way || !note.isConnected) {
    note?.remove();
    note = null;
    if (words) {
      note = bar.appendChild(document.createElement("div"));
      note.className = "note-way";
      note.dataset.way = way;
      note.append(words.content.cloneNode(true));
    }
  }
  cover(bar, way === "lost");
  if (way === "slow") {
    Object.assign(note.style, {
      left: `${say.offsetLeft}px`, top: `${say.offsetTop}px`,
      width: `${say.offsetWidth}px`, minHeight: `${say.offsetHeight}px`,
    });
  }
}

/**
 * What is under the note can't be reached; the focus goes to Try again if it was there.
 * @param {HTMLElement} bar
 * @param {boolean} yes
 */
function cover(bar, yes) {
  const had = bar.contains(document.activeElement) && !note?.contains(document.activeElement);
  for (const part of bar.children) if (part !== note) part.toggleAttribute("inert", yes);
  if (had && yes) note.querySelector("[data-again]").focus({ preventScroll: true });
}

function settle() {
  stop();
  sending = null;
  lifted?.remove();
  note?.remove();
  [lifted, note] = [null, null];
  table().removeAttribute("data-waits");
  const bar = document.getElementById("bar");
  if (bar) cover(bar, false);
}

document.addEventListener("click", ({ target }) => {
  if (!unanswered()) return;
  const { button } = sending;
  if (target.closest("[data-again]")) again();
  if (!target.closest("[data-take-back]")) return;
  sending.drop();
  if (button?.isConnected) button.focus({ preventScroll: true });
});
