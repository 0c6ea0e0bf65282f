// Sounds for a card, a new round, your turn and the score. They are synthesized, and off by default; the game's
// templates assign them to log lines (data-sound).
/**
 * Each note: pitch in hertz, start and length in seconds.
 * @type {Record<string, { shape: OscillatorType, notes: [number, number, number][] }>}
 */
const TUNES = {
  place: { shape: "triangle", notes: [[196, 0, 0.09], [147, 0.03, 0.12]] },
  deal: { shape: "triangle", notes: [[330, 0, 0.06], [392, 0.07, 0.06], [330, 0.14, 0.06], [440, 0.21, 0.08]] },
  turn: { shape: "sine", notes: [[523, 0, 0.25], [784, 0.16, 0.45]] },
  knock: { shape: "triangle", notes: [[220, 0, 0.07], [220, 0.16, 0.07]] },
  score: { shape: "sine", notes: [[392, 0, 0.3], [523, 0.18, 0.3], [659, 0.36, 0.3], [784, 0.54, 0.8]] },
};
const LOUDNESS = 0.12;
/** @type {AudioContext} */
let sound = null; // browsers allow it only after a key press or a tap

function wake() {
  if (document.documentElement.dataset.sounds !== "on") return;
  sound ??= new (window.AudioContext ?? window.webkitAudioContext)(); // Safari as it was
  if (sound.state === "suspended") sound.resume();
}
for (const gesture of ["pointerup", "keydown", "change"]) document.addEventListener(gesture, wake);

/** @param {string} name */
function play(name) {
  if (!sound || document.documentElement.dataset.sounds !== "on") return;
  const { shape, notes } = TUNES[name];
  for (const [pitch, begins, rings] of notes) {
    const [voice, volume] = [sound.createOscillator(), sound.createGain()];
    const at = sound.currentTime + begins;
    voice.type = shape;
    voice.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(LOUDNESS, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + rings);
    voice.connect(volume).connect(sound.destination);
    voice.start(at);
    voice.stop(at + rings);
  }
}

// One sound per frame: the one that matters most.
document.addEventListener("table:after", ({ detail: { news, asked } }) => {
  const sounds = [...news.map((line) => line.dataset.sound), asked ? "turn" : ""];
  const heard = ["score", "turn", "deal", "place"].find((name) => sounds.includes(name));
  if (heard) play(heard);
});

document.addEventListener("table:sound", ({ detail }) => play(detail));
