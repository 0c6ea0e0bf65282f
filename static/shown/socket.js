// Hears which replay somebody shows to everybody, and at which step.
const listening = document.getElementById("listens");
const WAITS = [1_000, 2_000, 5_000, 15_000, 30_000]; // milliseconds, until it tries to connect again
const GONE = [4403, 4404, 4410];
let failed = 0;

function connect() {
  const address = new URL(listening.dataset.socket, location.href);
  const socket = new WebSocket(address.href.replace(/^http/, "ws"));
  let isFirst = true;
  socket.addEventListener("message", ({ data }) => {
    if (!data.startsWith("{")) return; // a heartbeat
    listening.innerHTML = JSON.parse(data).content;
    failed = 0;
    document.dispatchEvent(new CustomEvent("shown:news", { detail: { isFirst } }));
    isFirst = false;
  });
  socket.addEventListener("close", ({ code }) => {
    if (!GONE.includes(code)) setTimeout(connect, WAITS[Math.min(failed++, WAITS.length - 1)]);
  });
}
connect();
