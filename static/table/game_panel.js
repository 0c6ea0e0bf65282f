// The panel over a game: leads to the rematch, and counts down the time left for a decision.

// Follow the others to the rematch, unless this page was opened after they had left.
let leads = document.querySelector("[data-follow]") !== null;
function follow() {
  /** @type {HTMLFormElement} */
  const form = document.querySelector("[data-follow] form");
  if (form && !leads) setTimeout(go, 4000, form);
  leads = form !== null;
}
/** @param {HTMLFormElement} form */
function go(form) {
  if (tablePage.held) setTimeout(go, 1000, form);
  else if (form.isConnected) form.requestSubmit();
}

// The time left for the current decision.
/** @type {number} */
let ends = null;
function wind() {
  const clock = document.getElementById("clock");
  ends = clock && performance.now() + Number(clock.dataset.left) * 1000;
  tick();
}
function tick() {
  const clock = document.getElementById("clock");
  if (!clock || ends === null) return;
  const left = Math.max(0, Math.round((ends - performance.now()) / 1000));
  clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
setInterval(tick, 1000);
document.addEventListener("htmx:ws:after:message:incoming", (event) => {
  if (event.detail.message.data.includes('"#game-panel"')) {
    follow();
    wind();
  }
});
wind();
