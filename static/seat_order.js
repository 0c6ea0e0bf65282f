// Reordering seats in the lobby: the host drags a seat by its grip, and dropping it sends its new number to the
// server. The buttons beside each seat do the same without a pointer.
const { table, hold, release } = tablePage;

const chairs = () => [...table().querySelectorAll(".chair:has(.grip)")];
/**
 * The dragged chair, with its old and new number.
 * @type {{ grip: HTMLElement, chair: HTMLElement, middles: number[], from: number, to: number, y: number,
 *   pointer: number }}
 */
let held = null;

document.addEventListener("pointerdown", (event) => {
  /** @type {HTMLElement | false} */
  const grip = event.isPrimary && event.button === 0 && event.target.closest(".grip");
  if (!grip) return;
  event.preventDefault(); // don't select text
  hold("seats");
  grip.setPointerCapture(event.pointerId);
  const chair = grip.closest(".chair");
  const middles = chairs().map((one) => one.offsetTop + one.offsetHeight / 2);
  const from = chairs().indexOf(chair);
  held = { grip, chair, middles, from, to: from, y: event.pageY, pointer: event.pointerId };
  chair.classList.add("lifted");
});

document.addEventListener("pointermove", (event) => {
  if (held?.pointer !== event.pointerId) return;
  const { chair, middles, from, y } = held;
  const way = event.pageY - y;
  const to = middles.filter((middle, seat) => seat !== from && middle < middles[from] + way).length;
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const step = (middles[1] - middles[0]) * Math.sign(from - to); // move the others out of the way
  for (const [seat, one] of chairs().entries()) {
    one.style.translate = `0 ${one === chair ? way : seat >= first && seat <= last ? step : 0}px`;
  }
  held.to = to;
  chair.scrollIntoView({ block: "nearest" });
});

function letGo() {
  for (const one of chairs()) one.style.translate = "";
  held?.chair.classList.remove("lifted");
  held = null;
  release("seats");
}

document.addEventListener("pointerup", (event) => {
  if (held?.pointer !== event.pointerId) return;
  const { chair, from, to } = held;
  /** @type {HTMLFormElement} */
  const order = document.querySelector("#order");
  if (from === to || !order) return letGo();
  held = null; // keep the new order on screen until the page reloads
  /** @type {HTMLInputElement} */ (order.elements.namedItem("place")).value = chair.dataset.place;
  /** @type {HTMLInputElement} */ (order.elements.namedItem("to")).value = String(to);
  order.requestSubmit();
});
document.addEventListener("pointercancel", ({ pointerId }) => held?.pointer === pointerId && letGo());
document.addEventListener("keydown", ({ key }) => held && key === "Escape" && letGo());
