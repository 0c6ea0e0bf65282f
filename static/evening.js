// The page of an evening follows what happens at its tables: it looks again now and then, while somebody sees it.

const EVERY = 15000;

async function look() {
  if (document.hidden) return;
  const answer = await fetch(location.href).catch(/** @returns {null} */ () => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".evening");
  const shown = document.querySelector(".evening");
  if (fresh instanceof HTMLElement && fresh.dataset.there) return location.replace(fresh.dataset.there); // a replay, on a TV
  if (!fresh || !shown || plain(fresh) === plain(shown)) return;
  // not under somebody's fingers
  if (shown.contains(document.activeElement) || shown.querySelector("details[open]")) return;
  shown.replaceWith(fresh);
}

/** @param {Element} page */
const plain = (page) => page.textContent?.replace(/\s+/g, " ");

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
