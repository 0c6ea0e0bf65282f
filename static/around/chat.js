// The chat over a table: how much of it is new, and what is half written.
"use strict";
{
  const chat = document.getElementById("chat");
  const sentence = document.querySelector("#say [name=text]");
  const [READ, DRAFT] = ["read", "draft"].map((each) => `${each} ${location.pathname}`);

  // Lines since the chat was last open. While it is, all are read.
  function countUnread() {
    const lines = [...document.querySelectorAll("#messages [data-line]")].map((line) => Number(line.dataset.line));
    if (chat.matches(":popover-open")) memory[READ] = Math.max(0, ...lines);
    const unread = lines.filter((line) => line > (memory[READ] ?? 0)).length;
    const told = document.getElementById("unread");
    told.hidden = !unread;
    told.lastElementChild.textContent = unread;
  }
  chat.addEventListener("toggle", countUnread);
  document.addEventListener("htmx:ws:after:message:incoming", countUnread);
  countUnread();

  // What was said leaves the form; what was refused, or only half written when the page goes, stays in it.
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.id === "say" && ctx.response.status < 300) ctx.sourceElement.reset();
  });
  addEventListener("pagehide", () => { memory[DRAFT] = sentence.value; });
  sentence.value = memory[DRAFT] ?? "";
  if (location.hash === "#chat") chat.showPopover();

  // Who would rather not see reactions sees none, on this device.
  const reacting = document.getElementById("reacting");
  reacting.checked = memory.reactions !== "off";
  function quiet() {
    memory.reactions = reacting.checked ? "on" : "off";
    document.documentElement.dataset.reactions = memory.reactions;
  }
  reacting.addEventListener("change", quiet);
  quiet();
}
