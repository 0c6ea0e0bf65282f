// A player's part of the shuffle. For each seat of its own this browser makes a random number, says its hash at once
// and keeps the number to itself. After Start, when nobody can take back a hash any more, it notes them all and then
// shows its number. The page that checks the shuffle reads the note (static/shuffle_check.js).

const { memory } = tablePage;
const { sha256, bytesOf } = hashes;

/** @param {string} list */
const words = (list) => list.split(" ").filter(Boolean);
const fresh = () =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const sent = new Set();

/**
 * Once; again with the next frame, if it did not get through.
 * @param {string} where
 * @param {string} place
 * @param {Record<string, string>} said
 */
function send(where, place, said) {
  const what = `${where} ${place}`;
  if (sent.has(what)) return;
  sent.add(what);
  const body = new URLSearchParams({ place, ...said });
  fetch(where, { method: "POST", body, headers: { "HX-Request": "true" }, keepalive: true }).catch(() => {
    sent.delete(what);
  });
}

function takePart() {
  const line = document.getElementById("shuffle");
  if (!line) return;
  const { at, commitment, places, commitments, lacking, asked } = line.dataset;
  const name = `shuffle ${at.split("/").at(-1)}`;
  /** @type {{ commitment: string, nonces: Record<string, string>, seen?: string }} */
  const note = JSON.parse(memory[name] ?? "null") ?? { commitment, nonces: {} };
  for (const place of words(lacking)) note.nonces[place] ??= fresh();
  if (asked) note.seen ??= `${places} ${commitments}`;
  if (lacking || asked) memory[name] = JSON.stringify(note);
  for (const place of words(lacking)) send(`${at}/commit`, place, { commitment: sha256(bytesOf(note.nonces[place])) });
  // Whoever was promised something else keeps their number: it counts by its hash, and the check says why.
  if (note.commitment !== commitment || (asked && note.seen !== `${places} ${commitments}`)) return;
  for (const place of words(asked)) {
    const nonce = note.nonces[place];
    if (nonce && words(commitments).includes(sha256(bytesOf(nonce)))) send(`${at}/reveal`, place, { nonce });
  }
}
document.addEventListener("table:after", takePart);
takePart();
