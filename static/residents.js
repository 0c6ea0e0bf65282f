// The sheet in which a bot is chosen closes once one is.
document.addEventListener("submit", ({ target }) => {
  const sheet = target.closest("#adding");
  if (sheet) sheet.hidePopover();
});
