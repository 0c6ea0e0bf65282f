// What the player of a replay (static/replay.js) asks of a file that holds all steps (static/replay_file.js).

interface Window {
  replayFile?: {
    show(step: number): void;
    told(version: number): number;
    laid(place: string, picture: string): number;
    reveal(): void;
  };
}
