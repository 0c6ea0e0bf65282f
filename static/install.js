// What the front page does by itself: where the connection is a secure one, the site can be installed like an app.
"use strict";

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register(document.currentScript.dataset.worker).catch(() => {});
}
