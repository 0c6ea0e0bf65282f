// What the player of a replay (static/replay.js) asks of a file that holds all steps (static/replay_file.js).

interface Window {
  replayFile?: {
    show(step: number): void;
    told(version: number): number;
    laid(place: string, picture: string): number;
    reveal(): void;
  };
}

interface DocumentEventMap {
  /** Another step is shown, because somebody here asked for it or because it is shown to everybody. */
  "replay:step": CustomEvent<{ byHand: boolean }>;
  /** To go to the step that is shown to everybody. */
  "replay:ask": CustomEvent<{ move: string; view: string }>;
  /** What is shown to everybody has changed, or is heard for the first time since connecting. */
  "shown:news": CustomEvent<{ isFirst: boolean }>;
}
