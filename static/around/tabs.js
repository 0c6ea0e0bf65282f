// Another tab of this browser has sat down here, or has left: this page was drawn for the keys of then, and is
// asked for anew, but under nobody's fingers.
"use strict";
{
  const [SEATS, { seats }] = [`seats ${location.pathname}`, document.querySelector("[data-seats]").dataset];
  const again = () => (holds.size ? setTimeout(again, 1000) : location.reload());
  addEventListener("storage", ({ key, newValue }) => key === SEATS && newValue !== seats && again());
  memory[SEATS] = seats;
}
