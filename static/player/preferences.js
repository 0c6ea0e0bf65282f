// The preferences of this browser: restores and saves the switches in the sheet.
const { memory } = tablePage;

/** @type {NodeListOf<HTMLInputElement>} */
const switches = document.querySelectorAll("[data-remember]");

for (const control of switches) {
  const { remember } = control.dataset;
  if (remember in memory) control.checked = memory[remember] === "on";
  const keep = () => { document.documentElement.dataset[remember] = control.checked ? "on" : "off"; };
  control.addEventListener("change", () => {
    keep();
    memory[remember] = document.documentElement.dataset[remember];
  });
  keep();
}
