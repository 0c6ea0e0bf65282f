// What the scripts of a table's page have in common (static/table.js).

declare var tablePage: typeof import("../../static/table.js").tablePage;

interface DocumentEventMap {
  /** A frame is about to be drawn. */
  "table:before": CustomEvent;
  /** It is drawn: what the table's data were before, its new lines of the log, whether it is one's turn now. */
  "table:after": CustomEvent<{ was: DOMStringMap; news: HTMLElement[]; asked: boolean }>;
}
