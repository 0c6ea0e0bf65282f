// A table's page, on top of htmx: drops outdated frames, holds frames back at bad moments, announces what is new,
// shows when the connection is lost and polls meanwhile, and updates the window's title. Other scripts get the events
// `table:before` and `table:after` (with the new log lines) for each frame, and pause frames with hold() and release().

const table = () => document.getElementById("table");
const SLOW = 10_000;
let live = false;

/**
 * What this browser remembers from page to page; localStorage throws if cookies are blocked.
 * @type {Record<string, string>}
 */
const memory = (() => { try { return localStorage; } catch { return {}; } })();

// -- the connection

/** @param {boolean} yes */
function connected(yes) {
  live = yes;
  document.getElementById("connection").hidden = yes;
  document.documentElement.dataset.live = yes ? "yes" : "no";
}

/** @type {{ socket: WebSocket }} */
let line = null; // htmx's connection
document.addEventListener("htmx:ws:after:connection", ({ detail }) => {
  line = detail.connection;
  if (alive !== null) alive = Date.now();
  connected(true);
});
document.addEventListener("htmx:ws:close", ({ detail }) => {
  connected(false);
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
addEventListener("online", lost); // over another network now

// Poll while there is no socket.
setInterval(() => {
  if (!live && !document.hidden && !holds.size) {
    htmx.ajax("GET", location.href, { target: "#table", select: "#table", swap: "outerMorph" });
  }
}, SLOW);

// A page from the back/forward cache shows an old table.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

// -- frames

/**
 * Reads a number from the data attributes of the table in a frame.
 * @param {string} html
 * @param {string} name
 */
const number = (html, name) => Number(new RegExp(` data-${name}="(\\d+)"`).exec(html)?.[1] ?? -1);

/**
 * Whether a frame is outdated: two sockets of a page may overlap, and the response to a form may overtake a frame.
 * A frame that isn't newer must not remove an error message either; in a game, it is what is shown already.
 * @param {string} html
 */
function isOld(html) {
  const { version, revision, scene } = table().dataset;
  const known = scene === "game" || table().querySelector("[role=alert]") !== null;
  const [steps, changes] = [number(html, "version") - Number(version), number(html, "revision") - Number(revision)];
  return steps < 0 || (steps === 0 && (changes < 0 || (changes === 0 && known)));
}

document.addEventListener("htmx:ws:before:message:incoming", (event) => {
  const said = event.detail.message.data;
  if (said === BEAT || alive !== null) alive = Date.now();
  if (said === BEAT) event.preventDefault();
  if (!said.startsWith("<")) return;
  if (!isOld(said) && !holds.size) return;
  event.preventDefault();
  if (!isOld(said)) kept = said;
});

/**
 * Reasons to hold back frames: a drag, an open sheet, a field being filled in. The newest frame waits in `kept`.
 * @type {Set<unknown>}
 */
const holds = new Set();
/** @type {string} */
let kept = null;

/** @param {unknown} reason */
function hold(reason) {
  holds.add(reason);
}

/** @param {unknown} reason */
function release(reason) {
  holds.delete(reason);
  if (kept === null || holds.size) return;
  const text = isOld(kept) ? null : kept;
  kept = null;
  if (text) htmx.swap({ sourceElement: document.body, target: "#table", swap: "outerMorph", text });
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

const lines = () => [...table().querySelectorAll(".log li[id]")].reverse();
const told = new Set(lines().map((line) => line.id));

const narration = document.getElementById("narration");

const question = () => ("mine" in table().dataset ? table().querySelector(".say > :last-child").innerText.trim() : "");
let asks = question();

/**
 * Announces each event once, in order, even if one frame brings several, and then the question if it is new. Keeps
 * only the last few sentences.
 * @param {HTMLElement[]} undone
 * @param {HTMLElement[]} news
 */
function narrate(undone, news) {
  const sentences = [...undone, ...news].map((line) => line.textContent.trim());
  if (asks !== (asks = question()) && asks) sentences.push(asks);
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

/** @type {DOMStringMap} */
let seen = null; // the table as it was before this frame
document.addEventListener("htmx:before:swap", ({ detail: { tasks } }) => {
  if (!tasks.some(({ target }) => target === table())) return;
  seen = { ...table().dataset };
  document.dispatchEvent(new CustomEvent("table:before"));
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
  narrate(undone, news); // last, because moving the focus would cut it short
});

// -- beside the game

// Whatever is above the table reduces the height that its cards share. Set --above only when it differs from the
// style sheet's default, because a change restyles every picture.
function above() {
  const top = `${Math.ceil(table().getBoundingClientRect().top + scrollY)}px`;
  if (top === getComputedStyle(table()).getPropertyValue("--shell")) return;
  document.documentElement.style.setProperty("--above", top);
}
above();
const strips = new ResizeObserver(above);
for (const strip of document.querySelectorAll(".top, #connection, #prompts, #game-panel")) strips.observe(strip);

// Follow the others to the rematch, unless this page was opened after they had left.
let leads = document.querySelector("[data-follow]") !== null;
function follow() {
  /** @type {HTMLFormElement} */
  const form = document.querySelector("[data-follow] form");
  if (form && !leads) setTimeout(() => form.isConnected && form.requestSubmit(), 4000);
  leads = form !== null;
}

// The time left for the current decision.
/** @type {number} */
let ends = null;
function wind() {
  const clock = document.getElementById("clock");
  ends = clock && performance.now() + Number(clock.dataset.left) * 1000;
  tick();
}
function tick() {
  const clock = document.getElementById("clock");
  if (!clock || ends === null) return;
  const left = Math.max(0, Math.round((ends - performance.now()) / 1000));
  clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
setInterval(tick, 1000);
document.addEventListener("htmx:ws:after:message:incoming", (event) => {
  if (event.detail.message.data.includes('"#game-panel"')) {
    follow();
    wind();
  }
});
wind();

// -- for other scripts

/** Shared by the scripts of a table's page. */
export const tablePage = {
  table,
  memory,
  hold,
  release,
  /** Whether frames are held back now. */
  get held() { return holds.size > 0; },
  /** The frame held back. */
  get waiting() { return kept; },
  /** Whether the server has a heartbeat. */
  get beats() { return alive !== null; },
};
window.tablePage = tablePage;
