// A device that several people share: when the turn passes to another of them, a banner says for a moment whose it is. The
// bar says the same and stays, so screen readers are spared the banner.
const { table } = tablePage;

const LASTS = 600; // milliseconds
const asked = () => ("mine" in table().dataset ? table().querySelector("form [name=seat]")?.getAttribute("value") : null);
let had = asked();

document.addEventListener("table:after", () => {
  const seat = asked();
  if (!seat || seat === had) return;
  if (had) announce();
  had = seat;
});

function announce() {
  document.querySelector(".handover")?.remove();
  const banner = document.body.appendChild(document.createElement("p"));
  banner.className = "handover";
  banner.setAttribute("aria-hidden", "true");
  banner.textContent = table().querySelector(".by-name").textContent;
  setTimeout(() => banner.remove(), LASTS);
}
