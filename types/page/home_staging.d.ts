// What the scripts of a Home Staging table share (static/home_staging/board): each is in a block of its own.

/** A cell as seen from a piece's anchor: rows down and columns to the right. */
type Offset = [row: number, column: number];

/** The house's rectangle on the paper. */
interface Box {
  column: number;
  row: number;
  columns: number;
  rows: number;
}

/**
 * One turn of a piece, as the server describes it. `why` and `at` have a letter for each cell of the house's box, for
 * the piece with its grip there: "." if that is legal, else why not, and which of its cells is in the way.
 */
interface Turn {
  body: Offset[];
  circulation: Offset[];
  rug: Offset[];
  sides: [row: number, column: number, side: string][];
  grip: Offset;
  cut: string[];
  lost: string[];
  why: string;
  at: string;
  /** The anchors of its legal places, read from `why`. */
  legal: number[];
}

/** A piece that can still be drawn, and how: as chosen, as the other option, or mirrored. */
interface Hand {
  how: string;
  option: number;
  piece: string;
  left: number;
  turns: Turn[];
  windows: string[];
}

/** A turn of the piece in hand, and the cell of its anchor. */
interface Place {
  turn: number;
  anchor: number;
}

/** A piece drawn this turn, such as 20A2r3m@F6, as the server has it. */
interface Pencilled {
  name: string;
  how: string;
  cells: string[];
}

interface Point {
  x: number;
  y: number;
}

interface StagingPlaces {
  SIZE: number;
  rowOf(cell: number): number;
  columnOf(cell: number): number;
  nameOf(cell: number): string;
  cellOf(name: string): number;
  cellsAt(offsets: Offset[], anchor: number): number[];
  readBox(text: string): Box;
  readHands(json: string, box: Box): Hand[];
  covers(hand: Hand, place: Place): number[];
  gripOf(hand: Hand, place: Place): number;
  isLegal(hand: Hand, place: Place): boolean;
  cutsOff(hand: Hand, place: Place): boolean;
  lost(hand: Hand, place: Place): string;
  first(hand: Hand, turn: number, step: number, find: (turn: Turn) => number): Place;
  at(hand: Hand, turn: number, cell: number): Place;
  turned(hand: Hand, place: Place, cell: number, step: number): Place;
  nudged(hand: Hand, place: Place, side: string): Place;
  snapped(hand: Hand, turn: number, point: Point): Place;
  held(hand: Hand, turn: number, cell: number): Place;
  all(hand: Hand): Place[];
  why(hand: Hand, place: Place, box: Box): { letter: string; cell: number };
}

interface StagingSending {
  /** Make these moves, each once those before it have been answered. */
  send(...moves: string[]): void;
  /** Call this once nothing is under way. */
  then(call: () => void): void;
  readonly busy: boolean;
}

interface StagingDrawing {
  /** Where a piece may lie, turned like this or otherwise. */
  marks(hand: Hand, turn: number): void;
  /** The piece in hand, and the cells that are in its way. */
  ghost(hand: Hand, place: Place, look: { legal: boolean; cut: boolean; cross: number[]; hint?: boolean }): void;
  /** The piece that the server shows at this place has been moved; null: none has. */
  moved(hand: Hand, place: Place): void;
  /** The piece is on the sheet no more. */
  lift(): void;
  clear(): void;
  /** A closing as it is painted: its cells, and the edges that can be its door. */
  region(cells: number[], doors: string[], cursor: number): void;
}

interface StagingWords {
  sentence(key: string, gaps?: Record<string, string>): string;
  nameOf(hand: Hand): string;
  place(hand: Hand, place: Place): string;
  reason(hand: Hand, place: Place, box: Box): { words: string; cell: number };
  /** In the bar. */
  brief(hand: Hand, place: Place): string;
  ask(): void;
  say(words: string, refused?: boolean): void;
  /** To those who don't see the bar. */
  speak(words: string): void;
  /** To all. */
  refuse(words: string): void;
}

interface StagingHand {
  readonly hand: Hand;
  readonly hands: Hand[];
  readonly place: Place;
  readonly turn: number;
  readonly cell: number;
  readonly box: Box;
  pick(hand: Hand): void;
  takeNext(): void;
  waiting(): Hand[];
  unfinished(): boolean;
  lay(place: Place, cell?: number): void;
  spin(step: number, cell?: number): void;
  nudge(side: string): void;
  settle(): void;
  putBack(): void;
  leaveOut(): void;
  /** What the server has of this turn. */
  readonly pencilled: Pencilled[];
  lift(piece: Pencilled): void;
  isSent(name: string): boolean;
  erase(name: string): void;
  think(wanted?: (hand: Hand) => boolean): void;
  switchIdea(): void;
  refuse(place: Place): void;
  show(): void;
}

interface StagingClosing {
  /** Whether taps on the plan are for walls and doors. */
  readonly open: boolean;
  /** Whether a room is being closed. */
  readonly closes: boolean;
  tap(point: Point): void;
  begin(cell: number): void;
  paint(cell: number): void;
  end(): void;
  cancel(): void;
  /** Send what the server doesn't know yet, before the turn ends; whether there is anything. */
  finish(): boolean;
  /** By keys: go to the next cell, add it or drop it. */
  step(side: string): void;
  toggle(): void;
}

declare var staging: {
  places: StagingPlaces;
  sending: StagingSending;
  drawing: StagingDrawing;
  words: StagingWords;
  hand: StagingHand;
  closing: StagingClosing;
};

interface DocumentEventMap {
  /** A move of the script was refused. */
  "staging:refused": CustomEvent;
}
