// Style sheets and scripts that come when they are first needed.
const { hold, release } = tablePage;

const PATIENCE = 10_000; // rather without style than never

/** @param {string} url */
const missing = (url) => document.querySelector(`link[href="${url}"], script[src="${url}"]`) === null;

/** @type {Map<string, Promise<boolean>>} */
const asked = new Map();

/** @param {string} url */
function fetched(url) {
  const [sheet, script] = [document.createElement("link"), document.createElement("script")];
  const one = url.includes(".css?")
    ? Object.assign(sheet, { rel: "stylesheet", href: url }) : Object.assign(script, { type: "module", src: url });
  return new Promise((done) => {
    const onerror = () => {
      one.remove();
      asked.delete(url); // until somebody asks for it again
      done(false);
    };
    document.head.append(Object.assign(one, { onload: () => done(true), onerror }));
  });
}

/** @param {string} url */
function loaded(url) {
  if (missing(url)) asked.set(url, fetched(url));
  return asked.get(url) ?? true; // the page came with it
}

/**
 * Loads what the page doesn't have yet, and says whether all of it came.
 * @param {string[]} urls
 * @returns {Promise<boolean>}
 */
async function load(urls) {
  const late = new Promise((done) => { setTimeout(done, PATIENCE, []); });
  return (await Promise.race([Promise.all(urls.map(loaded)), late])).every(Boolean);
}
tablePage.load = load;

// A frame can bring a style sheet: `load` in its template. It waits until that is there, or everything would jump.
const SHEET = /<link rel=\\?"stylesheet\\?" href=\\?"([^"\\]+)/g; // in JSON, quotes have backslashes
document.addEventListener("htmx:ws:before:message:incoming", ({ detail }) => {
  const urls = [...detail.message.data.matchAll(SHEET)].map(([, url]) => url).filter(missing);
  if (!urls.length) return;
  hold(urls);
  load(urls).then(() => release(urls));
}, true);

// Something that opens over the page names in data-loads what only it needs.
document.addEventListener("beforetoggle", (event) => {
  const { target, newState } = event;
  const { loads } = target.dataset;
  if (newState !== "open" || !loads) return;
  event.preventDefault();
  delete target.dataset.loads;
  load(loads.split(" ")).then(() => target.showPopover());
}, true);
