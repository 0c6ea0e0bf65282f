// Another tab of this browser has sat down here, or has left: this page was drawn for the keys of then, and is
// asked for anew, but under nobody's fingers.
const { memory } = tablePage;

const SEATS = `seats ${location.pathname}`;
const { seats } = document.querySelector("[data-seats]").dataset;
const again = () => (tablePage.held ? setTimeout(again, 1000) : location.reload());
addEventListener("storage", ({ key, newValue }) => key === SEATS && newValue !== seats && again());
memory[SEATS] = seats;
