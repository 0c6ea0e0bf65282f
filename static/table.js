// What the table's page does beside htmx: drops frames that come late, says when the connection is lost, and
// keeps the title of the window up to date.
"use strict";

const table = () => document.getElementById("table");
const version = (html) => Number(/ data-version="(\d+)"/.exec(html)?.[1] ?? -1);

function connected(yes) {
  document.getElementById("connection").hidden = yes;
  document.documentElement.dataset.live = yes ? "yes" : "no";
}

document.addEventListener("htmx:ws:after:connection", () => connected(true));
document.addEventListener("htmx:ws:close", () => connected(false));

// Two sockets of one page may overlap, and an answer to a form may overtake a frame: never go back.
document.addEventListener("htmx:ws:before:message:incoming", (event) => {
  if (version(event.detail.message.data) < Number(table().dataset.version)) event.preventDefault();
});

// A refused click may have been made on an old table: the answer brings the new one, with the reason.
function title() {
  document.title = table().dataset.title;
}
document.addEventListener("htmx:after:swap", title);
document.addEventListener("htmx:ws:after:message:incoming", title);
title();

// A page out of the browser's memory shows the table of then.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
