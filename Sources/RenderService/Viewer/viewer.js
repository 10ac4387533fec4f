// The page at `/`: sends texts to streams of the service as a model would write them, and shows streams as they come.

import "/client/ilsrender.js";

/** The elements of the page that have an `id`, by it. */
const page = Object.fromEntries([...document.querySelectorAll("[id]")].map(element => [element.id, element]));
const on = (target, name, act) => target.addEventListener(name, act);
const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));
const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

/** Moves the focus to the text. */
const focusReader = () => page.reader.focus({ preventScroll: true });

/** Hides a control; another element takes the focus that the control may have. */
function hide(control, next) {
  if (document.activeElement === control) next.focus({ preventScroll: true });
  control.hidden = true;
}

// The service

/**
 * An error of the service in its own words; `seconds` where it is worth to try again after them, and `refusal`, the status of
 * the answer, where there was one.
 */
class Problem extends Error {
  constructor({ code, reason }, seconds = 0, refusal = 0) {
    super(reason ?? `The service answers ${code}.`);
    Object.assign(this, { code, seconds, refusal });
  }
}

/** Members of the browser's memory, which may be turned off. */
const memory = {
  read(store, name) {
    try { return JSON.parse(globalThis[store].getItem(`ilsrender.${name}`)); } catch { return null; }
  },
  write(store, name, value) {
    try { globalThis[store].setItem(`ilsrender.${name}`, JSON.stringify(value)); } catch { /* Forgotten. */ }
  },
};

let key = memory.read("sessionStorage", "key") ?? "";
let asking;

const authorization = () => key ? { Authorization: `Bearer ${key}` } : {};

/** Asks for a key; all who need one wait for the same answer. */
function askForKey() {
  return asking ??= new Promise((done, fail) => {
    if (key) page.keyText.textContent = "This key is not known. Is it complete?";
    page.key.value = "";
    page.keyDialog.returnValue = "";
    page.keyDialog.showModal();
    page.keyDialog.addEventListener("close", () => {
      asking = undefined;
      if (page.keyDialog.returnValue !== "use") {
        return fail(new Problem({ code: "UNAUTHORIZED", reason: "Without a key the service shows nothing." }));
      }
      key = page.key.value.trim();
      memory.write("sessionStorage", "key", key);
      done();
    }, { once: true });
  });
}

/** Sends a request; a body is sent as JSON. Asks for a key where one is needed, unless it is `quiet`. */
async function call(path, { method = "GET", body, quiet = false, ...options } = {}) {
  for (;;) {
    const shown = key;
    const headers = { ...authorization(), ...body && { "Content-Type": "application/json" } };
    const answer = await fetch(`/api/v1/${path}`, { method, headers, body: body && JSON.stringify(body), ...options })
      .catch(() => { throw noteService(new Problem({ code: "UNREACHABLE", reason: "The service cannot be reached." }, 2)); });
    if (answer.ok) {
      noteService();
      return answer;
    }
    if (answer.status === 401 && !quiet) {
      if (shown === key) await askForKey();
      continue;
    }
    const error = await answer.json().catch(() => ({ code: answer.status }));
    const passes = [429, 502, 503, 504].includes(answer.status);
    throw noteService(new Problem(error, passes ? Number(answer.headers.get("Retry-After")) || 2 : 0, answer.status));
  }
}

// What is said

const sentence = text => text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

/** Shows an error in words, with a button for what can be done. */
function complain(error, action, act) {
  const words = ["STREAM_GONE", "NOT_FOUND"].includes(error.code)
    ? "This stream is not here any more, or never was. Streams are kept for some minutes after their end."
    : sentence(error.message);
  const line = make("p", {}, make("span", { textContent: words }));
  if (action) line.append(make("button", { type: "button", textContent: action, onclick: () => { focusReader(); forgive(); act(); } }));
  page.problem.replaceChildren(line);
  page.reader.scrollTop = 0;
  setDesk(isWide() && hasDesk());
}

const forgive = () => page.problem.replaceChildren();

/** Says in a button, and to screen readers, what it has done. */
function say(button, words) {
  const usual = button.dataset.usual ??= button.textContent;
  page.said.textContent = button.textContent = words;
  setTimeout(() => { button.textContent = usual; }, 1500);
}

function showState(state, seconds, refusal) {
  const trouble = refusal === 429 ? "Too many requests" : refusal ? "The service is busy" : "No connection";
  const words = {
    idle: "Ready", connecting: "Connecting", live: "Live", done: "Done", failed: "Failed",
    waiting: `${trouble}, trying again ${seconds ? "in" : "every"} ${seconds || polling} s`,
  };
  if (state === "waiting" && page.state.dataset.state !== state) page.said.textContent = trouble;
  page.state.dataset.state = state;
  page.state.textContent = words[state];
  // The button stays during the next attempt.
  if (state === "waiting") page.retry.hidden = false;
  else if (state !== "connecting") hide(page.retry, page.reader);
}

/** Seconds between two looks at the recent streams. */
const polling = 5;
/** Why the last request found no service that has time for it. */
let outage;

/** Shows the state of the service, where no stream is shown that has one. */
const showService = () => outage ? showState("waiting", 0, outage.refusal) : showState("idle");

/** Notes how the last request ended; returns its problem, if there is one. */
function noteService(problem) {
  outage = problem?.seconds ? problem : undefined;
  if (!shown && page.state.dataset.state !== "failed") showService();
  return problem;
}

const number = value => value.toLocaleString("en");

function showFigures({ approximateTokens: tokens, elapsedMilliseconds: elapsed, skipped } = {}) {
  const seconds = elapsed / 1000;
  const time = seconds < 1 ? `${elapsed} ms` : `${number(Number(seconds.toFixed(1)))} s`;
  const rate = seconds < 0.5 ? "" : ` · ${number(Math.round(tokens / seconds))} tokens/s`;
  page.figures.textContent = tokens === undefined ? "" : `≈ ${number(tokens)} tokens · ${time}${rate}`;
  const unknown = Object.values(skipped?.unknownTypes ?? {}).reduce((sum, count) => sum + count, 0);
  const parts = [[skipped?.brokenLines, "broken line", "broken lines"], [unknown, "unknown entry", "unknown entries"]]
    .filter(([count]) => count).map(([count, one, many]) => `${number(count)} ${count === 1 ? one : many}`);
  page.skipped.textContent = parts.length ? `Skipped: ${parts.join(", ")}` : "";
}

// Settings

const settings = {
  mode: "auto", light: "paper", dark: "obsidian", lineNumbers: false, wrapCode: false, speed: 4,
  ...memory.read("localStorage", "settings"),
};
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

function change(name, value) {
  settings[name] = value;
  memory.write("localStorage", "settings", settings);
}

const themes = () => `${settings.light},${settings.dark}`;

/** The kind of themes in force. */
function kind() {
  if (settings.mode !== "auto") return settings.mode;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function setMode() {
  if (settings.mode === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings[settings.mode];
}

async function loadTheme(options) {
  const wanted = themes();
  const text = await (await call(`themes/${wanted}.css?conversations=true`, options)).text();
  if (wanted !== themes()) return;
  sheet.replaceSync(text);
  setMode();
}

async function loadThemes(options) {
  const { items } = await (await call("themes", options)).json();
  for (const kind of ["light", "dark"]) {
    const known = items.filter(item => item.kind === kind);
    page[kind].replaceChildren(...known.map(item => new Option(item.name, item.id)));
    if (!known.some(item => item.id === settings[kind])) change(kind, known[0].id);
    page[kind].value = settings[kind];
  }
}

/** Tokens a second for each place of the slider. */
const speeds = [5, 10, 20, 40, 80, 160, 400, 1000, Infinity];
const speed = () => speeds[settings.speed] ?? Infinity;

function showSpeed() {
  const words = speed() === Infinity ? "at once" : `${number(speed())} tokens/s`;
  page.speedText.textContent = words;
  page.speed.setAttribute("aria-valuetext", words);
}

function showSettings() {
  document.querySelector(`[name=mode][value=${settings.mode}]`).checked = true;
  for (const name of ["lineNumbers", "wrapCode"]) page[name].checked = settings[name];
  page.speed.value = settings.speed;
  showSpeed();
  setMode();
}

// Showing a stream

/** What is shown: a stream's `id`, a `ticket` to read it, the `source` where it was sent from here, and the element. */
let shown;
/** `true` or `false` when all that folds was opened or closed; what comes later follows. */
let isExpanded;
let folds = new WeakSet();

function address({ id, ticket }) {
  const { lineNumbers, wrapCode } = settings;
  const query = new URLSearchParams({ as: "html", theme: themes(), lineNumbers, wrapCode, expand: "errors" });
  if (ticket) query.set("ticket", ticket);
  return `/api/v1/streams/${id}/events?${query}`;
}

function show(stream, { follows }) {
  const element = document.createElement("ils-stream");
  shown = { ...stream, element };
  isExpanded = undefined;
  folds = new WeakSet();
  forgive();
  showFigures();
  page.welcome.hidden = true;
  element.toggleAttribute("follow", follows);
  element.toggleAttribute("pace", follows);
  element.headers = authorization();
  element.setAttribute("src", address(stream));
  const when = (name, act) => on(element, name, ({ detail }) => { if (shown?.element === element) act(detail); });
  when("ils-state", ({ state, seconds, refusal }) => showState(state, seconds, refusal));
  when("ils-stats", showFigures);
  when("ils-shown", () => {
    if (isExpanded !== undefined) fold();
    if (page.outline.matches(":popover-open")) showOutline();
  });
  when("ils-done", detail => {
    showFigures(detail.bytes === undefined ? undefined : detail);
    if (detail.refusal) complain(new Problem(detail.refusal));
    showRecent();
  });
  when("ils-failed", detail => failed(detail));
  page.output.replaceChildren(element);
  page.reader.scrollTop = 0;
  const hash = `#stream=${stream.id}${stream.ticket ? `&ticket=${stream.ticket}` : ""}`;
  if (location.hash !== hash) history.pushState(null, "", hash);
  setDesk(isWide() && hasDesk());
}

function failed(detail) {
  const { element, source } = shown;
  if (detail.code === "UNAUTHORIZED" && !shown.ticket) {
    return askForKey().then(() => { element.headers = authorization(); element.start(); }, complain);
  }
  const again = () => send(source, () => Infinity);
  // Other options were chosen when the stream was gone already.
  if (source && shown.isAnew) again();
  else if (source) complain(new Problem(detail), "Show it again", again);
  else complain(new Problem(detail), "Write your own", startWriting);
}

/** Shows the same stream with other options: what has changed in it is replaced, and the rest stays. */
function showAnew() {
  if (!shown) return;
  shown.isAnew = true;
  shown.element.removeAttribute("follow");
  shown.element.setAttribute("src", address(shown));
}

/** Opens what is named by an id or a link; links may bring a ticket. */
async function open(text) {
  const id = /(?:^|streams\/|stream=)([\w-]{22})(?![\w-])/.exec(text.trim())?.[1];
  if (!id) return complain(new Error("A stream's id has 22 letters, digits, - and _; a link has one in it"));
  const ticket = /[?&]ticket=([^&\s]+)/.exec(text)?.[1];
  stopSending();
  let follows = true;
  try {
    if (!ticket) follows = (await (await call(`streams/${id}`)).json()).state === "open";
  } catch (error) {
    goHome();
    if (!error.seconds) showState("failed");
    return error.seconds ? complain(error, "Try again", () => open(text)) : complain(error, "Write your own", startWriting);
  }
  show({ id, ticket }, { follows });
  showRecent();
}

function fold() {
  for (const details of page.output.querySelectorAll("details")) {
    if (folds.has(details)) continue;
    folds.add(details);
    details.open = isExpanded;
  }
}

function foldAll(isOpen) {
  isExpanded = isOpen;
  folds = new WeakSet();
  fold();
}

function showOutline() {
  const headings = [...page.output.querySelectorAll(".ils :is(h1, h2, h3, h4, h5, h6)")]
    .filter(heading => !heading.closest(".ils-tool"));
  const items = headings.map(heading => make("button", {
    type: "button", className: `level${heading.localName[1]}`, textContent: heading.textContent,
    onclick() { page.outline.hidePopover(); reveal(heading); },
  }));
  page.outline.replaceChildren(...items.length ? items : [make("p", { textContent: "No headings yet." })]);
}

/** Scrolls to an element, opens what it is folded into, and moves the focus there. */
function reveal(element) {
  for (let parent = element.closest("details"); parent; parent = parent.parentElement.closest("details")) parent.open = true;
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.scrollIntoView({ block: "start" });
  element.focus({ preventScroll: true });
}

// Sending a text

let sending;

function stopSending() {
  sending?.abort();
  sending = undefined;
  hide(page.stop, page.send);
}

/** Sends one request of a writer, again and again while the service is away or has too much to do. */
async function insist(path, body, signal) {
  for (;;) {
    try {
      return await call(path, { method: "POST", body });
    } catch (error) {
      if (signal.aborted || !error.seconds) throw error;
      await pause(error.seconds * 1000);
    }
  }
}

/** Sends a text, four letters for a token, and ends the stream. A piece that comes twice is known by its number. */
async function feed(id, text, rate, signal) {
  const largest = 500_000;
  let position = 0, tokens = 0, seq = 0, last = performance.now();
  while (position < text.length && !signal.aborted) {
    let end = position + largest;
    if (rate() < Infinity) {
      await pause(50);
      const now = performance.now();
      tokens += (now - last) / 1000 * rate();
      last = now;
      if (tokens < 1) continue;
      end = Math.min(end, position + 4 * Math.floor(tokens));
      tokens %= 1;
    }
    // Both halves of a surrogate pair go together.
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end += 1;
    await insist(`streams/${id}/chunks`, { text: text.slice(position, end), seq: ++seq }, signal);
    position = end;
  }
  await insist(`streams/${id}/finish`, undefined, signal);
}

/** Begins a stream of a source and shows it. */
async function send(source, rate = speed) {
  stopSending();
  const { signal } = sending = new AbortController();
  page.stop.hidden = false;
  try {
    const { id } = await (await call("streams", { method: "POST", body: { input: source.input, optimistic: true } })).json();
    titles[id] = source.title;
    memory.write("sessionStorage", "titles", titles);
    show({ id, source }, { follows: rate() < Infinity });
    showRecent();
    await feed(id, source.text, rate, signal);
  } catch (error) {
    if (!signal.aborted) complain(error, "Try again", () => send(source, rate));
  }
  if (sending?.signal === signal) stopSending();
}

/** A source of a text; code is put into a fence that is longer than all in it. */
function source(text, kind, language = "") {
  const firstWords = text.match(/[\p{L}\p{N}].*/u)?.[0].slice(0, 80);
  const title = /^\s*[[{]/.test(text) ? "Conversation" : firstWords?.replace(/^title:\s*/, "");
  if (kind !== "code") return { text, title, input: kind };
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(run => run.length));
  const fence = "`".repeat(longest + 1);
  return { text: `${fence}${language}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}\n`, title, input: "markdown" };
}

function startWriting() {
  setDesk(true);
  page.text.focus();
}

/** Puts a file's text into the desk, and tells by its name whether it is code. */
async function take(file) {
  const ending = /\.(\w+)$/.exec(file.name)?.[1].toLowerCase() ?? "txt";
  const isCode = !["md", "markdown", "txt", "text", "json", "jsonl", "ndjson", "sse", "log"].includes(ending);
  page.text.value = await file.text();
  page.text.dataset.language = isCode ? ending : "";
  page.kind.value = isCode ? "code" : "auto";
  startWriting();
}

// Recent streams

const titles = memory.read("sessionStorage", "titles") ?? {};

async function showRecent() {
  const answer = await call("streams?limit=12", { quiet: true }).catch(() => null);
  if (!answer) return;
  const { items } = await answer.json();
  page.noRecent.hidden = items.length > 0;
  const focused = document.activeElement.closest?.("#recent a")?.hash;
  page.recent.replaceChildren(...items.map(({ id, state, createdAt, approximateTokens }) => {
    const time = new Date(createdAt).toLocaleTimeString([], { timeStyle: "short" });
    const facts = [state === "open" ? "live" : "ended", time, `${number(approximateTokens)} tokens`].join(" · ");
    const title = make("b", { textContent: titles[id] || `Stream ${id.slice(0, 8)}…` });
    const line = make("a", { href: `#stream=${id}` }, title, make("small", { textContent: facts }));
    line.dataset.state = state;
    if (id === shown?.id) line.setAttribute("aria-current", "true");
    return make("li", {}, line);
  }));
  if (focused) page.recent.querySelector(`[href="${focused}"]`)?.focus();
}

// Taking a stream elsewhere

const markdown = async () => (await call(`streams/${shown.id}?format=markdown`)).text();

/** A page of its own with what is shown, as it is shown. */
function html() {
  const content = shown.element.querySelector(".ils").cloneNode(true);
  for (const button of content.querySelectorAll("button")) button.remove();
  const { theme } = document.documentElement.dataset;
  return `<!doctype html>
<html${theme ? ` data-theme="${theme}"` : ""}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
${make("title", { textContent: titles[shown.id] || "Stream" }).outerHTML}
<style>
${[...sheet.cssRules].map(rule => rule.cssText).join("\n")}
</style>
<body class="ils-page">
${content.outerHTML}
`;
}

async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = make("textarea", { value: text });
  page.share.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

function save(text, type, ending) {
  const words = titles[shown.id]?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["stream"];
  const download = `${words.join("-").slice(0, 60)}.${ending}`;
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type })), download });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// The page

const isWide = () => matchMedia("(min-width: 52.01rem)").matches;
const hasDesk = () => document.body.classList.contains("has-desk");

function setDesk(isOpen) {
  document.body.classList.toggle("has-desk", isOpen);
  page.deskToggle.setAttribute("aria-expanded", isOpen);
  // The element with the focus may be hidden now.
  const { activeElement } = document;
  if (activeElement !== document.body && !activeElement.checkVisibility()) focusReader();
}

function goHome() {
  stopSending();
  if (page.output.contains(document.activeElement)) focusReader();
  shown?.element.remove();
  shown = undefined;
  page.welcome.hidden = false;
  forgive();
  showFigures();
  showService();
}

function follow() {
  if (!location.hash.includes("stream=")) goHome();
  else if (!shown || !location.hash.includes(shown.id)) open(location.hash);
}

on(page.deskToggle, "click", () => setDesk(!hasDesk()));
on(page.write, "click", startWriting);
on(page.expand, "click", () => foldAll(true));
on(page.collapse, "click", () => foldAll(false));
on(page.outline, "beforetoggle", event => { if (event.newState === "open") showOutline(); });
on(page.share, "beforetoggle", () => {
  for (const button of page.share.querySelectorAll("button")) button.disabled = !shown;
});
// What waits to come back takes this for the network's return.
on(page.retry, "click", () => dispatchEvent(new Event("online")));
on(page.stop, "click", stopSending);

for (const [button, act] of [
  [page.copyMarkdown, async () => copyText(await markdown())],
  [page.copyLink, () => copyText(location.href)],
  [page.saveMarkdown, async () => save(await markdown(), "text/markdown", "md")],
  [page.saveHTML, () => save(html(), "text/html", "html")],
]) on(button, "click", async () => {
  try {
    await act();
    say(button, "Done");
  } catch (error) {
    page.share.hidePopover();
    complain(error);
  }
});

on(page.view, "change", ({ target }) => {
  change(target.name || target.id, target.type === "checkbox" ? target.checked : target.value);
  // A theme that is chosen is wanted now.
  if (target.matches("select") && target.id !== kind()) change("mode", target.id);
  showSettings();
  if (target.name === "mode") return;
  if (target.matches("select")) loadTheme().catch(complain);
  showAnew();
});

on(page.speed, "input", () => { change("speed", Number(page.speed.value)); showSpeed(); });
on(page.source, "submit", event => {
  event.preventDefault();
  if (page.text.value.trim()) send(source(page.text.value, page.kind.value, page.text.dataset.language));
  else page.text.focus();
});
on(page.text, "keydown", ({ key, ctrlKey, metaKey }) => {
  if (key === "Enter" && (ctrlKey || metaKey)) page.source.requestSubmit();
});
on(page.open, "submit", event => { event.preventDefault(); open(page.address.value); });
on(page.file, "change", () => { if (page.file.files[0]) take(page.file.files[0]); page.file.value = ""; });
on(page.keyCancel, "click", () => page.keyDialog.close());

for (const button of document.querySelectorAll("[data-example]")) on(button, "click", () => {
  page.text.value = page[button.dataset.example].textContent.trimStart();
  page.kind.value = "auto";
  send(source(page.text.value, "auto"));
});

on(document, "dragover", event => { event.preventDefault(); document.body.classList.add("is-dropping"); });
on(document, "dragleave", event => { if (!event.relatedTarget) document.body.classList.remove("is-dropping"); });
on(document, "drop", event => {
  event.preventDefault();
  document.body.classList.remove("is-dropping");
  const [file] = event.dataTransfer.files;
  const text = event.dataTransfer.getData("text");
  if (file) take(file); else if (text) { page.text.value = text; startWriting(); }
});

// Links of a document stay in it; others leave the page as it is.
on(page.output, "click", event => {
  const link = event.target.closest("a[href]");
  const href = link?.getAttribute("href");
  if (href?.startsWith("#")) {
    event.preventDefault();
    const target = document.getElementById(decodeURIComponent(href.slice(1)));
    if (target) reveal(target);
  } else if (link) Object.assign(link, { target: "_blank", rel: "noopener noreferrer" });
});

on(globalThis, "hashchange", follow);
// Nobody could go on with the text.
on(globalThis, "pagehide", () => {
  if (sending && shown) call(`streams/${shown.id}/finish`, { method: "POST", keepalive: true }).catch(() => {});
});
const look = () => { if (!document.hidden && (hasDesk() || !shown)) showRecent(); };
setInterval(look, polling * 1000);
on(globalThis, "online", look);
on(document, "visibilitychange", look);

async function begin() {
  // Who has a ticket may have no key, and sees colours where the stylesheets need none.
  const quiet = location.hash.includes("ticket=");
  try {
    for (const load of [loadThemes, loadTheme]) await load({ quiet }).catch(error => { if (!quiet) throw error; });
    const needed = key && ' -H "Authorization: Bearer KEY"';
    page.command.textContent = `some-llm "question" | curl -NT . -X POST ${location.origin}/api/v1/streams/live `
      + `-H "Content-Type: text/markdown"${needed}`;
    if (!shown && location.hash.includes("stream=")) await open(location.hash);
  } catch (error) {
    complain(error, "Try again", begin);
  }
  showRecent();
}

showSettings();
setDesk(isWide());
begin();
