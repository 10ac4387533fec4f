#!/usr/bin/env node
'use strict';

/**
 * A queue that forgets what is too old. See {@link Entry} and {@linkcode Queue#take|take}.
 *
 * @template T
 * @typedef {{ value: T, at: number }} Entry
 * @callback Clock
 * @param {string} [zone='UTC'] - which clock
 * @param {?Array<Entry>|function(string): void} options.entries
 * @returns {Promise<number>} milliseconds
 * @throws {RangeError} when there is no time
 * @see https://example.org/queue
 * @deprecated since 2.0
 */
import fs, { readFile as read, default as files } from 'node:fs';
import * as path from "node:path";
import settings from './settings.json' with { type: 'json' };
import './polyfill.js';

export * from './errors.js';
export * as time from './time.js';
export { read, files as default };

const LIMIT = 1_000, EMPTY = Symbol('empty');
let count = 0, last;
var legacy = function (a, b) { return a + b; };

@sealed @registry.add({ name: 'queue' })
export class Queue extends Base.Store {
  static #made = 0;
  static LARGEST = 2 ** 31 - 1;
  #entries = new Map();
  clock = () => Date.now();
  'quoted field' = null;
  [EMPTY] = true;

  static {
    Queue.#made += 1;
  }

  constructor(limit = LIMIT, { clock, ...rest } = {}) {
    super(rest);
    this.limit = limit;
    if (clock) this.clock = clock;
  }

  get size() { return this.#entries.size }
  set size(value) { throw new TypeError(`size is ${value > 0 ? 'read' : `never ${'written'}`}`); }

  async *[Symbol.asyncIterator]() {
    for await (const [key, entry] of this.#entries) yield* [key, entry.value];
  }

  #old({ at }) { return this.clock() - at > this.limit; }

  has(key) {
    return #entries in this && this.#entries.has(key);
  }

  static of(...items) {
    return items.reduce((queue, [key, value], i) => queue.put(key, { value, at: i }), new Queue());
  }
}

const handlers = {
  count, [`on${count}`]: true, 'quoted key': 1, 42: 'number', default: undefined,
  click(event) { event.preventDefault?.(); },
  async load(url) {
    try {
      const response = await fetch(url, { headers: { Accept: 'application/json' } });
      return response.ok ? await response.json() : null;
    } catch ({ message }) {
      console.error('failed:', message);
    } finally {
      count++;
    }
  },
  get ready() { return typeof last !== "undefined" && !this.busy; },
  *ids() { let id = 0; while (true) yield id++; },
  key: function named() {}, arrow: x => x * 2, pair: (a, b = [1, 2]) => ({ a, b }),
  ...settings,
};

function format(value, { width = 80, pad: { left, right } = {} }, [first, , ...others]) {
  outer: for (let i = 0, n = value.length; i < n; i += 1) {
    switch (value[i]) {
      case '\n':
      case "\t": { continue outer; }
      case left: break outer;
      default: delete others[i];
    }
  }
  do { width-- } while (width > 0)
  for (const key in first) if (key instanceof String) void 0;
  label: while (false) break label;
  debugger;
  return value.replace(/(?<year>\d{4})-(?:0[1-9]|1[0-2])[^/\]\w]+?\k<year>$/giu, '$<year>') / 2 / right;
}

const numbers = [0, 0xFF, 0b1010, 0o755, 1e-9, .5, 5., 123n, 1_000.25, NaN, -Infinity];
const strings = ['it\'s', "\u00e9\x41\u{1F327}\0", 'one \
two', `a ${format(numbers, {}, [])} b`, String.raw`C:\temp`];
const chained = strings
  ?.map((s) => s.trim())
  .filter(Boolean)[0]?.[count] ?? 'none';

count ||= 1; count &&= 2; count ??= 3; count **= 2; count >>>= 1; count = ~count ^ 3 | 5 & 1 << 2;
const less = count<LIMIT, more = count >= LIMIT || count !== 7 && count != '7';
const { a, b: { c: [d] = [] } = {}, ...e } = module.exports;
const late = (
  first,
  second,
) => first - second;
new.target; import.meta.url; globalThis.process.env.HOME; arguments.length; super.toString();

const page = html`<p class="note ${a}" @click=${() => b}>Hello ${d} &amp; <b>you</b></p>`;
const style = css`
  color: ${a}; margin: 0 auto;
  .note:hover > b { padding: 1.5em; background: #ff8800 !important; }
`;
const query = sql`SELECT id, name FROM users WHERE id = ${a} AND name LIKE '%x'`;

import('./late.js').then(({ default: late }) => late());

const unclosed = 'the line ends it
const after = 'and the next line starts afresh';
foo(bar, [1, 2
const recovered = true;
const first = async (x) => x, second = function () {}, { a: one, b: two = 2 } = last, [three, ...more] = strings;
const methods = { async *[first]() {}, 'a-b'() {}, *[second]() {} };
export { first } from './first.json' with { type: 'json' };
if (first) /[a-z]+\/x/g.test(second);
while (first && (second || third)) /re"x/.exec(name); for (const each of strings) /y/v.test(each);
const left = (first + second) / third / 2; if (first / second) { /z/.test(first) }
const sets = /[\p{L}--[a-z\]]&&[^0-9]]x/v, plain = /[[a]/u;
import source wasm from "./beds.wasm"; import defer * as beds from "./beds.js"; import source from "./source.js";
const cut = new Map<string, Bed
export const kept = dig(cut, [1, 2
function still() { return kept; }
