// A TV opens the table it was paired with, and follows to the rematch.
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
  const replay = document.getElementById("shown")?.dataset.there; // somebody shows one to everybody
  if (replay) return replay;
  if (!document.querySelector("[data-follow]") || document.getElementById("count")) return null;
  const here = location.pathname.replace(/\/tv$/, "");
  const there = await fetch(`${here}/follow`, { method: "POST" }); // sends the TV's key, if it has one
  const [table] = /^.*?\/r\/[^/]+/.exec(new URL(there.url).pathname);
  return `${table}/tv`;
});
for (const news of ["htmx:ws:after:message:incoming", "table:counted"]) document.addEventListener(news, follow);
