// The lesson over a table: one card at a time on a phone, all at once on a desk.

/** @type {HTMLDialogElement} */
let dialog = null;

const cards = () => dialog.querySelector(".six");
/** The number of the card that is in view. */
const place = () => Math.round(Math.abs(cards().scrollLeft) / (cards().clientWidth || 1));

/** @param {number} by */
function turn(by) {
  cards().scrollTo({ left: (place() + by) * cards().scrollWidth / cards().childElementCount });
}

function mark() {
  const [now, last] = [place(), cards().childElementCount - 1];
  for (const [each, dot] of dialog.querySelectorAll(".dots i").entries()) dot.classList.toggle("on", each === now);
  dialog.dataset.at = now >= last ? "last" : now > 0 ? "middle" : "first";
}

// Each card's pictures are files of their own: those of later cards wait until they are wanted. In a page that is
// shown, browsers fetch them even before they are in it.
/** @param {HTMLElement} section */
function wait(section) {
  for (const use of section.querySelectorAll(".six > li + li use")) {
    use.setAttribute("data-href", use.getAttribute("href"));
    use.removeAttribute("href");
  }
}
const inView = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    inView.unobserve(target);
    for (const use of target.querySelectorAll("use[data-href]")) use.setAttribute("href", use.getAttribute("data-href"));
  }
});

/** @param {MouseEvent} event */
function press(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const pressed = target.closest("[data-lesson]")?.dataset.lesson;
  if (!pressed) return;
  event.preventDefault();
  if (pressed === "next") turn(1);
  else if (pressed === "back") turn(-1);
  else dialog.close();
}

/** @param {KeyboardEvent} event */
function arrow(event) {
  if (event.key === "ArrowRight") turn(1);
  else if (event.key === "ArrowLeft") turn(-1);
  else return;
  event.preventDefault();
}

/**
 * Shows the lesson of a page over this one.
 * @param {string} page
 */
async function show(page) {
  const parsed = new DOMParser().parseFromString(page, "text/html").getElementById("lesson");
  wait(parsed);
  const section = document.importNode(parsed, true);
  dialog = document.createElement("dialog");
  dialog.className = "teach";
  dialog.setAttribute("aria-labelledby", "lesson-title");
  dialog.append(section);
  for (const hidden of section.querySelectorAll("[hidden]")) hidden.hidden = false;
  if (document.querySelector(".game-panel > .practice")) section.querySelector(".practise").remove(); // it is one already
  document.body.append(dialog);
  /** @type {NodeListOf<HTMLLinkElement>} */
  const sheets = section.querySelectorAll("link[rel=stylesheet]");
  await Promise.all([...sheets].map((sheet) => sheet.sheet ?? new Promise((done) => {
    sheet.addEventListener("load", done);
    sheet.addEventListener("error", done);
  })));
  dialog.addEventListener("click", press);
  dialog.addEventListener("keydown", arrow);
  cards().tabIndex = 0; // it scrolls
  dialog.querySelector(".dots").append(...[...cards().children].map(() => document.createElement("i")));
  cards().addEventListener("scroll", mark);
  for (const card of cards().children) inView.observe(card);
  dialog.showModal();
  mark();
  document.getElementById("lesson-title").focus();
  dialog.addEventListener("close", () => {
    dialog.remove();
    document.dispatchEvent(new CustomEvent("lesson:over"));
  });
}
document.addEventListener("lesson:show", ({ detail }) => show(detail));
