// Types of ilsrender.js, which shows streams of HTML patches in a page.

/**
 * HTML at the end of the element that the last edit of nodes was in, or of one so many levels above; with a negative number,
 * of its last child element, of the last child element of that, and so on.
 */
export type Append = string | [levels: number, html: string];
/**
 * `[path, html]`, `[path, start, html]`, `[path, start, offset, html]`, `[path, start, offset, end, endOffset, html]`. A path
 * that begins with -n begins with n indices of the last path. Without a path, `[start, offset, html]` and
 * `[start, offset, end, endOffset, html]`, the element is that of the last edit of nodes.
 */
export type NodesEdit = [path: number[], ...positions: number[], html: string] | [start: number, offset: number, ...end: number[], html: string];
/** `[path, name, text]`, `[path, name, keep, text]`; null removes the attribute. */
export type AttributeEdit =
  | [path: number[], name: string, text: string | null]
  | [path: number[], name: string, keep: number, text: string];
/** The number, edits, and `true` where the text has ended; or the number, the version, HTML, and the path that appends go to. */
export type Patch =
  | [sequence: number, ...edits: (Append | NodesEdit | AttributeEdit | true)[]]
  | [sequence: number, version: 1, html: string, ...rest: (number[] | true)[]];

/** Applies patches to the `.ils` element in a host. */
export class PatchView {
  constructor(host: Element);
  readonly host: Element;
  readonly root: HTMLElement | null;
  apply(patch: Patch): void;
}

export type StreamState = "idle" | "connecting" | "live" | "waiting" | "done" | "failed";

export interface StreamOptions {
  /** Sent with each request. */
  headers?: Record<string, string>;
  fetch?: typeof fetch;
  /** Seconds to wait before each attempt to come back; the last one is repeated. */
  delays?: number[];
  /** Milliseconds without a byte after which a connection is taken for lost. */
  patience?: number;
  /** Whether streams of the same service, query and headers share one connection; elements do unless they are `alone`. */
  shares?: boolean;
}

/** A server-sent event. */
export interface StreamEvent { type: string; data: string; id?: string }

/** Splits a body into events; null tells that something came. */
export function events(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent | null>;

/** Dispatches `patch`, `stats`, `done`, `failed` and `state` as `CustomEvent`s. */
export class PatchStream extends EventTarget {
  static delays: number[];
  static patience: number;
  constructor(src: string, options?: StreamOptions);
  readonly src: string;
  readonly state: StreamState;
  /** Seconds until the next attempt, while `waiting`. */
  readonly seconds: number;
  /** The status of the last answer, if it was a refusal such as 429 or 503; 0 where there was none. */
  readonly refusal: number;
  /** Connects; the promise is kept when nothing follows. */
  open(): Promise<void>;
  close(): void;
}

/**
 * `<ils-stream src follow pace alone>`. Attributes `state` and `seconds` tell about the connection; events are `ils-state`,
 * `ils-stats`, `ils-done`, `ils-failed`, and `ils-shown` when patches have been applied.
 */
export class StreamElement extends HTMLElement {
  /** What the element says; to be changed for pages in other languages. */
  static words: { jump: string; done: string };
  headers: Record<string, string>;
  options?: StreamOptions;
  start(): void;
  stop(): void;
  jumpToBottom(): void;
}

declare global {
  interface HTMLElementTagNameMap { "ils-stream": StreamElement }
}
