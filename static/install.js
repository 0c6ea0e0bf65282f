// The front page: registers the service worker, so that over HTTPS the site can be installed as an app.
if ("serviceWorker" in navigator) {
  /** @type {HTMLScriptElement} */
  const script = document.querySelector("script[data-worker]");
  navigator.serviceWorker.register(script.dataset.worker).catch(() => {});
}
