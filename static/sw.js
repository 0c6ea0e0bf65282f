// The service worker of the installed app: shows the offline page when the server can't be reached. Nothing else is
// cached: a table lives on the server, and an old copy would only mislead.
"use strict";

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);
const KEPT = "offline 1";
const PAGE = new URL("offline", location.href).href;
const FILES = new URL("static/", location.href).href;

async function keep() {
  const page = await fetch(PAGE, { cache: "reload" });
  const links = (await page.clone().text()).matchAll(/(?:href|src)="([^"]*\/static\/[^"]+)"/g);
  const files = [...links].map((found) => found[1]);
  const kept = await caches.open(KEPT);
  await kept.put(PAGE, page);
  await kept.addAll(files);
}

worker.addEventListener("install", (event) => event.waitUntil(keep().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { mode, method, url } = event.request;
  if (mode === "navigate" && method === "GET") {
    event.respondWith(fetch(event.request).catch(() => caches.match(PAGE)));
  } else if (url.startsWith(FILES)) {
    event.respondWith(fetch(event.request).catch(async () => (await caches.match(url)) ?? Response.error()));
  }
});
