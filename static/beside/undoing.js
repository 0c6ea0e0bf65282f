// Undoing a turn in a practice: a second press right after the first is part of it, even on the page that the first one
// has opened, where it would undo the turn before.
const TWICE = 500; // milliseconds

let last = 0; // when the page was asked for
document.addEventListener("click", (event) => {
  if (!event.target.closest(".practice button")) return;
  const now = performance.now();
  if (now - last < TWICE) event.preventDefault();
  last = now;
}, true);
