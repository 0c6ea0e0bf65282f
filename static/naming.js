// The front page's sheet that asks for a name. Without this script, the same buttons lead to a page that asks.

/** @type {HTMLDialogElement} */
const sheet = document.querySelector("#naming");
/** @type {HTMLFormElement} */
const form = sheet.querySelector(".naming");
const [how, says] = [form.querySelector("input.how"), form.querySelector(".says")];
/** @type {HTMLInputElement} */
const name = form.querySelector("[name=name]");
/** @type {HTMLButtonElement} */
const go = form.querySelector(".go");

document.addEventListener("submit", (event) => {
  const pressed = event.submitter;
  if (!(pressed instanceof HTMLButtonElement) || !pressed.dataset.go) return;
  event.preventDefault();
  Object.assign(how, { name: pressed.name, value: pressed.value });
  [says.textContent, go.textContent] = [pressed.dataset.says, pressed.dataset.go];
  name.required = pressed.name !== "now"; // a game against bots needs no name
  sheet.showModal();
  (name.value ? go : name).focus();
});

// Enter starts nothing: it goes on to the button, and a phone's keyboard closes.
name.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  go.focus();
});

// A press beside the sheet closes it.
sheet.addEventListener("click", (event) => {
  if (event.target === sheet) sheet.close();
});

// A second press while the table is being opened would open a second one.
form.addEventListener("submit", (event) => {
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
window.addEventListener("pageshow", () => delete form.dataset.sent); // back from the table
