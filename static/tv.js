// A TV: opens the table it was paired with, follows to the rematch, and keeps the screen on.
const LOOK_EVERY = 3_000;

/**
 * Wraps a function that finds out where the page has to go, if anywhere. It never runs twice at a time, nor after
 * navigation has begun: a second navigation would cancel the first.
 * @param {() => Promise<string>} where
 */
function errand(where) {
  let away = false;
  return async () => {
    if (away) return;
    away = true;
    const there = await where().catch(() => "");
    if (there) location.replace(there);
    away = Boolean(there);
  };
}

// -- waiting for a table

const look = errand(async () => {
  const answer = await fetch(location.pathname, { cache: "no-store" });
  if (answer.redirected) return answer.url;
  const grown = answer.ok && !(await answer.text()).includes(document.getElementById("wait").dataset.code);
  return grown ? location.pathname : null; // a new code: this one has expired
});

if (document.getElementById("wait")) setInterval(look, LOOK_EVERY);

// -- the next game

const follow = errand(async () => {
  if (!document.querySelector("[data-follow]") || document.getElementById("count")) return null;
  const here = location.pathname.replace(/\/tv$/, "");
  const there = await fetch(`${here}/follow`, { method: "POST" }); // sends the TV's key, if it has one
  const [table] = /^.*?\/r\/[^/]+/.exec(new URL(there.url).pathname);
  return `${table}/tv`;
});
for (const news of ["htmx:ws:after:message:incoming", "table:counted"]) document.addEventListener(news, follow);

// -- greeting everybody who takes a seat, once

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

// -- sounds are off until somebody touches the TV

for (const touch of ["pointerdown", "keydown"]) {
  document.addEventListener(touch, () => { document.documentElement.dataset.sounds = "on"; }, true);
}

// -- keeping the screen on. On a home network without HTTPS there is no wake lock; a silent video does the same, but
// browsers start it only after a tap or a key press.

/** @type {HTMLVideoElement} */
const film = document.querySelector("#film");
const hint = document.getElementById("awake");

async function lock() {
  await navigator.wakeLock.request("screen");
  hint.hidden = true;
}

async function play() {
  await film.play();
  hint.hidden = true;
}

const stayAwake = () => (navigator.wakeLock ? lock().catch(play) : play()).catch(() => (hint.hidden = false));

stayAwake();
for (const touch of ["click", "keydown"]) document.addEventListener(touch, stayAwake);
document.addEventListener("visibilitychange", () => document.hidden || stayAwake()); // hiding it ends the lock
