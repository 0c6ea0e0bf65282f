// Teaches newcomers: at the first table where this browser plays a game, shows the lesson before the first move, and
// hints in the first rounds. Both are fetched only then.
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

async function teach() {
  const { game, script } = lesson.dataset;
  if (!begins() || coach().matches("[data-timed]") || memory[`lesson-${game}`]) return;
  const { version } = table().dataset;
  memory[`lesson-${game}`] = "seen"; // in the other tabs too
  try {
    const [page] = await Promise.all([fetch(lesson.href).then((answer) => answer.text()), loaded(script)]);
    if (table().dataset.version === version) document.dispatchEvent(new CustomEvent("lesson:show", { detail: page }));
  } catch {
    delete memory[`lesson-${game}`]; // no connection: the next page is soon enough
  }
}

/** Shows hints at the table where the first game began. */
function hint() {
  const first = `hints-${lesson.dataset.game}`;
  if (begins()) memory[first] ??= here;
  if (memory[first] !== here || "firstGame" in root.dataset) return;
  for (const href of lesson.dataset.sheets.split(" ")) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  }
  root.dataset.firstGame = "";
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

function begin() {
  hint();
  teach().then(announce);
}
if (lesson) {
  document.addEventListener("table:after", begin);
  document.addEventListener("lesson:over", announce);
  begin();
}

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-ends-hints]")) document.querySelector('[data-remember="hints"]').click();
});
