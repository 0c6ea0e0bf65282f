// Whoever comes back after some minutes sees for ten seconds what the others did meanwhile.
const { table, memory, load } = tablePage;

const [AWAY, LASTS] = [120_000, 10_000]; // milliseconds
const SEEN = `seen ${location.pathname.replace(/\/watch$/, "")}`;
const { missed, sheet } = document.getElementById("catches-up").dataset;

const version = () => Number(table().dataset.version ?? 0);
function look() {
  if (version()) memory[SEEN] = `${version()} ${Date.now()}`;
}

async function comeBack() {
  const [seen, at] = (memory[SEEN] ?? "").split(" ").map(Number);
  const left = document.getElementById("clock")?.dataset.left;
  const isLate = left !== undefined && Number(left) < LASTS / 1000;
  if (at && Date.now() - at > AWAY && version() > seen && !isLate && table().dataset.scene === "game") await show(seen);
  if (!document.hidden) look();
}

/** @param {number} seen */
async function show(seen) {
  const answer = await fetch(`${missed}?since=${seen}`).catch(() => Response.error());
  if (answer.status !== 200 || document.getElementById("catch-up")) return;
  const html = await answer.text();
  await load([sheet]);
  const panel = new DOMParser().parseFromString(html, "text/html").getElementById("catch-up");
  document.body.append(panel);
  panel.querySelector("button").addEventListener("click", () => panel.remove());
  setTimeout(fold, LASTS, panel);
  const said = document.createElement("p");
  said.textContent = [...panel.querySelectorAll("h2, li p")].map((each) => each.textContent.trim()).join(" ");
  document.getElementById("narration").append(said);
}

/** @param {HTMLElement} panel */
function fold(panel) {
  if (panel.matches(":hover, :focus-within")) setTimeout(fold, 1000, panel); // being read
  else panel.remove();
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) look();
  else comeBack();
});
document.addEventListener("table:after", () => document.hidden || look());
comeBack();
