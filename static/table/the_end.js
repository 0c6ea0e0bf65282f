// The end of a game that was watched: the count comes first (static/count.js), and until it is over the page doesn't
// know who has won.
const { table, load, calmDown, hold, keep, release } = tablePage;

const COUNT = "the count";
const { counts } = document.querySelector("[data-count]").dataset;
let [begun, counting] = [false, false];

const isPlaying = () => table().dataset.scene === "game" && !table().querySelector(".scene.ended");

document.addEventListener("htmx:before:swap", (event) => {
  const { text } = event.detail.ctx;
  if ((begun && !counting) || !isPlaying() || !text.includes("scene ended")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (begun) return; // an answer that was on its way already, such as a second poll's
  const end = new DOMParser().parseFromString(text, "text/html").getElementById("table");
  begun = counting = true;
  hold(COUNT);
  calmDown();
  keep(end.outerHTML);
  load([counts]).then((came) => came || over());
}, true);

function over() {
  counting = false;
  release(COUNT);
}
document.addEventListener("table:won", over);
