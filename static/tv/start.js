// Counts down when a game starts that this TV has waited for. The table lies ready beneath it, and moves on.
const NUMBERS = ["3", "2", "1"];
const EACH = 1_000;
const countdown = document.getElementById("countdown");

/** @param {string[]} numbers */
function count([number, ...rest]) {
  countdown.hidden = number === undefined;
  if (countdown.hidden) return;
  document.getElementById("seconds").textContent = number;
  document.dispatchEvent(new CustomEvent("table:sound", { detail: "place" }));
  setTimeout(count, EACH, rest);
}

document.addEventListener("table:after", ({ detail: { was } }) => {
  if (was.scene === "lobby" && document.getElementById("table").dataset.scene === "game") count(NUMBERS);
});
