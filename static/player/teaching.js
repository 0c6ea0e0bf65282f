// Teaches newcomers: at the first table where this browser plays a game, shows the lesson before the first move, and
// hints in the first rounds. Explains a sign that the mouse rests on or a finger taps. All of it is fetched only then.
const { table, memory } = tablePage;

/** @type {HTMLAnchorElement} */
const lesson = document.querySelector("#to-lesson");
const coach = () => document.getElementById("coach");
const here = location.pathname;
const root = document.documentElement;

/** Whether it's this player's very first decision here, with time to read. */
const begins = () => "mine" in table().dataset && coach()?.matches("[data-begins]");

/** @param {string} src */
function loaded(src) {
  return new Promise((onload, onerror) => {
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src, onload, onerror }));
  });
}

/** @param {string} href */
function styled(href) {
  return new Promise((onload) => {
    const rel = "stylesheet";
    document.head.append(Object.assign(document.createElement("link"), { rel, href, onload, onerror: onload }));
  });
}
/** @type {Promise<unknown>} */
let styles = null;
const dress = () => (styles ??= Promise.all(lesson.dataset.sheets.split(" ").map(styled)));

/** Shows the lesson if it's time for it, and says whether it did. */
async function teach() {
  const { game, script } = lesson.dataset;
  if (!begins() || coach().matches("[data-timed]") || memory[`lesson-${game}`]) return false;
  const { version } = table().dataset;
  memory[`lesson-${game}`] = "seen"; // in the other tabs too
  try {
    const [page] = await Promise.all([fetch(lesson.href).then((answer) => answer.text()), loaded(script), dress()]);
    const same = table().dataset.version === version;
    if (same) document.dispatchEvent(new CustomEvent("lesson:show", { detail: page }));
    return same;
  } catch {
    delete memory[`lesson-${game}`]; // no connection: the next page is soon enough
    return false;
  }
}

/** Shows hints at the table where the first game began: after the lesson, or the table would jump behind it. */
async function hint() {
  if (memory[`hints-${lesson.dataset.game}`] !== here || document.querySelector(".teach")) return;
  await dress();
  root.dataset.firstGame = "";
  announce();
}

let heard = "";
/** Has the hint read, once. */
function announce() {
  const said = coach()?.querySelector("p")?.textContent.trim() ?? "";
  if (document.querySelector(".teach") || said === heard || !("firstGame" in root.dataset) || root.dataset.hints !== "on") return;
  heard = said;
  if (!said) return;
  // after the question, which is announced last
  setTimeout(() => {
    document.getElementById("narration").appendChild(document.createElement("p")).textContent = said;
  });
}

async function begin() {
  if (begins()) memory[`hints-${lesson.dataset.game}`] ??= here;
  if (!await teach()) hint();
}
if (lesson) {
  document.addEventListener("table:after", begin);
  document.addEventListener("lesson:over", hint);
  begin();
}

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-ends-hints]")) document.querySelector('[data-remember="hints"]').click();
});

// -- signs

const NO_SIGN = "button, a, input, label, select, summary, [open], [data-up], #sheet[tabindex]"; // a press does something
/** @type {Promise<unknown>} */
let signs = null;
let rest = 0;

/** @param {number[]} [at] */
function explain(at) {
  signs ??= import(document.getElementById("to-signs").dataset.script); // waits for its list, too
  signs.then(() => document.dispatchEvent(new CustomEvent("signs:ask", { detail: at })));
}
document.addEventListener("click", ({ target, clientX, clientY }) => {
  if (target.closest("#to-signs")) explain();
  else if (table().contains(target) && !target.closest(NO_SIGN)) explain([clientX, clientY]);
});
document.addEventListener("pointermove", ({ target, clientX, clientY, pointerType, buttons }) => {
  clearTimeout(rest);
  const rests = pointerType === "mouse" && !buttons && table().contains(target) && !target.closest("[data-up]");
  if (rests) rest = setTimeout(explain, 600, [clientX, clientY]);
});
