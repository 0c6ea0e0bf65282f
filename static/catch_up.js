// Shows for ten seconds what the others did, to those who come back (static/beside/absence.js).
const { load } = tablePage;

const LASTS = 10_000; // milliseconds
const { missed, sheet } = document.getElementById("catches-up").dataset;

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

document.addEventListener("missed:show", ({ detail }) => show(detail));
