// What a table's page does beside htmx: drops frames that come late, keeps those back that come at a bad moment,
// says what is new and when the connection is lost, looks for itself meanwhile, and keeps the window's title. Other
// scripts hear of a frame by `table:before` and `table:after`, with the new lines of the log, and stop frames by
// hold() and release().
"use strict";

const table = () => document.getElementById("table");
const memory = (() => { try { return localStorage; } catch { return {}; } })(); // forbidden with cookies
const SLOW = 10_000;
let live = false;

// -- the connection

function connected(yes) {
  live = yes;
  document.getElementById("connection").hidden = yes;
  document.documentElement.dataset.live = yes ? "yes" : "no";
}

let line = null; // what htmx knows of the socket
document.addEventListener("htmx:ws:after:connection", ({ detail }) => {
  line = detail.connection;
  if (alive !== null) alive = Date.now();
  connected(true);
});
document.addEventListener("htmx:ws:close", ({ detail }) => {
  connected(false);
  if (detail.code === 4410) location.reload(); // the page says why
});

// A connection can die without a word. A server that beats once says something every twenty seconds; a line on
// which nothing is heard for longer counts as lost, and htmx opens another.
const BEAT = "beat";
const [SILENCE, LISTEN] = [27_000, 3_000];
let alive = null; // when; null where the server does not beat

function lost() {
  if (live) line.socket.dispatchEvent(new CloseEvent("close", { code: 1006 }));
}
function listen() {
  if (alive !== null && Date.now() - alive > SILENCE) lost();
}
setInterval(listen, LISTEN);
document.addEventListener("visibilitychange", listen);
addEventListener("online", lost); // by another way now

// Without a socket the page asks now and then.
setInterval(() => {
  if (!live && !document.hidden && !holds.size) {
    htmx.ajax("GET", location.href, { target: "#table", select: "#table", swap: "outerMorph" });
  }
}, SLOW);

// A page out of the browser's memory shows the table of then.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

// -- frames

const number = (html, name) => Number(new RegExp(` data-${name}="(\\d+)"`).exec(html)?.[1] ?? -1);

// Two sockets of one page may overlap, and an answer to a form may overtake a frame: never go back. Nor does a
// frame that says nothing newer take away why something was refused, and of a game it is what is here already.
function isOld(html) {
  const { version, revision, scene } = table().dataset;
  const known = scene === "game" || table().querySelector("[role=alert]") !== null;
  const [steps, changes] = [number(html, "version") - version, number(html, "revision") - revision];
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

// Nothing is drawn anew under a hand that drags, behind an open sheet, in a field that is being filled in: the
// newest frame waits.
const holds = new Set();
let kept = null;

function hold(reason) {
  holds.add(reason);
}

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
for (const end of ["change", "focusout"]) document.addEventListener(end, ({ target }) => release(target));

// -- what a frame brings

const lines = () => [...table().querySelectorAll(".log li[id]")].reverse();
const told = new Set(lines().map((line) => line.id));

const narration = document.getElementById("narration");

const question = () => ("mine" in table().dataset ? table().querySelector(".say > :last-child").innerText.trim() : "");
let asks = question();

// Each event once, in order, also where several came with one frame, and what one is asked, when new. It keeps as
// few as the log.
function narrate(undone, news) {
  const sentences = [...undone, ...news].map((line) => line.textContent.trim());
  if (asks !== (asks = question()) && asks) sentences.push(asks);
  for (const sentence of sentences) narration.appendChild(document.createElement("p")).textContent = sentence;
  while (narration.childElementCount > 9) narration.firstElementChild.remove();
}

const icon = document.querySelector("link[rel=icon]");
const calm = icon.href;

function title() {
  document.title = table().dataset.title;
  icon.href = "mine" in table().dataset ? icon.dataset.turn : calm;
}
title();

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
  const undone = table().dataset.version === was.version ? [] : table().querySelectorAll(".undone");
  const asked = "mine" in table().dataset && !("mine" in was);
  // A refused click may have been made on an old table: the answer brings the new one, with the reason.
  title();
  document.dispatchEvent(new CustomEvent("table:after", { detail: { was, news, asked } }));
  narrate(undone, news); // a focus that moves would cut it short
});

// -- beside the game

// What stands above the table takes of the height that its cards share. What style sheets reckon with is not told
// again: every picture would be styled anew.
function above() {
  const top = `${Math.ceil(table().getBoundingClientRect().top + scrollY)}px`;
  if (top === getComputedStyle(table()).getPropertyValue("--shell")) return;
  document.documentElement.style.setProperty("--above", top);
}
above();
const strips = new ResizeObserver(above);
for (const strip of document.querySelectorAll(".top, #connection, #prompts, #game-panel")) strips.observe(strip);

// Where the others play on, this page goes too, unless it was opened after they had gone.
let leads = document.querySelector("[data-follow]") !== null;
function follow() {
  const form = document.querySelector("[data-follow] form");
  if (form && !leads) setTimeout(() => form.isConnected && form.requestSubmit(), 4000);
  leads = form !== null;
}

// The time that is left for the open decision.
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
