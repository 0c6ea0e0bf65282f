// What scripts find on our pages is HTML: the DOM's own types allow for more, and every script would have to say so.

interface ParentNode {
  querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
  querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
}

interface Element {
  closest<E extends Element = HTMLElement>(selectors: string): E | null;
}

type OnElement<E extends Event> = E & { target: HTMLElement };

interface Document {
  addEventListener<K extends keyof DocumentEventMap>(
    type: K,
    listener: (event: OnElement<DocumentEventMap[K]>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

interface Window {
  /** Safari before version 14.1 */
  webkitAudioContext: typeof AudioContext;
}
