// Teaches newcomers: at the first table where this browser plays a game, shows the lesson before the first move, and
// hints in the first rounds; explains signs, to whoever asks. All of it is fetched only then.
const { table, memory, load } = tablePage;

/** @type {HTMLAnchorElement} */
const lesson = document.querySelector("#to-lesson");
const coach = () => document.getElementById("coach");
const here = location.pathname;
const root = document.documentElement;

/** Whether it's this player's very first decision here, with time to read. */
const begins = () => "mine" in table().dataset && coach()?.matches("[data-begins]");

const sheets = () => lesson.dataset.sheets.split(" ");

async function teach() {
  const { game, script } = lesson.dataset;
  if (!begins() || coach().matches("[data-timed]") || memory[`lesson-${game}`]) return;
  memory[`lesson-${game}`] = "seen"; // in the other tabs too
  try {
    const [page, came] = await Promise.all([
      fetch(lesson.href).then((answer) => answer.text()), load([script, ...sheets()]),
    ]);
    if (!came) delete memory[`lesson-${game}`];
    else if (begins()) document.dispatchEvent(new CustomEvent("lesson:show", { detail: page }));
  } catch {
    delete memory[`lesson-${game}`]; // no connection: the next page is soon enough
  }
}

/** Whether this is the table where the first game began. */
function first() {
  const name = `hints-${lesson.dataset.game}`;
  if (begins()) memory[name] ??= here;
  return memory[name] === here;
}

/** Shows hints: after the lesson, and with all their sheets at once, or the table would move under somebody's eyes. */
async function hint() {
  if (!first() || "firstGame" in root.dataset) return;
  await load(sheets());
  if (!document.querySelector(".teach")) root.dataset.firstGame = "";
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

let taught = Promise.resolve(); // one after another: hints wait for a lesson that is still being fetched
function begin() {
  first(); // a move may come before the lesson
  taught = taught.then(teach);
  taught.then(hint).then(announce);
}
if (lesson) {
  document.addEventListener("table:after", begin);
  document.addEventListener("lesson:over", () => { hint().then(announce); });
  begin();
}

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-ends-hints]")) document.querySelector('[data-remember="hints"]').click();
});

// -- signs

let rest = 0;

/** @param {number[]} [detail] */
async function explain(detail) {
  const { script } = document.getElementById("to-signs").dataset;
  if (await load([script])) document.dispatchEvent(new CustomEvent("signs:ask", { detail }));
}
document.addEventListener("click", ({ target, clientX, clientY }) => {
  if (target.closest("#to-signs")) explain();
  else if (table().contains(target)
    && !target.closest("button, a, input, label, select, summary, [open], [data-up], #sheet[tabindex]")) {
    explain([clientX, clientY]);
  }
});
document.addEventListener("pointermove", ({ target, clientX, clientY, movementX, movementY, pointerType }) => {
  if (!movementX && !movementY) return; // the table moved under a mouse that lies still
  clearTimeout(rest);
  if (pointerType !== "mouse" || !table().contains(target) || target.closest("[data-up]")) return;
  rest = setTimeout(explain, 600, [clientX, clientY]);
});
document.addEventListener("keydown", () => clearTimeout(rest));
