// A table's page, on top of htmx: drops outdated frames, holds frames back at bad moments, announces what is new,
// shows when the connection is lost and polls meanwhile, and updates the window's title. Other scripts get the events
// `table:before` and `table:after` (with the new log lines) for each frame, then `table:laid` once for all that are laid
// out and about to be painted, and pause frames with hold() and release().

const table = () => document.getElementById("table");
const SLOW = 10_000;
let live = false;

/**
 * What this browser remembers from page to page; localStorage throws if cookies are blocked.
 * @type {Record<string, string>}
 */
const memory = (() => { try { return localStorage; } catch { return {}; } })();

// -- the connection

const banner = document.getElementById("connection");
const announced = document.getElementById("connection-lost");
const redialling = document.getElementById("redial");
let polled = false; // the server answers, even if no socket gets through
let due = 0; // when htmx tries again

/** @param {boolean} yes */
function connected(yes) {
  live = yes;
  polled &&= !yes;
  banner.hidden = yes || polled;
  if (banner.hidden) announced.textContent = "";
  else announced.textContent ||= banner.querySelector("p").innerText;
  document.documentElement.dataset.live = yes ? "yes" : "no";
}

// Each wait is a bit random, so that a server that was away isn't met by everyone at once.
const [FIRST_WAIT, LONGEST_WAIT] = [500, 5_000];
/** @param {HtmxConnection} connection */
function wait({ config, attempt }) {
  const delay = Math.min(FIRST_WAIT * 2 ** attempt, LONGEST_WAIT) * (0.7 + 0.6 * Math.random());
  Object.assign(config, { reconnectDelay: delay, reconnectMaxDelay: delay, reconnectJitter: 0 });
  due = Date.now() + delay;
  countDown();
}
function countDown() {
  if (live) return;
  const seconds = Math.ceil((due - Date.now()) / 1000);
  const { dataset } = redialling;
  redialling.textContent = seconds > 0 ? dataset.in.replace("{seconds}", String(seconds)) : dataset.now;
}
setInterval(countDown, 1000);

/** @type {{ socket: WebSocket }} */
let line = null; // htmx's connection
document.addEventListener("htmx:ws:after:connection", ({ detail }) => {
  line = detail.connection;
  if (alive !== null) alive = Date.now();
  connected(true);
});
document.addEventListener("htmx:ws:close", ({ detail }) => {
  connected(false);
  wait(detail.connection);
  if (detail.code === 4410) location.reload(); // the reloaded page says why
});

// A connection can die silently. A server with a heartbeat sends something every twenty seconds; after a longer
// silence the connection counts as lost, and htmx opens a new one.
const BEAT = "beat";
const [SILENCE, LISTEN] = [27_000, 3_000];
/** @type {number} */
let alive = null; // when the last message came; null if the server has no heartbeat

function lost() {
  if (live) line.socket.dispatchEvent(new CloseEvent("close", { code: 1006 }));
}
function listen() {
  if (alive !== null && Date.now() - alive > SILENCE) lost();
}
setInterval(listen, LISTEN);
document.addEventListener("visibilitychange", listen);

// A new element instead of htmx's next try.
function redial() {
  const socket = document.querySelector("[hx-ws\\:connect]");
  const fresh = /** @type {HTMLElement} */ (socket.cloneNode());
  fresh.removeAttribute("data-htmx-powered");
  socket.replaceWith(fresh);
  due = 0;
  countDown();
  htmx.process(fresh);
}
banner.querySelector("button")?.addEventListener("click", redial);
addEventListener("online", () => (live ? lost() : redial())); // over another network now
addEventListener("offline", () => {
  polled = false;
  lost();
});

// Poll while there is no socket.
setInterval(() => {
  if (!live && !document.hidden && !holds.size) {
    htmx.ajax("GET", location.href, { target: "#table", select: "#table", swap: "outerMorph" });
  }
}, SLOW);

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (live || ctx.request.method !== "GET") return;
  polled = ctx.response?.status === 200;
  connected(false);
});

// A page from the back/forward cache shows an old table.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

// -- frames

/**
 * A version of the game, a revision of the table and, in a lobby, who is away.
 * @typedef {[number, number, string?]} At
 */

/** @param {At} one @param {At} other */
const compare = (one, other) => one[0] - other[0] || one[1] - other[1];

/** 0 if the changes fit. @param {Changes} change @param {At} at */
const gapBetween = ({ since }, at) => compare(since, at) || Number(since[2] !== at[2]);

/** @param {DOMStringMap} data @returns {At} */
const place = ({ version, revision, away }) => [Number(version ?? -1), Number(revision ?? -1), away];

/** @param {string} html @returns {At} */
const at = (html) => place(Object.fromEntries(
  [...html.matchAll(/ data-(version|revision|away)="(.*?)"/g)].reverse().map((each) => each.slice(1)), // the first counts
));

const shown = () => place(table().dataset);

/**
 * Whether a frame is outdated: two sockets of a page may overlap, and the response to a form may overtake a frame.
 * A frame that isn't newer must not remove an error message either; in a game, it is what is shown already.
 * @param {string} html
 * @param {At} than
 */
function isOld(html, than) {
  const newer = compare(at(html), than);
  return newer < 0 || (newer === 0 && (table().dataset.scene === "game" || table().querySelector("[role=alert]") !== null));
}

/**
 * What changed on the table since an earlier version and revision: attributes of #table (null: removed), and partials
 * for htmx. Every other message is a whole frame, or another part of the page.
 * @typedef {{ since: At, attributes: Record<string, string | null>, content: string }} Changes
 */

/**
 * @param {string} said
 * @returns {Changes | null}
 */
const changes = (said) => (said.startsWith('{"since"') ? JSON.parse(said) : null);

/**
 * How much of the game a text knows.
 * @param {string} text
 * @returns {At}
 */
function reaches(text) {
  const change = changes(text);
  if (!change) return at(text);
  const { since, attributes } = change;
  const [version = since[0], revision = since[1], away = since[2]] =
    ["version", "revision", "away"].map((name) => attributes[`data-${name}`]);
  return [Number(version), Number(revision), /** @type {string} */ (away)];
}

/** What the page shows, or will once it has caught up with the texts held back. */
const known = () => (kept.length ? reaches(kept.at(-1)) : shown());

document.addEventListener("htmx:ws:before:message:incoming", (event) => {
  const said = event.detail.message.data;
  if (said === BEAT || alive !== null) alive = Date.now();
  if (said === BEAT) event.preventDefault();
  const change = changes(said);
  if (change) {
    const gap = gapBetween(change, known()); // below 0: old; above: the page has missed some
    if (gap === 0 && !holds.size) {
      coming = change;
      return;
    }
    event.preventDefault();
    if (gap === 0) kept.push(said);
    if (gap > 0) lost(); // a new connection begins with the whole frame
  } else if (said.startsWith("<")) {
    const old = isOld(said, known());
    if (!old && !holds.size) return;
    event.preventDefault();
    if (!old) kept = [said];
  }
});

/**
 * Reasons to hold back frames: a drag, an open sheet, a field being filled in. What came since waits in `kept`.
 * @type {Set<unknown>}
 */
const holds = new Set();
/** @type {string[]} */
let kept = [];

/** @param {unknown} reason */
function hold(reason) {
  holds.add(reason);
}

/**
 * Keeps a whole frame for later instead of those that wait.
 * @param {string} text
 */
function keep(text) {
  kept = [text];
}

/** @param {unknown} reason */
async function release(reason) {
  holds.delete(reason);
  while (kept.length && !holds.size) {
    holds.add(CATCHING_UP);
    const [text] = kept;
    coming = changes(text);
    const old = coming ? gapBetween(coming, shown()) : isOld(text, shown()); // an answer may have brought it
    if (!old) await swapIn(coming?.content ?? text);
    if (kept[0] === text) kept.shift(); // unless a whole frame has come meanwhile
    holds.delete(CATCHING_UP);
  }
}
const CATCHING_UP = "catching up"; // a reason of its own: what comes meanwhile waits its turn

/**
 * Swaps in a whole frame or partials, as htmx does with a message.
 * @param {string} text
 */
function swapIn(text) {
  return htmx.swap({ sourceElement: document.body, target: "#table", swap: "outerMorph swapEmpty:false", text });
}

document.addEventListener("toggle", ({ target, newState }) => {
  if (newState === "open") target.querySelector("h2")?.focus();
  if (!target.matches("#table [popover], #table dialog")) return;
  if (newState === "open") hold(target);
  else release(target);
}, true);
document.addEventListener("input", ({ target }) => {
  if (target.matches("#table :is(input:not([type=radio], [type=checkbox]), textarea)")) hold(target);
});
document.addEventListener("change", ({ target }) => release(target));
document.addEventListener("focusout", ({ target }) => release(target));

// -- what a frame brings

const lines = () => [...table().querySelectorAll(".log [data-sound]")]
  .sort((line, other) => line.id.localeCompare(other.id, [], { numeric: true }));
const told = new Set(lines().map((line) => line.id));

const narration = document.getElementById("narration");
/** @type {HTMLElement[]} */
const unsaid = []; // lines that came since the last layout

/** @type {string} */
let asks = null;
function question() {
  if (!("mine" in table().dataset)) return "";
  return table().querySelector(".say > :last-child").innerText.trim();
}

/**
 * Announces each event once, in order, even if one frame brings several, and then the question if it is new. Keeps
 * only the last few sentences.
 * @param {HTMLElement[]} lines
 * @param {string} asked
 */
function narrate(lines, asked) {
  const sentences = lines.map((line) => line.textContent.trim());
  if (asked) sentences.push(asked);
  for (const sentence of sentences) narration.appendChild(document.createElement("p")).textContent = sentence;
  while (narration.childElementCount > 9) narration.firstElementChild.remove();
}

/** @type {HTMLLinkElement} */
const icon = document.querySelector("link[rel=icon]");
const calm = icon.href;

function title() {
  document.title = table().dataset.title;
  icon.href = "mine" in table().dataset ? icon.dataset.turn : calm;
}
title();
function calmDown() {
  icon.href = calm;
}

// When the lobby becomes a game, or the game is over, everything is new: begin at the top. The browser would stay
// where the lobby was scrolled to, because the address names its last form.
const stage = () => `${table().dataset.scene}${table().querySelector(".scene.ended") ? " over" : ""}`;
let staged = stage();
function beginAtTheTop() {
  if (staged === (staged = stage())) return;
  if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  scrollTo({ top: 0, behavior: "instant" });
}

/** @type {Changes} */
let coming = null; // the changes about to be swapped in

/** @type {DOMStringMap} */
let seen = null; // the table as it was before this frame
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx: { text }, tasks } = event.detail;
  const change = coming?.content === text ? coming : null;
  if (!change && !tasks.some(({ target }) => target === table())) return;
  if (!change && text.includes("data-scene=") && compare(at(text), shown()) < 0) return event.preventDefault(); // it is late
  seen = { ...table().dataset };
  document.dispatchEvent(new CustomEvent("table:before"));
  if (!change) return;
  coming = null;
  for (const [name, value] of Object.entries(change.attributes)) {
    if (value === null) table().removeAttribute(name);
    else table().setAttribute(name, value);
  }
  table().querySelector(":is(.refused, .notice)[role=alert]")?.remove(); // whole frames bring it, and it is about an earlier move
});

document.addEventListener("htmx:after:swap", () => {
  if (seen === null) return;
  const was = seen;
  seen = null;
  const news = lines().filter((line) => !told.has(line.id));
  for (const line of news) told.add(line.id);
  const undone = table().dataset.version === was.version ? [] : [...table().querySelectorAll(".undone")];
  const asked = "mine" in table().dataset && !("mine" in was);
  // A refused click may have been made on an old table: the response brings the new one, with the reason.
  title();
  document.dispatchEvent(new CustomEvent("table:after", { detail: { was, news, asked } }));
  unsaid.push(...undone, ...news);
  beginAtTheTop(); // at once, although that lays out: a hidden page is laid out late
  awaitLayout();
});

// Whoever asks for sizes or styles right after a swap makes the browser lay out the page, and once more for what is
// written then. A ResizeObserver is called between layout and painting, when all that is known.
const layout = new ResizeObserver(laid);
function awaitLayout() {
  if (document.hidden) laid(); // nothing is painted then
  else layout.observe(document.documentElement);
}
function laid() {
  layout.disconnect();
  const asked = asks;
  asks = question();
  document.dispatchEvent(new CustomEvent("table:laid"));
  const isNew = asked !== null && asked !== asks; // null: the page has just been opened
  narrate(unsaid.splice(0), isNew ? asks : ""); // last, because moving the focus would cut it short
}
awaitLayout();

// -- beside the game

// Whatever is above the table reduces the height that its cards share. Set --above only when it differs from the
// style sheet's default, because a change restyles every picture.
function above() {
  const top = `${Math.ceil(table().getBoundingClientRect().top + scrollY)}px`;
  if (top === getComputedStyle(table()).getPropertyValue("--shell")) return;
  document.documentElement.style.setProperty("--above", top);
}
const strips = new ResizeObserver(above);
for (const strip of document.querySelectorAll(".top, #prompts, #game-panel")) strips.observe(strip);

// -- for other scripts

/** Shared by the scripts of a table's page. */
export const tablePage = {
  table,
  memory,
  calmDown,
  hold,
  release,
  /** Asks for `table:laid`. */
  awaitLayout,
  keep,
  lost,
  /** @type {(urls: string[]) => Promise<boolean>} */
  load: null,
  /** Whether frames are held back now. */
  get held() { return holds.size > 0; },
  /** The frames and changes held back. */
  get waiting() { return kept; },
  /** Whether the server has a heartbeat. */
  get beats() { return alive !== null; },
};
window.tablePage = tablePage;
