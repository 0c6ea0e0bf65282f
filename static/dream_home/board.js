// Dream Home by mouse and touch: drags a pair from the offer into the house, and enlarges a card on hover or long
// press. Both are optional: tapping always works.
const { table, hold, release } = tablePage;

const NEAR = 8; // pixels that a press may move before it is a drag
const LONG = 500; // milliseconds for a long press or a hover
/** @param {HTMLElement} one */
const shown = (one) => one.getClientRects().length > 0;
const slots = () => [...table().querySelectorAll(".own .slot")];
/** @param {HTMLElement} slot */
const name = (slot) => slot.id.split("-").pop();

/**
 * Something that can be dragged: its cards, and for a pair still on offer the button that takes it and the slots it
 * would fit.
 * @typedef {{ cards: HTMLElement, take?: HTMLElement, up?: string[], down?: string[], special?: boolean }} Load
 */

/**
 * The pointer pressed on a load, where it was pressed, and the picture dragged along.
 * @type {Load & { x: number, y: number, pointer: number, ghost: HTMLElement }}
 */
let press = null;
let swallow = false; // whether to swallow the click that ends a drag or a long press

// -- what can be dragged, and where to

/**
 * @param {HTMLElement} target
 * @returns {Load}
 */
function grasp(target) {
  const column = target.closest(".column");
  const take = column?.matches("[data-up]") ? column.querySelector("button.take") : null;
  if (take && getComputedStyle(take).pointerEvents !== "none") {
    const [up, down] = [column.dataset.up, column.dataset.down].map((names) => names.split(" "));
    return { cards: column.querySelector(".cards"), take, up, down };
  }
  const card = target.closest(".sel .card");
  return card && table().querySelector(".own .glow") ? { cards: card, special: card.matches(".special") } : null;
}

/**
 * Whether a pair still on offer would fit into a slot.
 * @param {HTMLElement} slot
 * @param {Load} load
 */
const fits = (slot, { up, down }) => [...up, ...down].includes(name(slot));

/**
 * The control in a slot that a drop there presses.
 * @param {HTMLElement} slot
 * @param {Load} load
 */
function goal(slot, { special }) {
  const fitting = special ? ".glow:is(.decor, .scaffold)" : ".glow:is(.up, .down)";
  const glows = [...slot.querySelectorAll(fitting)];
  return glows.find(shown) ?? glows[0] ?? null;
}

// -- dragging

document.addEventListener("pointerdown", (event) => {
  const held = event.isPrimary && event.button === 0 && grasp(event.target);
  if (held) press = { ...held, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
});

function lift() {
  hold("drag");
  hide();
  const box = press.cards.getBoundingClientRect();
  press.ghost = document.body.appendChild(document.createElement("div"));
  press.ghost.className = "table dragged";
  press.ghost.append(press.cards.cloneNode(true));
  for (const size of ["--dh", "--dw", "--aw"]) {
    press.ghost.style.setProperty(size, getComputedStyle(press.cards).getPropertyValue(size));
  }
  for (const side of /** @type {const} */ (["left", "top", "width", "height"])) {
    press.ghost.style[side] = `${box[side]}px`;
  }
  press.cards.closest(".column").setPointerCapture(press.pointer);
  for (const slot of slots()) {
    if (!(press.take ? fits(slot, press) : goal(slot, press))) continue;
    slot.classList.add("may");
    slot.classList.toggle("under", Boolean(press.take) && !press.up.includes(name(slot)));
  }
}

/** @param {PointerEvent} event */
function over(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest(".slot.may") ?? null;
}

document.addEventListener("pointermove", (event) => {
  if (press?.pointer !== event.pointerId) return;
  const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
  if (!press.ghost && Math.hypot(dx, dy) > NEAR) lift();
  if (!press.ghost) return;
  press.ghost.style.translate = `${dx}px ${dy}px`;
  const slot = over(event);
  for (const one of slots()) one.classList.toggle("aim", one === slot);
});

function drop() {
  press?.ghost?.remove();
  for (const slot of slots()) slot.classList.remove("may", "under", "aim");
  press = null;
}

/** @type {string} */
let follows = null; // the slot for the pair being taken
document.addEventListener("pointerup", (event) => {
  if (press?.pointer !== event.pointerId) return;
  const dragged = press;
  const slot = dragged.ghost && over(event);
  drop();
  if (!dragged.ghost) return;
  swallow = true;
  // after the click event that the browser fires at the end of a drag
  setTimeout(() => {
    swallow = false;
    if (slot && dragged.take?.isConnected) {
      follows = slot.id;
      dragged.take.click();
    } else if (slot && !dragged.take) {
      goal(slot, dragged)?.click();
    }
    release("drag");
  });
});
function putBack() {
  if (press?.ghost) setTimeout(() => release("drag"));
  drop();
}
document.addEventListener("pointercancel", putBack);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !press?.ghost) return;
  event.preventDefault();
  putBack();
}, true);
document.addEventListener("click", (event) => {
  if (!swallow) return;
  swallow = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// The pair has been taken: now place it where it was dropped, face-up if possible.
document.addEventListener("table:after", () => {
  if (!follows || !table().querySelector(".sel")) return;
  const place = document.getElementById(follows)?.querySelector(".glow.up, .glow.down");
  follows = null;
  place?.click();
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.response?.status !== 204) follows = null;
});

// -- a closer look

const peek = document.body.appendChild(document.createElement("div"));
peek.id = "peek";
peek.className = "table peek";
peek.popover = "manual";
peek.setAttribute("aria-hidden", "true"); // screen readers get the same words from the card itself
let timer = 0;

/** @param {HTMLElement} place */
function look(place) {
  const large = document.querySelector(`#closer [data-of="${place.id.split("-").pop()}"]`);
  const said = [...place.querySelectorAll(".vh")]
    .filter((one) => one.closest("button")?.matches(".second, .whynot") !== true);
  if (place.matches(".column") && large) peek.replaceChildren(...[...large.children].map((one) => one.cloneNode(true)));
  else {
    const words = document.createElement("p");
    words.textContent = said.map((one) => one.textContent.trim()).join(" ");
    peek.replaceChildren(...[...place.querySelectorAll(".pic, .card")].map((one) => one.cloneNode(true)), words);
  }
  peek.showPopover();
  const [box, own] = [place.getBoundingClientRect(), peek.getBoundingClientRect()];
  const others = table().querySelector(".others").getBoundingClientRect();
  const room = box.right + own.width + NEAR < innerWidth;
  const beside = others.left >= box.right ? others.left + NEAR
    : room ? box.right + NEAR : Math.max(NEAR, box.left - own.width - NEAR);
  peek.style.left = `${Math.min(beside, innerWidth - own.width - NEAR)}px`;
  peek.style.top = `${Math.max(NEAR, Math.min(box.top, innerHeight - own.height - NEAR))}px`;
}

function hide() {
  clearTimeout(timer);
  if (peek.matches(":popover-open")) peek.hidePopover();
}

/** @param {HTMLElement} target */
function rest(target, then = () => {}) {
  const place = target.closest?.(".column:not(.gone), .slot:not([data-lies=empty])");
  clearTimeout(timer);
  if (!place || table().querySelector(".own .glow")) return; // it would lie over the slots for the card in hand
  timer = setTimeout(() => {
    look(place);
    then();
  }, LONG);
}

document.addEventListener("pointerover", ({ pointerType, target, buttons }) => {
  if (pointerType === "touch" || buttons) return;
  hide();
  rest(target);
});
document.addEventListener("pointerdown", ({ pointerType, target }) => {
  hide();
  if (pointerType === "touch") rest(target, () => { swallow = true; });
});
for (const end of ["pointerup", "pointercancel", "keydown", "scroll", "table:before"]) {
  document.addEventListener(end, (event) => {
    hide();
    if (event instanceof PointerEvent && event.pointerType === "touch") setTimeout(() => { swallow = false; });
  }, true);
}
document.addEventListener("contextmenu", (event) => {
  if (peek.matches(":popover-open")) event.preventDefault();
});

// -- a sheet over the table closes with the move that is made there: frames wait as long as it is open

document.addEventListener("click", ({ target }) => {
  /** @type {HTMLElement} */
  const sheet = target.closest("[name=move]")?.closest("#table .over");
  sheet?.hidePopover();
});
