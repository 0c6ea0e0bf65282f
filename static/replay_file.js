// A replay in a file of its own: everything is in here, packed; this unpacks it, puts steps together, and changes the
// language. The player (replay.js) asks it for each step.

/**
 * Texts are lists, with one for each language.
 * @typedef {{ locales: string[], css: string, pictures: string, versions: number[], titles: string[], about: string[],
 *   tokens: string[], skeletons: string[][], nodes: (number | string)[][], steps: [string[], number, string[]][][] }} Packed
 */

/** @returns {Promise<Packed>} */
async function unpacked() {
  const text = /** @type {HTMLTemplateElement} */ (document.getElementById("packed")).content.textContent;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

const packed = await unpacked();
const liked = navigator.languages.map((each) => packed.locales.indexOf(each.split("-")[0]));
let language = liked.find((each) => each >= 0) ?? 0;

const FIRST_LETTER = 256;

/**
 * A text as it was, from a letter for each of its tags and for each text between them.
 * @param {string} coded
 */
function decoded(coded) {
  return Array.from(coded, (letter) => packed.tokens[letter.charCodeAt(0) - FIRST_LETTER]).join("");
}

/**
 * A fragment's text: its skeleton with those inside it in its holes.
 * @param {number} number
 * @returns {string}
 */
function fragment(number) {
  const [skeleton, ...inner] = packed.nodes[number];
  /** @type {Map<string | number, number>} */
  const within = new Map();
  for (let at = 0; at < inner.length; at += 2) within.set(inner[at], Number(inner[at + 1]));
  const parts = decoded(packed.skeletons[Number(skeleton)][language]).split("\0");
  return parts.map((part, at) => (at % 2 ? fragment(within.get(part)) : part)).join("");
}

let hides = true; // what would give the ending away

/** @param {number} number */
function frame(number) {
  const [openings, rest] = packed.steps[number][Number(hides)];
  return decoded(openings[language]) + fragment(rest);
}

/** @param {number} number */
function part(number) {
  const [,, around] = packed.steps[number][Number(hides)];
  return decoded(around[language]).replace("\0", () => frame(number));
}

/** @param {string} text */
function elements(text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  return template.content;
}

function step() {
  const number = Number(location.hash.slice(1));
  return number in packed.steps ? number : 0;
}

/**
 * Whether this picture lies there at this step: `place` is the id of the element it is in.
 * @param {number} number
 * @param {string} place
 * @param {string} picture
 */
function lies(number, place, picture) {
  const within = elements(frame(number)).getElementById(place);
  const pictures = within ? [within, ...within.querySelectorAll("[data-flies], [transform]")] : [];
  return pictures.some((each) => each.dataset.flies === picture || each.getAttribute("transform") === picture);
}

/**
 * The step in which a picture was laid where it lies at this step, found by halving, because what is laid stays.
 * @param {string} place
 * @param {string} picture
 */
function laid(place, picture) {
  let [without, withIt] = [0, step()];
  if (!lies(withIt, place, picture)) return withIt;
  if (lies(without, place, picture)) return without;
  while (withIt - without > 1) {
    const middle = (without + withIt) >> 1;
    if (lies(middle, place, picture)) withIt = middle;
    else without = middle;
  }
  return withIt;
}

/** @param {number} number */
function show(number) {
  document.getElementById("replay").replaceWith(elements(part(number)));
  history.replaceState(null, "", `#${number}`);
}

function speak() {
  document.documentElement.lang = packed.locales[language];
  document.title = packed.titles[language];
  document.getElementById("about").replaceChildren(elements(packed.about[language]));
  for (const button of document.querySelectorAll("[data-locale]")) {
    const isSpoken = button.dataset.locale === packed.locales[language];
    button.setAttribute("aria-pressed", String(isSpoken));
    if (isSpoken) document.getElementById("language").textContent = button.textContent;
  }
  show(step());
  if (document.getElementById("checks")) window.shuffleCheck.check();
}

document.adoptedStyleSheets = [new CSSStyleSheet()];
document.adoptedStyleSheets[0].replaceSync(packed.css);
document.body.prepend(elements(packed.pictures));
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-locale]");
  if (!button) return;
  language = packed.locales.indexOf(button.dataset.locale);
  /** @type {HTMLDetailsElement} */ (button.closest("details")).open = false;
  speak();
});
addEventListener("hashchange", () => show(step()));
speak();

window.replayFile = {
  show,
  laid,
  reveal: () => { hides = false; },
  /** @param {number} version */
  told: (version) => packed.versions.findLastIndex((each) => each <= version),
};
