// Somebody waits for a player who looks elsewhere: the title of the window says so by turns for a while.
const { table } = tablePage;

const nudges = () => Number(document.querySelector("[data-nudges]")?.dataset.nudges ?? 0);
let known = nudges();

document.addEventListener("htmx:ws:after:message:incoming", () => {
  if (nudges() > known) flash(document.querySelector("[data-nudges]").textContent.trim());
  known = nudges();
});

/** @param {string} words */
function flash(words) {
  let times = 12;
  const timer = setInterval(() => {
    document.title = --times % 2 ? words : table().dataset.title;
    if (!times) clearInterval(timer);
  }, 800);
}
