// Reloads the page when another tab of this browser has taken or left a seat here, because it was rendered for the
// old keys; but not while somebody is using it.
const { memory } = tablePage;

const SEATS = `seats ${location.pathname}`;
const { seats } = document.querySelector("[data-seats]").dataset;
const again = () => (tablePage.held ? setTimeout(again, 1000) : location.reload());
addEventListener("storage", ({ key, newValue }) => key === SEATS && newValue !== seats && again());
memory[SEATS] = seats;
