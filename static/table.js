// What a table's page does beside htmx: drops frames that come late, says when the connection is lost, looks
// for itself while there is none, and keeps the title of the window up to date.
"use strict";

const table = () => document.getElementById("table");
const SLOW = 10_000;
let live = false;

// -- the connection

function connected(yes) {
  live = yes;
  document.getElementById("connection").hidden = yes;
  document.documentElement.dataset.live = yes ? "yes" : "no";
}

document.addEventListener("htmx:ws:after:connection", () => connected(true));
document.addEventListener("htmx:ws:close", () => connected(false));

// Where no socket gets through, the page asks now and then.
setInterval(() => {
  if (!live && !document.hidden) {
    htmx.ajax("GET", location.href, { target: "#table", select: "#table", swap: "outerMorph" });
  }
}, SLOW);

// A page out of the browser's memory shows the table of then.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

// -- frames

const number = (html, name) => Number(new RegExp(` data-${name}="(\\d+)"`).exec(html)?.[1] ?? -1);

// Two sockets of one page may overlap, and an answer to a form may overtake a frame: never go back.
function isOld(html) {
  const { version, revision } = table().dataset;
  const behind = number(html, "version") - version;
  return behind < 0 || (behind === 0 && number(html, "revision") < revision);
}

document.addEventListener("htmx:ws:before:message:incoming", (event) => {
  const said = event.detail.message.data;
  if (said.startsWith("<") && isOld(said)) event.preventDefault();
});

const icon = document.querySelector("link[rel=icon]");
const calm = icon.href;

// A refused click may have been made on an old table: the answer brings the new one, with the reason.
function title() {
  document.title = table().dataset.title;
  icon.href = "mine" in table().dataset ? icon.dataset.turn : calm;
}
document.addEventListener("htmx:after:swap", title);
document.addEventListener("htmx:ws:after:message:incoming", title);
title();

// -- beside the game

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
  if (event.detail.message.data.includes('"#aside"')) {
    follow();
    wind();
  }
});
wind();
