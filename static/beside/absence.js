// Notices who comes back after some minutes, to show what the others did meanwhile. The script that shows it is fetched
// only then.
const { table, memory, load } = tablePage;

const [AWAY, LASTS] = [120_000, 10_000]; // milliseconds
const SEEN = `seen ${location.pathname.replace(/\/watch$/, "")}`;
const catchesUp = document.getElementById("catches-up"); // until the table is over

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
  if (await load([catchesUp.dataset.script])) document.dispatchEvent(new CustomEvent("missed:show", { detail: seen }));
}

if (catchesUp) {
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) look();
    else comeBack();
  });
  document.addEventListener("table:after", () => document.hidden || look());
  comeBack();
}
