// What a player has just said, in a bubble at their seat for some seconds. Screen readers hear of it by the number beside the
// chat.
const { table } = tablePage;

const LASTS = 6000; // milliseconds
const EDGE = 8; // pixels that stay free beside a bubble
const chat = document.getElementById("chat");
const lines = () => [...document.querySelectorAll("#messages [data-line]")];
/** @param {HTMLElement} line */
const number = (line) => Number(line.dataset.line);
let known = Math.max(0, ...lines().map(number));

document.addEventListener("htmx:ws:after:message:incoming", () => {
  const fresh = lines().filter((line) => number(line) > known);
  for (const line of fresh) {
    known = number(line);
    if (!chat.matches(":popover-open")) show(line);
  }
  for (const bubble of document.querySelectorAll(".bubble")) {
    if (!document.querySelector(`#${bubble.dataset.says} .words`)) bubble.remove(); // the host deleted it
  }
});

/** @param {HTMLElement} line */
function show(line) {
  const { seat } = line.querySelector(".mark").dataset;
  const at = [...table().querySelectorAll(`.mark[data-seat="${seat}"]`)].find((mark) => mark.getClientRects().length);
  const words = line.querySelector(".words");
  if (!words || !at || at.closest(".own")) return; // you know what you said
  document.querySelector(`.bubble[data-seat="${seat}"]`)?.remove();
  const bubble = document.body.appendChild(document.createElement("p"));
  Object.assign(bubble.dataset, { seat, says: line.id });
  bubble.className = "bubble";
  bubble.dir = "auto";
  bubble.setAttribute("aria-hidden", "true");
  bubble.textContent = words.textContent;
  const { left, bottom } = at.getBoundingClientRect();
  bubble.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - EDGE - bubble.offsetWidth))}px`;
  bubble.style.top = `${bottom + scrollY + EDGE}px`;
  setTimeout(() => bubble.remove(), LASTS);
}
