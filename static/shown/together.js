// Shows a replay to others, step by step, or follows somebody who does.
const me = Math.random().toString(36).slice(2, 12); // this page, among those that show something
const replay = () => document.getElementById("replay");
const shown = () => document.getElementById("shown").dataset;

let leads = false;
let follows = false;

/** @returns {"leading" | "following" | "alone" | ""} */
function role() {
  if (!shown().there) return "";
  if (leads) return "leading";
  return follows ? "following" : "alone";
}

function mark() {
  document.documentElement.dataset.shown = role();
}

// -- leading

let sending = false;
let waits = false;

/**
 * Shows the step on this page; steps that come while one is on its way are shown once, at the end.
 * @param {"yes" | "no"} on
 * @returns {Promise<void>}
 */
async function show(on = "yes") {
  waits = sending;
  if (sending) return;
  sending = true;
  const { move, from, path } = replay().dataset;
  const body = new URLSearchParams({ move, view: from, page: me, on });
  const sent = fetch(`${path}/show`, { method: "POST", headers: { "HX-Request": "true" }, body });
  const answer = await sent.catch(/** @returns {null} */ () => null);
  if (answer && !answer.ok) leads = false;
  sending = false;
  if (waits) await show(leads ? "yes" : "no");
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("#show-all")) return;
  event.preventDefault();
  document.getElementById("more").hidePopover();
  [leads, follows] = [true, false];
  show();
});

// -- following

function step() {
  document.dispatchEvent(new CustomEvent("replay:ask", { detail: { move: shown().move, view: shown().from } }));
}

document.addEventListener("click", ({ target }) => {
  const button = /** @type {HTMLElement} */ (target.closest("#shown button"));
  if (!button) return;
  if (button.dataset.shows) {
    leads = false;
    show("no");
  } else {
    follows = button.dataset.follows === "yes";
    if (follows) step();
  }
  mark();
});

// -- news

document.addEventListener("shown:news", ({ detail: { isFirst } }) => {
  // after a restart the server doesn't know any more what was shown
  if (isFirst && leads && !shown().there) return void show();
  if (leads && !sending && shown().page !== me) leads = false;
  if (!shown().there) follows = false;
  if (follows) step();
  mark();
});

document.addEventListener("replay:step", ({ detail: { byHand } }) => {
  if (leads) show();
  else if (byHand) follows = false;
  mark();
});
