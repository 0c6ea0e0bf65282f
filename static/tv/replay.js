// A replay that somebody steers from a phone: shows their step, and goes back once nothing is shown any more.
const listens = document.getElementById("listens");
/** @type {AbortController} */
let asked = null;

/** @returns {Promise<void>} */
async function follow() {
  const { there } = document.getElementById("shown").dataset;
  if (!there) return location.replace(listens.dataset.back);
  const address = new URL(there, location.href);
  if (address.pathname !== location.pathname) return location.replace(address);
  asked?.abort();
  const { signal } = (asked = new AbortController());
  try {
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal });
    if (!answer.ok) return;
    const text = await answer.text();
    await htmx.swap({ sourceElement: document.body, target: "#replay", swap: "outerMorph", text });
  } catch {
    // a newer step has come, or the line is down: then everything is told again
  }
}

if (listens) document.addEventListener("shown:news", follow);
