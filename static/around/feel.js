// How the table behaves in this browser: the switches of its sheet, and what they were set to the last time.
"use strict";

for (const control of document.querySelectorAll("[data-remember]")) {
  const { remember } = control.dataset;
  if (remember in memory) control.checked = memory[remember] === "on";
  const keep = () => { document.documentElement.dataset[remember] = control.checked ? "on" : "off"; };
  control.addEventListener("change", () => {
    keep();
    memory[remember] = document.documentElement.dataset[remember];
  });
  keep();
}
