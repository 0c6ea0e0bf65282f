// Style sheets and scripts that come when they are first needed.
const { hold, release } = tablePage;

const PATIENCE = 10_000; // rather without style than never

/** @param {string} url */
const missing = (url) => document.querySelector(`link[href="${url}"], script[src="${url}"]`) === null;

/** @param {string} url */
function loaded(url) {
  const [sheet, script] = [document.createElement("link"), document.createElement("script")];
  const one = url.includes(".css?")
    ? Object.assign(sheet, { rel: "stylesheet", href: url }) : Object.assign(script, { type: "module", src: url });
  return new Promise((done) => {
    document.head.append(Object.assign(one, { onload: done, onerror: done }));
  });
}

/**
 * Loads what the page doesn't have yet.
 * @param {string[]} urls
 */
function load(urls) {
  const late = new Promise((done) => { setTimeout(done, PATIENCE); });
  return Promise.race([Promise.all(urls.filter(missing).map(loaded)), late]);
}

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
