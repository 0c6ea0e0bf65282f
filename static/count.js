// The count at the end of a game: a dialog over the table, in the evening, step by step to the winner. The page's own
// end is held back until then. table.js loads this when it is needed, and it runs once.
const counted = () => document.dispatchEvent(new CustomEvent("table:won"));

const LATE = 60; // seconds; who comes later than this sees the end at once
const BEHIND = 8; // seconds; who is further behind joins where the others are
const PATIENCE = 4_000;
const ON_WALL = 12_000; // a TV shows the winner for so long, and then the scores
const wall = document.documentElement.classList.contains("tv");
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
const theme = document.documentElement.dataset.theme;

/** @type {HTMLDialogElement} */
let dialog = null;
/** @type {HTMLElement[]} */
let steps = [];
let at = -1;
/** @type {number} */
let timer = null;

/** @param {string} selector */
const within = (selector) => dialog.querySelector(selector);

/** @param {string | undefined} name */
function light(name) {
  if (name) document.documentElement.dataset.theme = name;
  else delete document.documentElement.dataset.theme;
}

/** @param {string} name */
const sound = (name) => document.dispatchEvent(new CustomEvent("table:sound", { detail: name }));

async function begin() {
  const answer = await fetch(document.querySelector("[data-count]").dataset.count, {
    cache: "no-store", signal: AbortSignal.timeout(PATIENCE),
  });
  if (!answer.ok) return counted();
  dialog = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("dialog");
  const ago = Number(dialog.dataset.ago);
  if (ago > LATE) return counted();
  const told = within(".steps");
  told.remove();
  steps = [...told.querySelectorAll("li")].filter(({ dataset: { kind } }) => !(calm ? ["turn", "score"] : ["still"]).includes(kind));
  await tablePage.load(dialog.dataset.sheets.split(" "));
  document.body.append(dialog);
  dialog.addEventListener("cancel", (event) => { event.preventDefault(); press(); });
  dialog.addEventListener("keydown", (event) => event.stopPropagation()); // or Escape would undo at the table below, too
  within(".skipit button").addEventListener("click", press);
  light("evening");
  document.title = steps[0].firstElementChild.textContent;
  dialog.showModal();
  within(".skipit button").focus({ preventScroll: true });
  let late = ago > BEHIND ? ago * 1000 : 0;
  while (late > 0 && at < steps.length - 2) late -= show(at + 1);
  if (at < 0) show(0);
  go();
  if (wall) follow();
}

/** @param {HTMLElement} step */
const lasts = (step) => (calm ? 2_000 : Number(step.dataset.lasts));

function go() {
  clearTimeout(timer);
  if (at < steps.length - 1) timer = setTimeout(() => { show(at + 1); go(); }, lasts(steps[at]));
  else if (wall) timer = setTimeout(leave, ON_WALL);
}

/**
 * Shows a step; says how long it lasts.
 * @param {number} number
 */
function show(number) {
  const before = at < 0 ? null : steps[at].dataset.sums.split(" ").map(Number);
  at = number;
  const step = steps[at];
  const { kind, part, seats, sums } = step.dataset;
  const [head, note, label] = [...step.children].map((each) => each.textContent);
  Object.assign(dialog.dataset, { kind, part });
  within("#count-head").textContent = head;
  within(".beneath").textContent = note;
  within(".label").textContent = label;
  within(".label").hidden = !label;
  stages(part, kind === "won");
  const shown = seats.split(" ");
  const last = !steps.slice(at + 1).some((later) => later.dataset.kind === kind);
  for (const view of dialog.querySelectorAll("figure")) {
    const on = shown.includes(view.dataset.seat);
    view.classList.toggle("shown", on);
    if (on && kind !== "hold") view.dataset.seen = "";
    if (on && (kind === "turn" || kind === "won" || (kind === "still" && last))) view.dataset.turned = "";
    if (on && kind !== "turn" && "turned" in view.dataset) view.dataset.opened = "";
  }
  lights(step.dataset.lit);
  tally(sums.split(" ").map(Number), before, shown, kind);
  const stage = within(".stages .on")?.textContent;
  say([kind === "score" && stage, head, note, label].filter(Boolean));
  if (kind === "turn") sound("deal");
  if (kind === "score") sound("place");
  if (kind === "won") won();
  return lasts(step);
}

/**
 * @param {string} part
 * @param {boolean} over
 */
function stages(part, over) {
  const all = [...dialog.querySelectorAll(".stages li")];
  const now = all.findIndex((each) => each.dataset.part === part);
  for (const [place, stage] of all.entries()) {
    stage.classList.toggle("on", place === now);
    stage.classList.toggle("done", over || place < now);
  }
}

/**
 * Lights up what counts.
 * @param {string} lit
 */
function lights(lit) {
  const all = new Set(lit.split(" "));
  for (const view of dialog.querySelectorAll("figure")) {
    for (const place of view.querySelectorAll("[data-s]")) {
      place.classList.toggle("lit", all.has(`${view.dataset.seat}:${place.dataset.s}`));
    }
  }
}

/**
 * @param {number[]} sums
 * @param {number[] | null} before
 * @param {string[]} shown
 * @param {string} kind
 */
function tally(sums, before, shown, kind) {
  const scale = Math.max(10, Math.ceil(Math.max(...steps.at(-1).dataset.sums.split(" ").map(Number)) / 10) * 10);
  const order = sums.map((_, seat) => seat).sort((a, b) => sums[b] - sums[a] || a - b);
  for (const [seat, row] of dialog.querySelectorAll(".tally li").entries()) {
    const gain = kind === "won" || before === null ? 0 : sums[seat] - before[seat];
    const [had, more] = row.querySelector(".rod").querySelectorAll("i");
    had.style.inlineSize = `${Math.max(0, Math.min(sums[seat], sums[seat] - gain)) / scale * 100}%`;
    more.style.inlineSize = `${Math.max(0, gain) / scale * 100}%`;
    row.querySelector(".num").textContent = String(sums[seat]).replace("-", "−");
    row.classList.toggle("on", kind !== "hold" && kind !== "still" && shown.includes(String(seat)));
    row.classList.toggle("later", ["turn", "score"].includes(kind) && seat !== Number(shown[0]) && stillToCome(seat));
    row.style.setProperty("--by", String(order.indexOf(seat) - seat));
  }
}

/**
 * Whether a seat's points in this category are still unknown.
 * @param {number} seat
 */
function stillToCome(seat) {
  const { part } = steps[at].dataset;
  return steps.slice(at).some(({ dataset: other }) => other.part === part && other.seats === String(seat));
}

/** @param {string[]} sentences */
function say(sentences) {
  const said = within(".said");
  const ended = sentences.map((each) => (/[.!?。！？]$/.test(each) ? each : `${each}.`));
  said.appendChild(document.createElement("p")).textContent = ended.join(" ");
  while (said.childElementCount > 9) said.firstElementChild.remove();
}

function won() {
  light("day");
  const [skip, scores] = within(".skipit").querySelectorAll("button > span");
  skip.hidden = true;
  scores.hidden = false;
  within(".skipit svg").remove();
  counted();
}

function press() {
  if (at === steps.length - 1) return leave();
  if (dialog.dataset.skip) fetch(dialog.dataset.skip, { method: "POST" });
  skip();
}

function skip() {
  if (!dialog?.isConnected || at === steps.length - 1) return;
  show(steps.length - 1);
  go();
}

function leave() {
  clearTimeout(timer);
  light(theme);
  dialog.close();
  dialog.remove();
  scrollTo({ top: 0, behavior: "instant" });
  document.getElementById("winner-title")?.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("table:counted"));
}

/** A TV goes on as soon as the host does. */
function follow() {
  if (document.querySelector("#game-panel[data-counted]")) skip();
}
if (wall) document.addEventListener("htmx:ws:after:message:incoming", follow);

begin().catch(counted);
