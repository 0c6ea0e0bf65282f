// For those who wait. Whoever came too late can ask to hear of the next game; a player who waits for more than a minute is
// offered, once, to be told of their turns.
const { table, memory } = tablePage;

const PATIENCE = 60_000; // milliseconds
const TELLS = `tells ${location.pathname.replace(/\/watch$/, "")}`;
const mayNotify = "Notification" in window && isSecureContext;
const asks = () => mayNotify && Notification.permission === "default";
async function ask() {
  if (asks()) await Notification.requestPermission();
}

// -- the next game

function show() {
  document.querySelector("[data-tells]")?.setAttribute("aria-pressed", String(memory[TELLS] === "yes"));
}
document.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-tells]")) return;
  memory[TELLS] = memory[TELLS] === "yes" ? "no" : "yes";
  show();
  if (memory[TELLS] === "yes") ask();
});

const next = () => document.querySelector("[data-follow] p");
let known = next() !== null;
document.addEventListener("htmx:ws:after:message:incoming", () => {
  show();
  if (!known && next() && memory[TELLS] === "yes") {
    document.dispatchEvent(new CustomEvent("table:call", { detail: next().textContent.trim() }));
  }
  known = next() !== null;
});
show();

// -- one's turn

const offer = document.getElementById("offer");
/** @type {HTMLInputElement} */
const sounds = document.querySelector('[data-remember="sounds"]');
const waits = () => table().dataset.scene === "game" && !("mine" in table().dataset) && !table().querySelector(".ended");
let timer = 0;

function wait() {
  if (!offer || memory.offered || !waits()) {
    clearTimeout(timer);
    timer = 0;
    if (offer) offer.hidden = true;
  } else {
    timer ||= setTimeout(propose, PATIENCE);
  }
}
function propose() {
  if (memory.offered || (sounds.checked && !asks())) return; // answered in another tab, or in the settings
  offer.hidden = false;
  const said = document.createElement("p");
  said.textContent = offer.querySelector("p").textContent;
  document.getElementById("narration").append(said);
}
document.addEventListener("click", ({ target }) => {
  /** @type {HTMLButtonElement} */
  const button = target.closest("#offer button");
  if (!button) return;
  memory.offered = button.value;
  offer.hidden = true;
  if (button.value !== "yes") return;
  if (!sounds.checked) sounds.click();
  ask();
});
document.addEventListener("table:after", wait);
wait();
