// What the front page does by itself: where the connection is a secure one, the site can be installed like an app.
if ("serviceWorker" in navigator) {
  /** @type {HTMLScriptElement} */
  const script = document.querySelector("script[data-worker]");
  navigator.serviceWorker.register(script.dataset.worker).catch(() => {});
}
