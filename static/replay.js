// The player of a replay. Every step is a page of its own, reached by plain links; this fetches the part that
// changes, plays, and answers to keys, the slider and swipes. A result that is hidden stays hidden.

const page = () => document.getElementById("replay");
const slider = () => /** @type {HTMLInputElement} */ (document.getElementById("slider"));
const PACE = [1600, 800, 400]; // milliseconds a turn, at each speed
const AT_MOST = 125; // between two steps while the slider is dragged

/**
 * localStorage throws if cookies are blocked.
 * @type {Record<string, string>}
 */
const memory = (() => { try { return localStorage; } catch { return {}; } })();
const REVEALED = `revealed ${location.pathname}`;

// -- steps

const file = window.replayFile; // all steps, if this page is a file of its own

/** @type {AbortController} */
let asked = null;

/**
 * Shows the step at this address; only the latest one that was asked for.
 * @param {string} address
 */
async function show(address, byHand = true) {
  const was = document.activeElement?.getAttribute("aria-keyshortcuts") ?? document.activeElement?.id;
  const isOpen = document.getElementById("more").matches(":popover-open");
  const furthest = Number(slider().max);
  if (file) file.show(Number(new URL(address).hash.slice(1)));
  else if (!await loaded(address)) return;
  if ("hides" in page().dataset && Number(slider().max) < furthest) slider().max = String(furthest);
  mark();
  const more = document.getElementById("more");
  if (isOpen && !more.matches(":popover-open")) more.showPopover();
  refocus(was);
  narrate();
  document.dispatchEvent(new CustomEvent("replay:step", { detail: { byHand } }));
}

// somebody shows this step to everybody
document.addEventListener("replay:ask", ({ detail: { move, view } }) => {
  const address = new URL(addressOf(move));
  if (view === "table") address.searchParams.delete("view");
  else address.searchParams.set("view", view);
  pause();
  show(address.href, false);
});

/**
 * Swaps in a step from the server; false if it isn't wanted any more, or can't be had this way.
 * @param {string} address
 */
async function loaded(address) {
  const exact = new URL(address);
  if ("hides" in page().dataset && memory[REVEALED]) exact.searchParams.set("spoilers", "yes");
  asked?.abort();
  const { signal } = (asked = new AbortController());
  try {
    const answer = await fetch(exact, { headers: { "HX-Request": "true" }, signal });
    if (!answer.ok) throw new Error(answer.statusText);
    const text = await answer.text();
    await htmx.swap({ sourceElement: document.body, target: "#replay", swap: "outerMorph", text });
  } catch {
    if (!signal.aborted) location.assign(exact);
    return false;
  }
  for (const name of ["told", "laid", "picture"]) exact.searchParams.delete(name);
  exact.searchParams.set("move", page().dataset.move);
  history.replaceState(null, "", exact.href);
  return true;
}

/**
 * A button that leads nowhere any more can't keep the focus.
 * @param {string | null} was
 */
function refocus(was) {
  if (document.activeElement !== document.body || !was) return;
  const same = page().querySelector(`[aria-keyshortcuts="${CSS.escape(was)}"][href]`) ?? document.getElementById(was);
  /** @type {HTMLElement} */ (same ?? slider()).focus();
}

/** @param {number | string} step */
function addressOf(step) {
  const address = new URL(location.href);
  if (file) address.hash = String(step);
  else address.searchParams.set("move", String(step));
  return address.href;
}

// While it plays fast, only what is stepped to by hand is spoken.
function narrate() {
  if (!playing || speed === 0) document.getElementById("narration").textContent = slider().getAttribute("aria-valuetext");
}

document.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement} */
  const link = event.target.closest("#replay a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  if (link.id === "reveal") {
    memory[REVEALED] = "yes";
    file?.reveal();
  }
  pause();
  show(link.href);
});

// -- playing

let playing = false;
let speed = 0;
/** @type {number} */
let timer = 0;

function tick() {
  const { next } = page().dataset;
  if (!playing || !next) return pause();
  show(addressOf(Number(next))).then(() => { if (playing) timer = setTimeout(tick, PACE[speed]); });
}

function play() {
  playing = true;
  mark();
  tick();
}

function pause() {
  playing = false;
  clearTimeout(timer);
  mark();
}

// The part that is swapped in knows neither whether it plays nor how fast.
function mark() {
  document.querySelector(".told")?.setAttribute("tabindex", "0");
  document.getElementById("play").setAttribute("aria-pressed", String(playing));
  document.querySelector("#speed .times").textContent = `${2 ** speed}×`;
}

document.addEventListener("click", ({ target }) => {
  if (target.closest("#play")) (playing ? pause : play)();
  if (target.closest("#speed")) {
    speed = (speed + 1) % PACE.length;
    mark();
  }
});
// -- slider

let shownAt = 0;
/** @type {number} */
let later = 0;
document.addEventListener("input", ({ target }) => {
  if (target.id !== "slider") return;
  pause();
  clearTimeout(later);
  const wait = Math.max(0, shownAt + AT_MOST - Date.now());
  later = setTimeout(() => {
    shownAt = Date.now();
    show(addressOf(Number(slider().value)));
  }, wait);
});

// -- keys

/** @type {Record<string, string>} */
const KEYS = { PageUp: "Shift+ArrowLeft", PageDown: "Shift+ArrowRight" };
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input:not([type=range])") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && !event.target.matches("button, summary, a")) {
    event.preventDefault();
    (playing ? pause : play)();
  } else if (/^[1-9]$/.test(event.key)) {
    press(event, /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".views a"))[Number(event.key) - 1]);
  } else if (event.key === "s" || event.key === "c") {
    press(event, document.getElementById(event.key === "s" ? "speed" : "copy"));
  } else {
    const key = KEYS[event.key] ?? (event.shiftKey ? `Shift+${event.key}` : event.key);
    const control = document.querySelector(`#replay [aria-keyshortcuts="${CSS.escape(key)}"]`);
    const taken = event.target.closest(".told, .said") && /Arrow|Page|Home|End/.test(event.key);
    if (control && !taken) press(event, /** @type {HTMLElement} */ (control));
  }
});

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} control
 */
function press(event, control) {
  if (!control) return;
  event.preventDefault();
  control.click();
}

// -- swipes over the houses

/** @type {Touch} */
let began = null;
document.addEventListener("touchstart", (event) => {
  began = event.touches.length === 1 && event.target.closest("#table") ? event.touches[0] : null;
}, { passive: true });
document.addEventListener("touchend", ({ changedTouches: [ended] }) => {
  const [x, y] = began ? [ended.clientX - began.clientX, ended.clientY - began.clientY] : [0, 0];
  began = null;
  if (Math.abs(x) < 60 || Math.abs(y) > Math.abs(x) / 2) return;
  const key = x < 0 ? "ArrowRight" : "ArrowLeft";
  /** @type {HTMLElement} */ (document.querySelector(`#replay [aria-keyshortcuts="${key}"]`)).click();
});

// -- pictures and lines of the log lead to the step in which they were laid and told

document.addEventListener("click", (event) => {
  const line = event.target.closest("#log-lines li[id]");
  if (line) return told(line.id.split("-")[1]);
  const picture = event.target.closest("#table [data-flies], #table use[transform]");
  const place = picture?.closest("[id]");
  if (!place || place.id === "table") return;
  event.preventDefault(); // a house would open
  laid(place.id, picture.dataset.flies ?? picture.getAttribute("transform"));
});

/** @param {string} version */
function told(version) {
  go(file && addressOf(file.told(Number(version))), { told: version });
}

/**
 * @param {string} place
 * @param {string} picture
 */
function laid(place, picture) {
  go(file && addressOf(file.laid(place, picture)), { laid: place, picture });
}

/**
 * @param {string} address in a file
 * @param {Record<string, string>} asked what the server is asked for
 */
function go(address, asked) {
  const there = new URL(address || addressOf(Number(page().dataset.move)));
  if (!address) for (const [name, value] of Object.entries(asked)) there.searchParams.set(name, value);
  pause();
  show(there.href);
}

// The log is one stop for Tab; arrows lead through its lines.
document.addEventListener("keydown", (event) => {
  const log = event.target.closest(".told");
  if (!log || !["ArrowUp", "ArrowDown", "Enter"].includes(event.key)) return;
  const lines = [...log.querySelectorAll("li[id]")];
  const now = lines.indexOf(event.target.closest("li"));
  event.preventDefault();
  if (event.key === "Enter") return now >= 0 && lines[now].click();
  const next = /** @type {HTMLElement} */ (lines[now + (event.key === "ArrowDown" ? 1 : -1)] ?? lines[Math.max(0, now)]);
  next.tabIndex = -1;
  next.focus();
});

// -- the link

document.addEventListener("click", async ({ target }) => {
  const button = /** @type {HTMLElement} */ (target.closest("#copy"));
  if (!button) return;
  const address = new URL(location.href);
  address.searchParams.delete("spoilers"); // whoever opens it decides for themselves
  try {
    await navigator.clipboard.writeText(address.href);
  } catch {
    prompt(button.title, address.href); // plain HTTP has no clipboard
    return;
  }
  const words = button.title;
  document.getElementById("narration").textContent = button.title = button.dataset.done;
  button.classList.add("go");
  setTimeout(() => { button.title = words; button.classList.remove("go"); }, 2000);
});

if ("hides" in page().dataset && memory[REVEALED]) {
  file?.reveal();
  show(addressOf(Number(page().dataset.move)));
}
mark();
