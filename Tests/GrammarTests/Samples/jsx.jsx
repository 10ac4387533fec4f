import React, { memo, useEffect, useState } from 'react';
import styled from 'styled-components';

const Card = styled.section`
  padding: ${({ theme }) => theme.space}px;
  &:hover { color: tomato; }
`;

/** One row of the list. */
function Row({ item, selected, onSelect, ...rest }) {
  if (item == null) return <></>;
  return <li
    className={selected ? 'row selected' : "row"}
    onClick={() => onSelect(item.id)}
    data-id={item.id}
    aria-label='a &quot;row&quot;'
    {...rest}
  >
    <b>{item.name}</b> costs {item.price < 10 && item.price > 0 ? 'little' : <em>much</em>} &euro; &#8364;
  </li>;
}

export default memo(function List({ items, filter = (x) => x, header }) {
  const [open, setOpen] = useState(false);
  const visible = items.filter(filter).length / 2;

  useEffect(() => {
    document.title = `${visible} rows`;
    return () => { document.title = ''; };
  }, [visible]);

  return (
    <Card as="div" style={{ color: 'red', fontSize: 12 }} hidden={!open}>
      {/* a comment between elements */}
      {header}
      <svg viewBox="0 0 10 10" xlink:href="#mark"><path d="M0 0L10 10" /></svg>
      <ul>
        {items.map((item, i) => (
          <Row key={item.id} item={item} selected={i === 0} onSelect={setOpen} />
        ))}
      </ul>
      {open && (
        <p title="a > b">
          Text with it's own "quotes", // no comment, if (a) return b;
        </p>
      )}
      {open
        ? <Menu.Item icon={<Icon name="x" />}>Close</Menu.Item>
        : null}
      <Trans.Provider value={{ open }} render={({ t }) => <b>{t('key')}</b>}>
        <input value={open} disabled onChange={(e) => setOpen(e.target.value)} // the last
        />
        <br />
      </Trans.Provider>
      <my-element some-prop={1}></my-element>
    </Card>
  );
});

const smaller = visible<3, larger = visible > 2;
const list = [<Row key="1" />, <Row key="2">x</Row>];
const Generic = (props) => <T {...props} />;
const Short = () => <p>done</p>;

const broken = <div className="a">text {smaller
export function recovered() { return <i>ok</i>; }
const named = <a-b:c />, nested = <Row left=<i /> right="r" data-x>text</Row>;
if (first) /[a-z]+\/x/g.test(second);
while (first && (second || third)) /re"x/.exec(name); for (const each of strings) /y/v.test(each);
const left = (first + second) / third / 2; if (first / second) { /z/.test(first) }
const sets = /[\p{L}--[a-z\]]&&[^0-9]]x/v, plain = /[[a]/u;
import source wasm from "./beds.wasm"; import defer * as beds from "./beds.js"; import source from "./source.js";
const cut = new Map<string, Bed
export const kept = dig(cut, [1, 2
function still() { return kept; }
