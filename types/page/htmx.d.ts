// As much of htmx 4 and of its extension for sockets as our scripts use.

declare const htmx: {
  ajax(
    method: string,
    url: string,
    context: { target: string; select?: string; swap: string; values?: Record<string, string> },
  ): Promise<void>;
  swap(context: { sourceElement: Element; target: string; swap: string; text: string }): Promise<void>;
};

interface HtmxRequest {
  sourceElement: HTMLElement;
  response?: Response;
  values?: Record<string, string>;
}

interface DocumentEventMap {
  "htmx:before:request": CustomEvent<{ ctx: HtmxRequest }>;
  "htmx:after:request": CustomEvent<{ ctx: HtmxRequest }>;
  "htmx:finally:request": CustomEvent<{ ctx: HtmxRequest }>;
  "htmx:before:swap": CustomEvent<{ ctx: { text: string }, tasks: { target: Element }[] }>;
  "htmx:after:swap": CustomEvent;
  "htmx:ws:after:connection": CustomEvent<{ connection: { socket: WebSocket } }>;
  "htmx:ws:before:message:incoming": CustomEvent<{ message: { data: string } }>;
  "htmx:ws:after:message:incoming": CustomEvent<{ message: { data: string } }>;
  "htmx:ws:close": CustomEvent<{ code: number }>;
}
