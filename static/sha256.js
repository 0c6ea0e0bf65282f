// SHA-256 (FIPS 180-4), for browsers that are told of no `crypto.subtle`: over plain HTTP, as at home.

const ROUNDS = Uint32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/**
 * @param {number} word
 * @param {number} bits
 */
const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

/**
 * The message with a one, zeros and its length in bits, to whole blocks of 64 bytes.
 * @param {Uint8Array} message
 */
function padded(message) {
  const blocks = new DataView(new ArrayBuffer(Math.ceil((message.length + 9) / 64) * 64));
  new Uint8Array(blocks.buffer).set(message);
  blocks.setUint8(message.length, 0x80);
  blocks.setUint32(blocks.byteLength - 4, message.length * 8);
  return blocks;
}

/**
 * The hash as 64 digits.
 * @param {Uint8Array} message
 */
export function sha256(message) {
  const blocks = padded(message);
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      if (i < 16) words[i] = blocks.getUint32(at + 4 * i);
      else {
        const [early, late] = [words[i - 15], words[i - 2]];
        const mixed = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
        words[i] = words[i - 16] + mixed + words[i - 7] + (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
      }
      const chosen = (e & f) ^ (~e & g);
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUNDS[i] + words[i];
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] += word;
  }
  return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
}

/**
 * The bytes that hex digits say.
 * @param {string} digits
 */
export const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (two) => parseInt(two, 16));

window.hashes = { sha256, bytesOf };
