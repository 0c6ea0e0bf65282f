// The chat over a table: counts unread lines and keeps drafts.
const { memory } = tablePage;

const chat = document.getElementById("chat");
/** @type {HTMLTextAreaElement} */
const sentence = document.querySelector("#say [name=text]");
const [READ, DRAFT] = ["read", "draft"].map((each) => `${each} ${location.pathname}`);

// Lines since the chat was last open. While it is open, all count as read.
function countUnread(isOpen = chat.matches(":popover-open")) {
  const lines = [...document.querySelectorAll("#messages [data-line]")].map((line) => Number(line.dataset.line));
  if (isOpen) memory[READ] = String(Math.max(0, ...lines));
  const unread = lines.filter((line) => line > Number(memory[READ] ?? 0)).length;
  const told = document.getElementById("unread");
  told.hidden = !unread;
  told.lastElementChild.textContent = String(unread);
}
// Not "toggle", which fires late: if the chat is closed at once, only the closing is reported.
chat.addEventListener("beforetoggle", () => countUnread(true));
document.addEventListener("htmx:ws:after:message:incoming", () => countUnread());
countUnread();

// A sent message is cleared from the form; a refused one or a draft stays, even after a reload.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const form = ctx.sourceElement;
  if (form instanceof HTMLFormElement && form.id === "say" && ctx.response.status < 300) form.reset();
});
addEventListener("pagehide", () => { memory[DRAFT] = sentence.value; });
sentence.value = memory[DRAFT] ?? "";
if (location.hash === "#chat") chat.showPopover();

// Reactions can be turned off on this device.
/** @type {HTMLInputElement} */
const reacting = document.querySelector("#reacting");
reacting.checked = memory.reactions !== "off";
function quiet() {
  memory.reactions = reacting.checked ? "on" : "off";
  document.documentElement.dataset.reactions = memory.reactions;
}
reacting.addEventListener("change", quiet);
quiet();
