import * as React from 'react';
import type { FC, ReactNode } from 'react';

interface Props<T> extends React.HTMLAttributes<HTMLDivElement> {
  items: readonly T[];
  render?: (item: T, index: number) => ReactNode;
  size: 'small' | 'large';
}

type State = { open: boolean; error?: Error };

const Label: FC<{ text: string }> = ({ text }) => <label htmlFor="x">{text}</label>;

export function Table<T extends { id: string }>({ items, render, size = 'small', ...rest }: Props<T>): JSX.Element {
  const [state, setState] = React.useState<State>({ open: false });
  const ref = React.useRef<HTMLDivElement>(null);
  const toggle = React.useCallback(async (event?: React.MouseEvent<HTMLButtonElement>): Promise<void> => {
    event?.preventDefault();
    setState((previous) => ({ ...previous, open: !previous.open }));
  }, []);

  if (state.error instanceof Error) return <p role="alert">{state.error.message as string}</p>;

  return (
    <div ref={ref} className={`table ${size}`} {...rest}>
      <button type="button" onClick={toggle} disabled={items.length < 1}>
        {state.open ? 'Close' : <>Open <b>all</b></>}
      </button>
      {state.open && items.map((item, i) => (
        <Row<T> key={item.id} item={item} onPick={(picked: T) => console.log(picked!.id)}>
          {render?.(item, i) ?? <Label text="none" />}
        </Row>
      ))}
      <Context.Consumer>{(value: number) => <span data-n={value}>{value > 3 ? '>' : '<'} &nbsp;</span>}</Context.Consumer>
    </div>
  );
}

const generic = <T,>(value: T) => value;
const bounded = <T extends object>(value: T): T => value;
const asArray = <const T,>(...values: T[]): readonly T[] => values;
const Forwarded = React.forwardRef<HTMLInputElement, Props<string>>(({ items }, ref) => <input ref={ref} />);
const compared = a < b && c > d;

export class Boundary extends React.Component<{ children: ReactNode }, State> {
  static defaultProps: Partial<Props<unknown>> = { size: 'large' };
  state: State = { open: true };
  private timer?: ReturnType<typeof setTimeout>;

  componentDidCatch(error: Error, info: React.ErrorInfo): void {
    this.setState({ error });
  }

  render() {
    return this.state.error ? <Label text={`failed: ${this.state.error.name}`} /> : this.props.children;
  }
}

export default Table satisfies typeof Table;

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
const { depth }: { depth: number } = garden, grow = <T,>(
  plant: T
) => <b>{plant}</b>;
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
