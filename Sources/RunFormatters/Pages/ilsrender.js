// Shows a stream of HTML patches in a page; docs/patches.md describes the form, ilsrender.d.ts the types.
//
//     import "/client/ilsrender.js";
//     document.body.innerHTML = '<ils-stream src="/api/v1/streams/ID/events?as=html" follow></ils-stream>';

const isText = node => node?.nodeType === Node.TEXT_NODE;

/** A node and its next siblings, up to another one. */
function siblings(node, end) {
  const nodes = [];
  for (; node && node !== end; node = node.nextSibling) nodes.push(node);
  return nodes;
}

/** Attributes that belong to the reader and to the page's controls. A snapshot leaves them as they are. */
const kept = new Set(["open", "hidden", "tabindex"]);

/** The element that patches change: the first `.ils` in `host`. */
export class PatchView {
  #cursor = [];

  constructor(host) { this.host = host; }

  get root() { return this.host.querySelector(":scope > .ils"); }

  /** Applies a patch: an array, as parsed from its wire form. */
  apply(patch) {
    if (typeof patch[1] === "number") return this.#show(patch);
    for (const edit of patch.slice(1)) {
      if (typeof edit === "string") this.#append(0, edit);
      else if (Array.isArray(edit)) this.#edit(edit);
    }
  }

  #show([, version, html, cursor]) {
    if (version !== 1) throw new Error(`patches of version ${version}`);
    const box = document.createElement("template");
    box.innerHTML = html;
    const element = box.content.firstElementChild;
    const root = this.root;
    if (root) become(root, element); else this.host.prepend(element);
    this.#cursor = cursor ?? [];
  }

  #at(path) {
    return path.reduce((node, index) => node.childNodes[index], this.root);
  }

  /** Appends to the element of the last edit, to one above it, or to last elements in it. */
  #append(levels, html) {
    const path = this.#cursor = this.#cursor.slice(0, levels > 0 ? -levels : undefined);
    let element = this.#at(path);
    for (; levels < 0; levels++) {
      path.push(element.childNodes.length - (isText(element.lastChild) ? 2 : 1));
      element = element.lastElementChild;
    }
    const last = element.lastChild;
    if (isText(last) && !/[<&]/.test(html)) last.appendData(html);
    else this.#put(element, element.childNodes.length, 0, undefined, 0, html);
  }

  #edit([path, ...rest]) {
    const text = rest.pop();
    if (typeof path === "number") {
      if (!rest.length) return this.#append(path, text);
      rest.unshift(path);
      path = this.#cursor;
    } else if (path[0] < 0) path = [...this.#cursor.slice(0, -path[0]), ...path.slice(1)];
    const element = this.#at(path);
    const [name, keep] = rest;
    if (typeof name === "string") {
      if (text === null) return element.removeAttribute(name);
      return element.setAttribute(name, (keep ? element.getAttribute(name).slice(0, keep) : "") + text);
    }
    this.#cursor = path;
    const [start = 0, offset = 0, end, endOffset = 0] = rest;
    this.#put(element, start, offset, end, endOffset, text);
  }

  /** Puts new nodes in place of those between two positions. What stays is not touched: selections in it stay, too. */
  #put(element, start, offset, end, endOffset, html) {
    const nodes = element.childNodes;
    if (offset && end === undefined && start === nodes.length - 1 && !/[<&]/.test(html)) {
      return nodes[start].replaceData(offset, nodes[start].length - offset, html);
    }
    // Rows and items are parsed as such in an element like theirs; scripts in it would not run.
    const box = element.cloneNode(false);
    box.innerHTML = html;
    // Behind all of a text is before the next node.
    if (offset && offset === nodes[start].length) [start, offset] = [start + 1, 0];
    if (endOffset && endOffset === nodes[end].length) [end, endOffset] = [end + 1, 0];
    if (!offset && !endOffset) {
      const behind = end === undefined ? null : nodes[end] ?? null;
      const first = nodes[start - 1];
      const last = reconcile(element, siblings(nodes[start], behind), [...box.childNodes], behind) ?? first;
      if (first && last !== first) join(first, first.nextSibling);
      return join(last?.parentNode ? last : first, (last?.parentNode ? last : first)?.nextSibling);
    }
    const range = document.createRange();
    if (offset) range.setStart(nodes[start], offset); else range.setStart(element, start);
    if (end === undefined) range.setEnd(element, nodes.length);
    else if (endOffset) range.setEnd(nodes[end], endOffset);
    else range.setEnd(element, end);
    range.deleteContents();
    let before = offset ? nodes[start] : nodes[start - 1];
    let after = before ? before.nextSibling : element.firstChild;
    if (offset && before.length > offset) after = before.splitText(offset);
    const last = box.lastChild;
    while (box.firstChild) element.insertBefore(box.firstChild, after);
    join(before, before ? before.nextSibling : element.firstChild);
    if (last?.parentNode && last !== before) before = last;
    after = before ? before.nextSibling : element.firstChild;
    join(before, after);
  }
}

/** Makes neighbours that are texts one node: the older one, in which a selection may be. */
function join(before, after) {
  if (isText(after) && !after.length) return after.remove();
  if (!isText(before) || !isText(after)) return;
  before.appendData(after.data);
  after.remove();
}

/** Makes an element another one and keeps its nodes where they are of the same kind, so that the reader's state stays. */
function become(element, other) {
  for (const { name } of [...element.attributes]) {
    if (!other.hasAttribute(name) && !kept.has(name)) element.removeAttribute(name);
  }
  for (const { name, value } of [...other.attributes]) {
    if (!kept.has(name) && element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  reconcile(element, [...element.childNodes], [...other.childNodes], null);
}

/** Makes some nodes of an element, which stand before `behind`, others; returns the last of these. */
function reconcile(element, olds, nodes, behind) {
  let last;
  for (const [index, node] of nodes.entries()) {
    const old = olds[index];
    last = old;
    if (old?.nodeName !== node.nodeName) {
      if (old) old.replaceWith(node); else element.insertBefore(node, behind);
      last = node;
    } else if (node instanceof Element) become(old, node);
    else if (old.data !== node.data) {
      let same = 0;
      while (same < old.length && old.data[same] === node.data[same]) same++;
      old.replaceData(same, old.length - same, node.data.slice(same));
    }
  }
  for (const old of olds.slice(nodes.length)) old.remove();
  return last;
}

/** Splits a body of Server-Sent Events, as it comes in, into events. */
export async function* events(body) {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = "";
  let endsLine = false;
  let event = { type: "message", data: [] };
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      let text = decoder.decode(value, { stream: true });
      // A line feed may be the other half of a line end.
      if (endsLine && text[0] === "\n") text = text.slice(1);
      if (text || value.length) endsLine = text.endsWith("\r");
      const lines = (rest + text).split(/\r\n|\n|\r/);
      rest = lines.pop();
      for (const line of lines) {
        if (!line) {
          if (event.data.length) yield { ...event, data: event.data.join("\n") };
          event = { type: "message", data: [] };
          continue;
        }
        const [, name, text] = /^([^:]*):? ?([^]*)$/.exec(line);
        if (name === "event") event.type = text;
        else if (name === "data") event.data.push(text);
        else if (name === "id") event.id = text;
      }
      // Comments say that the connection lives.
      yield null;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Statuses in which a request may succeed later. */
const isFinal = status => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

/**
 * One connection for all streams of a page that come from the same service in the same form: browsers open only six
 * connections to a host over HTTP/1.1. A stream that is alone has the connection of its address.
 */
class SharedConnection {
  static #all = [];
  /** As many streams as the service takes, and milliseconds in which streams that begin come together. */
  static limit = 32;
  static gathering = 10;

  members = new Map();
  #timer;
  #stop;

  /** The connection and the name in it of the stream at an address; undefined where the address must be asked by itself. */
  static of(src, headers, fetch) {
    const { origin, pathname, searchParams } = new URL(src, document.baseURI);
    const [, base, id] = /^(.*)\/streams\/([\w-]+)\/events$/.exec(pathname) ?? [];
    if (!id || searchParams.has("ticket") || searchParams.has("lastEventId")) return;
    const key = JSON.stringify([origin + base, `${searchParams}`, headers]);
    const isFree = ({ key: other, fetch: own, members }) =>
      key === other && fetch === own && members.size < this.limit && !members.has(id);
    let connection = this.#all.find(isFree);
    if (!connection) {
      connection = new SharedConnection();
      Object.assign(connection, { key, base: origin + base, query: searchParams, headers, fetch });
      this.#all.push(connection);
    }
    return { connection, id };
  }

  /** Joins with the last event that is known: an answer with `events`, as if the stream had been asked for alone. */
  join(id, last, signal) {
    const waiting = [];
    const member = { last, isOpen: true, wake() {} };
    member.push = event => { waiting.push(event); member.wake(); };
    member.end = () => { member.isOpen = false; member.wake(); };
    async function* events() {
      for (;;) {
        while (waiting.length) yield waiting.shift();
        if (!member.isOpen) return;
        await new Promise(next => { member.wake = next; });
      }
    }
    this.members.set(id, member);
    signal.addEventListener("abort", () => this.#leave(id, member));
    this.#plan();
    return new Promise((resolve, reject) => {
      member.fail = reject;
      member.answer = ({ ok, status, headers }, more) => resolve({ ok, status, headers, events: events(), ...more });
    });
  }

  #leave(id, member) {
    member.end();
    member.fail(new Error("lost"));
    if (this.members.get(id) === member) this.members.delete(id);
    if (!this.members.size) {
      this.#stop?.abort();
      SharedConnection.#all = SharedConnection.#all.filter(other => other !== this);
    }
  }

  #plan() { this.#timer ??= setTimeout(() => { this.#timer = undefined; this.#connect(); }, SharedConnection.gathering); }

  async #connect() {
    this.#stop?.abort();
    if (!this.members.size) return;
    const stop = this.#stop = new AbortController();
    const members = [...this.members];
    const alone = members.length === 1 ? members[0] : undefined;
    const query = new URLSearchParams(this.query);
    if (!alone) query.set("streams", members.map(([id, { last }]) => last ? `${id}:${last}` : id));
    const headers = { ...this.headers };
    if (alone?.[1].last) headers["Last-Event-ID"] = alone[1].last;
    try {
      const path = alone ? `/streams/${alone[0]}/events` : "/events";
      // The identifiers stay readable.
      const address = `${this.base}${path}?${`${query}`.replace(/%2C/g, ",").replace(/%3A/g, ":")}`;
      const { fetch } = this;
      const answer = await fetch(address, { headers, signal: stop.signal, cache: "no-store" });
      const more = { isShared: !alone, json: () => answer.clone().json() };
      for (const [, member] of members) member.answer(answer, more);
      if (!answer.ok || answer.status === 204) return;
      for await (const event of events(answer.body)) {
        if (stop !== this.#stop) return;
        const [id, number] = alone || !event?.id ? [alone?.[0], event?.id] : event.id.split(":");
        if (!id) for (const [, member] of members) member.push(event);
        else if (this.members.has(id)) {
          const member = this.members.get(id);
          if (number) member.last = number;
          member.push(event && { ...event, id: number });
          // The connection lives for all.
          for (const [, other] of members) if (other !== member) other.push(null);
        } else this.#plan();
      }
    } catch { /* Each stream comes back by itself. */ } finally {
      stop.abort();
      if (stop === this.#stop) for (const [id, member] of members) this.#leave(id, member);
    }
  }
}

/** Follows a stream: dispatches `patch`, `stats`, `done`, `failed` and `state`, and comes back after a lost connection. */
export class PatchStream extends EventTarget {
  static delays = [2, 4, 8, 16, 30];
  /** Milliseconds without a byte after which a connection is taken for lost. */
  static patience = 45000;

  state = "idle";
  seconds = 0;
  /** The status of the last answer, if it was a refusal such as 429 or 503; 0 where there was none. */
  refusal = 0;
  #id;
  #sequence = 0;
  #attempt = 0;
  /** Seconds that the service asked for. */
  #least = 0;
  #stop;
  #wake;

  constructor(src, { headers = {}, fetch = globalThis.fetch, delays, patience, shares = false } = {}) {
    super();
    Object.assign(this, { src, headers, shares, fetch, delays: delays ?? PatchStream.delays });
    this.patience = patience ?? PatchStream.patience;
  }

  /** Connects; the promise is kept when nothing follows. */
  async open() {
    const wake = () => { if (!document.hidden) this.#wake?.(); };
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    this.closed = false;
    while (!this.closed && !(await this.#connect())) await this.#wait();
    removeEventListener("online", wake);
    document.removeEventListener("visibilitychange", wake);
  }

  close() {
    this.closed = true;
    this.#stop?.abort();
    this.#wake?.();
  }

  /** One connection; true where none should follow. */
  async #connect() {
    this.refusal = 0;
    this.#say("connecting");
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    let timer;
    const live = () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.#stop.abort(), this.patience);
    };
    try {
      live();
      const answer = await this.#ask({ Accept: "text/event-stream", ...this.headers }, signal);
      if (!answer.ok) this.refusal = answer.status;
      if (answer.status === 204) return this.#end("done", {});
      if (answer.status === 409 && this.#id) {
        // The stream was begun anew.
        this.#id = undefined;
        return false;
      }
      if (isFinal(answer.status)) {
        return this.#end("failed", await answer.json().catch(() => ({ code: String(answer.status) })));
      }
      this.#least = Number(answer.headers.get("Retry-After")) || 0;
      if (!answer.ok || !answer.headers.get("Content-Type")?.startsWith("text/event-stream")) return false;
      this.#say("live");
      for await (const event of answer.events ?? events(answer.body)) {
        live();
        if (event && this.#take(event)) return true;
        if (this.closed) return true;
      }
    } catch { /* It comes back. */ } finally {
      clearTimeout(timer);
      this.#stop.abort();
    }
    return false;
  }

  async #ask(headers, signal) {
    const { fetch } = this;
    const shared = this.shares && SharedConnection.of(this.src, headers, fetch);
    if (shared) {
      const answer = await shared.connection.join(shared.id, this.#id, signal);
      // What is wrong with which of several streams is said when each is asked for alone.
      if (!answer.isShared || !isFinal(answer.status)) return answer;
    }
    if (this.#id) headers["Last-Event-ID"] = this.#id;
    return fetch(this.src, { headers, signal, cache: "no-store" });
  }

  /** Takes an event; true where nothing follows. */
  #take({ type, data, id }) {
    const value = JSON.parse(data);
    if (type === "error" && id === undefined) return false;
    if (type === "error" && value.code === "UNKNOWN_CURSOR") {
      this.#id = undefined;
      throw new Error("begun anew");
    }
    this.#attempt = 0;
    if (type === "patch" || type === "snapshot") {
      const isWhole = typeof value[1] === "number";
      if (!isWhole && value[0] <= this.#sequence) return false;
      if (!isWhole && value[0] !== this.#sequence + 1) {
        // Something was lost: all of it, from the beginning.
        this.#id = undefined;
        this.#sequence = 0;
        throw new Error("gap");
      }
      this.#sequence = value[0];
      this.dispatchEvent(new CustomEvent("patch", { detail: value }));
    } else if (type === "stats") {
      this.dispatchEvent(new CustomEvent("stats", { detail: value }));
    }
    // What has an id was taken in.
    if (id !== undefined) this.#id = id;
    return type === "done" ? this.#end("done", value) : type === "error" ? this.#end("failed", value) : false;
  }

  #end(state, detail) {
    this.#say(state);
    this.dispatchEvent(new CustomEvent(state, { detail }));
    return true;
  }

  async #wait() {
    if (this.closed) return;
    const delay = Math.max(this.delays[Math.min(this.#attempt++, this.delays.length - 1)], this.#least) * 1000;
    this.#least = 0;
    const end = performance.now() + delay;
    let isWoken = false;
    this.#wake = () => { isWoken = true; this.#next?.(); };
    while (!isWoken && !this.closed) {
      const left = end - performance.now();
      if (left <= 0) break;
      this.#say("waiting", Math.ceil(left / 1000));
      await new Promise(next => { this.#next = next; setTimeout(next, Math.min(left, 1000)); });
    }
    this.#wake = undefined;
  }
  #next;

  #say(state, seconds = 0) {
    if (state === this.state && seconds === this.seconds) return;
    Object.assign(this, { state, seconds });
    this.dispatchEvent(new CustomEvent("state", { detail: { state, seconds, refusal: this.refusal } }));
  }
}

/** Applies patches as they come, a few milliseconds at a time; with `paces`, spreads a burst over frames. */
class PatchQueue {
  /** Milliseconds by which a patch may lag, and which one turn may take. */
  static lag = 200;
  static turn = 8;

  #waiting = [];
  #first = 0;
  #isPlanned = false;

  constructor(apply, after) { Object.assign(this, { apply, after, paces: false }); }

  get isEmpty() { return this.#first === this.#waiting.length; }

  push(patch) {
    this.#waiting.push({ patch, time: performance.now() });
    this.#plan();
  }

  clear() {
    this.#waiting = [];
    this.#first = 0;
  }

  #plan() {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    let timer;
    const run = () => {
      clearTimeout(timer);
      if (!this.#isPlanned) return;
      this.#isPlanned = false;
      this.#run();
    };
    // No frames come while the tab is hidden.
    if (document.hidden) return setTimeout(run);
    requestAnimationFrame(run);
    timer = setTimeout(run, PatchQueue.lag / 2);
  }

  #run() {
    const start = performance.now();
    const count = this.#waiting.length - this.#first;
    const age = start - (this.#waiting[this.#first]?.time ?? start);
    const frames = this.paces ? Math.max(1, Math.floor((PatchQueue.lag - age) / 17)) : 1;
    let left = Math.ceil(count / frames);
    while (left-- > 0 && performance.now() - start < PatchQueue.turn) {
      this.apply(this.#waiting[this.#first++].patch);
    }
    if (this.isEmpty) this.clear();
    this.after();
    if (!this.isEmpty) this.#plan();
  }
}

/** A block as it is read out: without the labels of its buttons. */
function spoken(block) {
  const copy = block.cloneNode(true);
  for (const button of copy.querySelectorAll("button")) button.remove();
  return copy.textContent.trim().replace(/\s+/g, " ");
}

const styles = `ils-stream{display:block;position:relative}
.ils-jump{position:sticky;bottom:1rem;display:block;margin:0 auto;padding:.4em 1em;border-radius:2em;cursor:pointer}
.ils-jump[hidden]{display:none}
.ils-said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`;

// Events that tell where the reader scrolls to.
const moves = ["scroll", "wheel", "keydown"];

/** `<ils-stream src follow pace alone>`: a stream in a page. */
export class StreamElement extends HTMLElement {
  static observedAttributes = ["src"];
  static words = { jump: "Jump to bottom", done: "The answer is complete" };
  static #hasStyles = false;

  /** Sent with each request, for example a key. */
  headers = {};
  #stream;
  #view;
  #queue;
  #isFollowing = true;
  #saidBlocks = 0;
  #saidAt = 0;
  #scrollTop = 0;

  connectedCallback() {
    if (!StreamElement.#hasStyles) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      StreamElement.#hasStyles = true;
    }
    for (const name of moves) addEventListener(name, this, true);
    this.#scrollTop = this.#scroller.scrollTop;
    // Headers may be set behind the tag.
    queueMicrotask(() => this.start());
  }

  disconnectedCallback() {
    for (const name of moves) removeEventListener(name, this, true);
    this.stop();
  }

  attributeChangedCallback(name, old, src) { if (old !== null && old !== src && this.isConnected) this.start(); }

  /** Connects, or connects anew. */
  start() {
    this.stop();
    const src = this.getAttribute("src");
    if (!src || !this.isConnected) return;
    this.#prepare();
    this.#saidBlocks = 0;
    const stream = this.#stream = new PatchStream(
      src, { headers: this.headers, shares: !this.hasAttribute("alone"), ...this.options });
    stream.addEventListener("patch", ({ detail }) => {
      this.#queue.paces = this.hasAttribute("pace") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
      this.#queue.push(detail);
    });
    stream.addEventListener("state", ({ detail: { state, seconds } }) => {
      this.setAttribute("state", state);
      if (seconds) this.setAttribute("seconds", seconds); else this.removeAttribute("seconds");
      this.setAttribute("aria-busy", state !== "done" && state !== "failed");
    });
    for (const name of ["state", "stats", "done", "failed"]) {
      stream.addEventListener(name, ({ detail }) => {
        this.dispatchEvent(new CustomEvent(`ils-${name}`, { detail, bubbles: true }));
        if (name === "done" || name === "failed") this.#say(true);
      });
    }
    stream.open();
  }

  stop() {
    this.#stream?.close();
    this.#queue?.clear();
  }

  #prepare() {
    if (this.#view) return;
    this.#view = new PatchView(this);
    this.#queue = new PatchQueue(patch => this.#view.apply(patch), () => this.#settle());
    this.jump = Object.assign(document.createElement("button"), {
      type: "button", className: "ils-jump", hidden: true, textContent: StreamElement.words.jump,
      onclick: () => this.jumpToBottom(),
    });
    this.said = Object.assign(document.createElement("div"), { className: "ils-said" });
    this.said.setAttribute("role", "status");
    this.append(this.jump, this.said);
  }

  // Following the end

  get #scroller() {
    for (let element = this.parentElement; element && element !== document.body; element = element.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
    }
    return document.scrollingElement;
  }

  /** One pixel upwards leaves the end, because a write to `scrollTop` would stop the scrolling that has just begun. */
  #noticeScroll() {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    const moved = scrollTop - this.#scrollTop, distance = scrollHeight - scrollTop - clientHeight;
    this.#scrollTop = scrollTop;
    // A document that becomes shorter moves upwards, too, but stays at its end.
    if (moved < 0 && distance > 1) this.#isFollowing = false;
    else if (moved > 0 && distance < 48) this.#isFollowing = true;
    if (this.jump) this.jump.hidden = this.#isFollowing || !this.hasAttribute("follow");
  }

  /**
   * Hears `moves`. A wheel or a key that scrolls upwards (ArrowUp, PageUp, Home) leaves the end before anything has moved;
   * keys that edit text do not.
   */
  handleEvent({ type, target, key, deltaY }) {
    if (type === "scroll") return this.#noticeScroll();
    if (!(deltaY < 0 || /Up$|Home/.test(key)) || "selectionStart" in target || target.isContentEditable) return;
    const scroller = this.#scroller;
    if (scroller.scrollTop && scroller.contains(target)) this.#isFollowing = false;
  }

  /** Shows the end, and follows it from then on. */
  jumpToBottom() {
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const scroller = this.#scroller;
    scroller.scrollTo({ top: scroller.scrollHeight, behavior: isCalm ? "instant" : "smooth" });
    this.#isFollowing = true;
    if (document.activeElement === this.jump) scroller.focus({ preventScroll: true });
    this.jump.hidden = true;
  }

  #settle() {
    if (this.hasAttribute("follow")) {
      this.#noticeScroll();
      if (this.#isFollowing) {
        const scroller = this.#scroller;
        scroller.scrollTop = scroller.scrollHeight;
        this.#scrollTop = scroller.scrollTop;
      }
    }
    this.#say(this.#stream.state === "done" && this.#queue.isEmpty);
    this.dispatchEvent(new CustomEvent("ils-shown"));
  }

  /** Says finished blocks, and not each word; what comes too fast is said by its number. */
  #say(isDone) {
    const now = performance.now();
    if (isDone ? !this.#queue.isEmpty : now - this.#saidAt < 3000) return;
    const blocks = [...(this.#view?.root?.children ?? [])].slice(this.#saidBlocks, isDone ? undefined : -1);
    if (!isDone && !blocks.length) return;
    let text = "";
    for (const block of blocks) if (text.length <= 400) text += `${text && " "}${spoken(block)}`;
    this.#saidBlocks += blocks.length;
    this.#saidAt = now;
    const short = text.length > 400 ? `${text.slice(0, 400)}\u2026` : text;
    this.said.textContent = isDone ? `${short} ${StreamElement.words.done}` : short;
  }
}

if (!customElements.get("ils-stream")) customElements.define("ils-stream", StreamElement);
