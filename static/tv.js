// What a TV does by itself: it takes up the table that was given to it, goes on to the next game, and stays on.
const LOOK_EVERY = 3_000;

/**
 * An errand tells where the page has to go, if anywhere. It is run one at a time, and not once more when the page
 * is on its way: to set out twice would break off the first journey.
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
  return grown ? location.pathname : null; // another code: this one has grown old
});

if (document.getElementById("wait")) setInterval(look, LOOK_EVERY);

// -- the next game

const follow = errand(async () => {
  if (!document.querySelector("[data-follow]")) return null;
  const here = location.pathname.replace(/\/tv$/, "");
  const there = await fetch(`${here}/follow`, { method: "POST" }); // with its key, if it has one
  const [table] = /^.*?\/r\/[^/]+/.exec(new URL(there.url).pathname);
  return `${table}/tv`;
});
document.addEventListener("htmx:ws:after:message:incoming", follow);

// -- the screen stays on. A home network is no secure context and has no wake lock: there a silent film does,
// which browsers start only after a touch or a key.

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
document.addEventListener("visibilitychange", () => document.hidden || stayAwake()); // hidden, it lets go
