// A new line of the chat comes alone. What is shown already is dropped; after a gap, a new connection begins with all lines.
const { lost } = tablePage;

document.addEventListener("htmx:ws:before:message:incoming", (event) => {
  const said = event.detail.message.data;
  if (!said.startsWith('{"target":"#messages","since"')) return;
  /** @type {{ since: [number, number], attributes: Record<string, string> }} */
  const { since, attributes } = JSON.parse(said);
  const shown = document.getElementById("messages");
  const { version, revision } = shown.dataset;
  const gap = since[0] - Number(version) || since[1] - Number(revision);
  if (gap) event.preventDefault();
  else for (const [name, value] of Object.entries(attributes)) shown.setAttribute(name, value);
  if (gap > 0) lost();
});
