// Sounds are off until somebody touches the TV.
for (const touch of ["pointerdown", "keydown"]) {
  document.addEventListener(touch, () => { document.documentElement.dataset.sounds = "on"; }, true);
}

// Keeps the screen on. On a home network without HTTPS there is no wake lock; a silent video does the same, but
// browsers start it only after a tap or a key press.

/** @type {HTMLVideoElement} */
const film = document.querySelector("#film");
const hint = document.getElementById("awake");
const SHOWN = 12_000; // then it would only be in the way; it is back when somebody presses something, if it must

/** @type {number | undefined} */
let hides;

function ask() {
  clearTimeout(hides);
  hint.hidden = false;
  hides = setTimeout(() => { hint.hidden = true; }, SHOWN);
}

async function lock() {
  await navigator.wakeLock.request("screen");
  hint.hidden = true;
}

async function play() {
  await film.play();
  hint.hidden = true;
}

const stayAwake = () => (navigator.wakeLock ? lock().catch(play) : play()).catch(ask);

stayAwake();
for (const touch of ["click", "keydown"]) document.addEventListener(touch, stayAwake);
document.addEventListener("visibilitychange", () => document.hidden || stayAwake()); // hiding it ends the lock
