/// <reference types="node" />
import type { Readable } from 'node:stream';
import fs, { type PathLike, promises as fsp } from "node:fs";
import legacy = require('legacy');
export type { PathLike };
export * as types from './types';

/**
 * Shapes by kind.
 * @template T - what is drawn
 */
export type Shape<T extends object = {}> =
  | { readonly kind: 'circle'; radius: number }
  | { kind: "square"; size?: number; data: T }
  | null;

type Getters<T> = { readonly [K in keyof T as `get${Capitalize<string & K>}`]-?: () => T[K] };
type Element<T> = T extends readonly (infer U extends string)[] ? U : T extends Promise<infer V> ? V : never;
type Handler = (event: Event, ...rest: unknown[]) => asserts event is CustomEvent;
type Constructor<T = any> = abstract new (...args: any[]) => T;
type Pair = [first: string, second?: number, ...rest: boolean[]];
type Lookup = typeof fs.constants | Shape['kind'] | import('./types').Other<string>;
type Union = 'a' | -1 | 0xFFn | true | undefined | void | unique symbol;

interface Store<K extends PropertyKey, V> extends Map<K, V>, Iterable<[K, V]> {
  readonly name: string;
  limit?: number
  [index: number]: V;
  (key: K): V | undefined;
  new (entries: Array<[K, V]>): Store<K, V>;
  get size(): number;
  find<U extends V>(test: (value: V, key: K) => value is U): U;
  onChange?: (store: this) => void;
}

export const enum Level { Debug, Info = 1 << 1, Error = 'error'.length, 'quoted' = 8 }
declare const VERSION: string;
declare function assert(value: unknown, message?: string): asserts value;
declare global {
  interface Window { store: Store<string, unknown> }
}
declare module 'legacy' {
  export default function run(path: PathLike): void;
}
export namespace Geometry.Plane {
  export const origin: Readonly<[number, number]> = [0, 0];
}

@Component({ selector: 'app-shape', template: `<p>{{ name }}</p>` })
export abstract class Canvas<T extends Shape = Shape> extends Base<T> implements Drawable, Iterable<T> {
  static readonly defaults = { width: 640, height: 480 } as const satisfies Partial<Size>;
  private static instances?: WeakMap<object, Canvas<any>>;
  declare name: string;
  protected shapes: T[] = [];
  @Input() title!: string;
  accessor zoom = 1;
  onDraw: (shape: T) => void = () => {};
  handler = async <E extends Event>(event: E): Promise<void> => { await this.draw(event as never); };

  constructor(private readonly context: Context, @Inject(TOKEN) public options?: Options, limit = 10) {
    super();
  }

  get [Symbol.toStringTag](): string { return 'Canvas'; }
  abstract clear(): void;
  protected override async draw<K extends keyof T>(this: Canvas<T>, key: K, { x, y }: Point = { x: 0, y: 0 }): Promise<T[K] | undefined> {
    const element = <HTMLCanvasElement>document.getElementById('canvas')!;
    const seen = new Map<string, Array<T>>();
    for (const [id, shape] of seen.entries()) {
      if (shape.length < 3 && x > y) continue;
      seen.get(id)!.push(...shape);
    }
    return (element as unknown as Record<string, any>)[key as string]?.value ?? undefined;
  }
  *[Symbol.iterator](): Generator<T, void, undefined> { yield* this.shapes; }
}

function isCircle(shape: Shape): shape is Extract<Shape, { kind: 'circle' }> {
  return shape?.kind === 'circle';
}
function area(shape: Shape): number;
function area(shape: Shape, scale: 1 | 2): number;
function area(shape: Shape, scale: number = 1): number {
  let result: number | undefined, note: string = '';
  switch (shape?.kind) {
    case 'circle': result = Math.PI * shape.radius ** 2; break;
    case 'square': result = (shape.size ?? 1) ** 2; break;
    default: { const never: never = shape as never; throw new Error(`no ${never}`); }
  }
  return scale > 1 ? result! * scale : result!;
}

const identity = <T>(value: T): T => value;
const curried = (a: number) => (b: number): number => a + b;
const tuple: Pair = ['x', 1, true];
const { width, height: h = 0, ...rest }: Size = Canvas.defaults;
const result = useMemo<Result[]>(() => parse<Result>(input, (key: string, value?: unknown) => value), []);
const lines = read<
  string
>(path).map((line): { text: string } => ({ text: line }));
const callback = async (
  error: Error | null,
  data?: Buffer,
): Promise<void> => {
  if (error) throw error;
};
try { using file = open(path); } catch (error: unknown) { if (!(error instanceof Errors.NotFound)) throw error; }
let value = a < b ? c : d, flag = (x as any).ok && y!.z;
export = Canvas;

type Merged<Props, Defaults> =
  // the part that has a default
  Props extends object
    ? Partial<Pick<Props, keyof Defaults>> &
      // and the part that has none
      Omit<Props, keyof Defaults>
    : never;
type Alias =
  Map<string, number>;
export function merge(
  first: Base.Options &
    Extra.Options & { nested?: boolean },
  second: string |
    number,
): Merged<Options, Alias>;
const later:
  ReadonlyArray<string> = [];
class Inner extends Outer<string>.Inner { static readonly key: unique symbol = Symbol(); }
declare global { var later: -1 | -0x1n; }
const one = <T>(x: T) => x, two = function () {}, { a: three, b } = load();
const wrap = next => <T>(
  action: Action | Promise<T>
) => next(action);
const enhance = create => <
  S,
  A extends Action = AnyAction
>(
  reducer: Reducer<S, A>
) => create(reducer);
const { depth, bed: { soil } }: {
  depth: number
  bed?: Bed
} = garden;
for (const { soil }: Bed of beds) { switch (soil) { case kinds[0]: { break; } } }
if (first) /[a-z]+\/x/g.test(second);
while (first && (second || third)) /re"x/.exec(name); for (const each of strings) /y/v.test(each);
const left = (first + second) / third / 2; if (first / second) { /z/.test(first) }
const sets = /[\p{L}--[a-z\]]&&[^0-9]]x/v, plain = /[[a]/u;
import source wasm from "./beds.wasm"; import defer * as beds from "./beds.js"; import source from "./source.js";
let shallow: Bed,
  deep:
    Bed | Plot,
  count!: number = rows({
    of: 1,
  }),
  last;
label: for (;;) break label;
var one: string, two: number
dig<Bed>(one)
const empty = new Map<string, Bed>, sizes = [new Set<Bed<number>>, dig<string>]; call(new Set<string>);
const cut = new Map<string, Bed
export const kept = dig(cut, [1, 2
function still() { return kept; }
type Cut = { bed: string, rows: Array<
const whole: number = 2;
