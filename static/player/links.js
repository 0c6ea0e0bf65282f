// Links to share: one button copies the link beside it, another opens the device's share sheet.
document.documentElement.dataset.script = "yes"; // without it, CSS hides these buttons
if (navigator.share) document.documentElement.dataset.shares = "yes";

/** @param {HTMLElement} link */
async function copied(link) {
  getSelection().selectAllChildren(link); // for execCommand, and as feedback
  if (navigator.clipboard) await navigator.clipboard.writeText(link.textContent);
  else if (!document.execCommand("copy")) throw Error(); // plain HTTP has no clipboard API
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copies], [data-shares]");
  if (!button) return;
  const { copies, shares, done } = button.dataset;
  const link = document.getElementById(copies ?? shares);
  const url = link.textContent = new URL(link.textContent.trim(), location.href).href;
  if (shares && navigator.share) navigator.share({ url }).catch(() => {}); // cancelled
  else copied(link).then(() => (button.lastChild.textContent = done), () => {});
});
