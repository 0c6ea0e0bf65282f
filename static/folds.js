// Opens the fold that the address names.
function open() {
  const named = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  /** @type {HTMLDetailsElement} */
  const fold = named?.closest("details");
  if (!fold) return;
  fold.open = true;
  named.scrollIntoView();
}
addEventListener("hashchange", open);
open();
