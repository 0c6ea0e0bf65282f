// Notifies players who are in another window that it is their turn. Browsers allow this only over HTTPS.

const ask = document.getElementById("notices");
const notices = "Notification" in window && isSecureContext;
const offer = () => { ask.hidden = !notices || Notification.permission !== "default"; };
ask.addEventListener("click", () => Notification.requestPermission().then(offer));
offer();

/** @param {string} words */
function notify(words) {
  if (!document.hidden || !notices || Notification.permission !== "granted") return;
  const notice = new Notification(words, { tag: location.pathname });
  notice.onclick = () => { focus(); notice.close(); };
}
document.addEventListener("table:after", ({ detail: { asked } }) => {
  if (asked) notify(document.title);
});
document.addEventListener("table:call", ({ detail }) => notify(detail));
