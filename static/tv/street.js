// Greets everybody who takes a seat, once: their house stands large for a while.
const SHOWN = 4_000;
const seats = () => [...document.querySelectorAll("[data-welcome]")];
const greeted = new Set(seats().map((seat) => seat.id));
/** @type {Set<string>} */
const newcomers = new Set();

function greet() {
  for (const { id } of seats()) {
    if (greeted.has(id)) continue;
    greeted.add(id);
    newcomers.add(id);
    document.dispatchEvent(new CustomEvent("table:sound", { detail: "knock" }));
    setTimeout(() => { newcomers.delete(id); greet(); }, SHOWN);
  }
  for (const seat of seats()) seat.classList.toggle("new", newcomers.has(seat.id));
}
document.addEventListener("table:after", greet);
