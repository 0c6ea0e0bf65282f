// What the scripts of a table's page have in common (static/table/frames.js).

declare var tablePage: typeof import("../../static/table/frames.js").tablePage;

interface DocumentEventMap {
  /** A frame is about to be drawn. */
  "table:before": CustomEvent;
  /** It is laid out and about to be painted: sizes and styles are known. Several frames may have come since the last. */
  "table:laid": CustomEvent;
  /** It is drawn: what the table's data were before, its new lines of the log, whether it is one's turn now. */
  "table:after": CustomEvent<{ was: DOMStringMap; news: HTMLElement[]; asked: boolean }>;
  /** The count at the end has come to the winner, or there is none. */
  "table:won": CustomEvent;
  /** The count at the end is over, and the page's own end is to be seen. */
  "table:counted": CustomEvent;
  /** A sound of its own, by name. */
  "table:sound": CustomEvent<string>;
  "table:call": CustomEvent<string>;
  /** The lesson's page, to be shown over the table; and it has been closed. */
  "lesson:show": CustomEvent<string>;
  "missed:show": CustomEvent<number>;
  "signs:ask": CustomEvent<number[]>;
  "lesson:over": CustomEvent;
}
