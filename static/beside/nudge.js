// A nudge: the window's title blinks for a while, for a player who is in another window.
const { table } = tablePage;

const nudges = () => Number(document.querySelector("[data-nudges]")?.dataset.nudges ?? 0);
let known = nudges();

document.addEventListener("htmx:ws:after:message:incoming", () => {
  if (nudges() > known) flash(document.querySelector("[data-nudges]").textContent.trim());
  known = nudges();
});

document.addEventListener("table:call", ({ detail }) => flash(detail));

/** @param {string} words */
function flash(words) {
  let times = 12;
  const timer = setInterval(() => {
    document.title = --times % 2 ? words : table().dataset.title;
    if (!times) clearInterval(timer);
  }, 800);
}
