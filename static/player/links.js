// Links to hand on: a button copies the link that stands beside it, another opens the device's own sharing.
document.documentElement.dataset.script = "yes"; // such buttons are shown only where they work
if (navigator.share) document.documentElement.dataset.shares = "yes";

/** @param {HTMLElement} link */
async function copied(link) {
  getSelection().selectAllChildren(link); // also what one sees of it
  if (navigator.clipboard) await navigator.clipboard.writeText(link.textContent.trim());
  else if (!document.execCommand("copy")) throw new Error("to be copied by hand"); // on plain HTTP
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copies], [data-shares]");
  if (!button) return;
  const { copies, shares, done } = button.dataset;
  const link = document.getElementById(copies ?? shares);
  if (shares) navigator.share({ url: link.textContent.trim() }).catch(() => {}); // they changed their mind
  else copied(link).then(() => (button.lastChild.textContent = done), () => {});
});
