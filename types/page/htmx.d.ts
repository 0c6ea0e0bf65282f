// As much of htmx 4 and of its extension for sockets as our scripts use.

declare const htmx: {
  ajax(
    method: string,
    url: string,
    context: { target: string; select?: string; swap: string; values?: Record<string, string> },
  ): Promise<void>;
  process(element: Element): void;
  swap(context: { sourceElement: Element; target: string; swap: string; text: string }): Promise<void>;
};

interface HtmxRequest {
  sourceElement: HTMLElement;
  request: RequestInit & { action: string; submitter?: HTMLElement };
  fetch?: (action: string, request: RequestInit) => Promise<Response>;
  requestTimeout?: number;
  response?: Response;
  values?: Record<string, string>;
}

interface HtmxConnection {
  socket: WebSocket;
  /** How often it has tried to reconnect. */
  attempt: number;
  config: Record<string, unknown>;
}

interface DocumentEventMap {
  "htmx:config:request": CustomEvent<{ ctx: { request: { action: string; body: FormData } } }>;
  "htmx:before:request": CustomEvent<{ ctx: HtmxRequest }>;
  "htmx:after:request": CustomEvent<{ ctx: HtmxRequest }>;
  "htmx:finally:request": CustomEvent<{ ctx: HtmxRequest }>;
  "htmx:before:swap": CustomEvent<{ ctx: { text: string }, tasks: { target: Element }[] }>;
  "htmx:after:swap": CustomEvent;
  "htmx:ws:after:connection": CustomEvent<{ connection: HtmxConnection }>;
  "htmx:ws:before:message:incoming": CustomEvent<{ message: { data: string } }>;
  "htmx:ws:after:message:incoming": CustomEvent<{ message: { data: string } }>;
  "htmx:ws:close": CustomEvent<{ connection: HtmxConnection; code: number }>;
}
