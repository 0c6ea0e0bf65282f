// Checks a table's shuffle in the browser: what was committed to, the seed that comes of it, and what the seed deals.
// The generator is Python's (app/engine/chance.py): the Mersenne Twister, of which only random() is used. Both are
// held to the same vectors (tests/fixtures/shuffle_vectors.json).

const { sha256, bytesOf } = hashes;

// -- the generator

/**
 * The numbers of Python's random.Random(seed).random(), for a seed of 256 bits in hex.
 * @param {string} digits
 */
function twister(digits) {
  const key = words32(digits);
  const state = new Uint32Array(624);
  state[0] = 19650218;
  for (let i = 1; i < 624; i++) state[i] = Math.imul(1812433253, state[i - 1] ^ (state[i - 1] >>> 30)) + i;
  let i = 1;
  const next = () => { if (++i > 623) [state[0], i] = [state[623], 1]; };
  const before = () => state[i - 1] ^ (state[i - 1] >>> 30);
  for (let n = 0; n < Math.max(624, key.length); n++, next()) {
    const j = n % key.length;
    state[i] = (state[i] ^ Math.imul(before(), 1664525)) + key[j] + j;
  }
  for (let n = 0; n < 623; n++, next()) state[i] = (state[i] ^ Math.imul(before(), 1566083941)) - i;
  state[0] = 0x80000000;

  let at = 624;
  function word() {
    if (at === 624) at = renew(state);
    let y = state[at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }
  return () => {
    const [high, low] = [word() >>> 5, word() >>> 6];
    return (high * 67108864 + low) / 9007199254740992;
  };
}

/** @param {Uint32Array} state */
function renew(state) {
  for (let i = 0; i < 624; i++) {
    const y = (state[i] & 0x80000000) | (state[(i + 1) % 624] & 0x7fffffff);
    state[i] = state[(i + 397) % 624] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
  }
  return 0;
}

/**
 * A number in words of 32 bits, the lowest first, without empty ones at its end.
 * @param {string} digits
 */
function words32(digits) {
  const found = digits.match(/.{8}/g).map((word) => parseInt(word, 16)).reverse();
  while (found.length > 1 && found.at(-1) === 0) found.pop();
  return found;
}

/**
 * One stream of the seed; each label has its own.
 * @param {string} seed
 * @param {string} label
 */
const stream = (seed, label) => twister(sha256(new TextEncoder().encode(`${label}:${seed}`)));

/**
 * The things in random order (Fisher–Yates).
 * @template T
 * @param {T[]} things
 * @param {() => number} random
 */
function shuffled(things, random) {
  const order = [...things];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/**
 * @param {string} secret
 * @param {string[]} nonces
 */
const seedOf = (secret, nonces) => sha256(bytesOf(secret + nonces.join("")));

// -- the check

/**
 * @typedef {{ things: (string | number)[], shown: (string | number)[], picks: boolean }} Lot
 * @typedef {{ code: string, game: string, commitment: string, places: number[], commitments: string[],
 *   secret?: string, nonces?: string[], seed?: string, lots?: Lot[] }} Proof
 * @typedef {{ commitment: string, nonces: Record<string, string>, seen?: string }} Note
 */

/**
 * What the seed makes of each lot, in the order in which the game draws them.
 * @param {Proof} proof
 */
function dealt(proof) {
  const random = stream(proof.seed, proof.game);
  return proof.lots.map(({ things, picks }) =>
    picks ? [things[Math.floor(random() * things.length)]] : shuffled(things, random));
}

/**
 * Each question with its answer; null where this browser can't tell.
 * @param {Proof} proof
 * @param {Note} note what this browser noted before it showed its number
 * @returns {Record<string, boolean | null>}
 */
function checked(proof, note) {
  const { commitment, commitments, places, secret, nonces, seed, lots } = proof;
  const seen = `${places.join(" ")} ${commitments.join(" ")}`;
  const noted = note && note.commitment === commitment && (note.seen ?? seen) === seen;
  if (!secret) return { kept: note ? noted : null };
  const own = Object.entries(note?.nonces ?? {}).filter(([place]) => places.includes(Number(place)));
  const counted = own.every(([place, nonce]) => nonces[places.indexOf(Number(place))] === nonce);
  const decks = dealt(proof);
  return {
    secret: sha256(bytesOf(secret)) === commitment,
    nonces: nonces.every((nonce, seat) => [nonce, sha256(bytesOf(nonce))].includes(commitments[seat])),
    seed: seedOf(secret, nonces) === seed,
    deal: lots.length ? lots.every(({ shown }, lot) => shown.every((thing, at) => decks[lot][at] === thing)) : null,
    kept: note?.seen ? noted : null,
    own: note?.seen && own.length ? counted : null,
  };
}

/** @param {string} code */
function noteOf(code) {
  try { return JSON.parse(localStorage[`shuffle ${code}`] ?? "null"); } catch { return null; }
}

function check() {
  const list = document.getElementById("checks");
  /** @type {Proof} */
  const proof = JSON.parse(list.dataset.proof);
  for (const [question, answer] of Object.entries(checked(proof, noteOf(proof.code)))) {
    const said = list.querySelector(`[data-check=${question}] [data-says="${answer}"]`);
    if (said) said.hidden = said.parentElement.hidden = false;
  }
  list.hidden = false;
  const decks = document.getElementById("decks");
  if (decks && proof.lots?.length) {
    for (const deck of dealt(proof)) {
      decks.appendChild(document.createElement("li")).textContent = deck.join(", ");
    }
    decks.parentElement.hidden = false;
  }
}
if (document.getElementById("checks")) check();

window.shuffleCheck = { sha256, seedOf, stream, shuffled, checked, check };
