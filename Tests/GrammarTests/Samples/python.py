#!/usr/bin/env python3
# -*- coding: utf-8 -*-
"""Inventory of a small shop.

A module docstring with a doctest:

>>> area(2, 3)
6
"""
from __future__ import annotations

import asyncio
import os.path as osp, re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from . import sibling
from ..package.module import (first, second as other)  # TODO: tidy up

type Vector[T] = list[T]
type Handler[**P, R: (int, str) = int] = Callable[P, R]
MAX_ITEMS: int = 1_000_000
NUMBERS = [0, 0x_FF, 0o17, 0b1010_0101, 1.5, 1e10, 1E-3, .5, 10., 3j, 2.5e-3J, 0XdeadBEEF]
ELLIPSIS, NOTHING = ..., NotImplemented


@dataclass(frozen=True, slots=True)
class Item[T: Hashable](Base, metaclass=Meta, tag="item"):
    """One thing on the shelf."""

    __slots__ = ("name",)
    name: str
    price: float = 0.0
    tags: list[str] = field(default_factory=list)

    def __init__(self, name: str, /, *args: int, price=1.0, **kwargs: dict[str, object]) -> None:
        super().__init__(*args, **kwargs)
        self.name, self._price = name, price
        self.__private = {**kwargs, "key": [*args]}

    @property
    def label(self) -> str:
        return f"{self.name!r:>{self.width}} costs {self.price:,.2f} {self.total = }"

    @label.setter
    def label(self, value): self.name = value

    @staticmethod
    async def fetch[S](cls, url: str = 'http://x', *, timeout: "float | None" = None) -> S:
        async with session.get(url, timeout=timeout) as response, lock:
            async for line in response.content:
                yield line.decode("utf-8", errors='replace')
        return await response.json()

    def __eq__(self, other): return isinstance(other, Item) and self.__dict__ == other.__dict__

    def __matmul__(self, m): return self @ m


def describe(value, *, depth: int=0, callback: Callable[[int], str] = lambda x, *y, k=1, **z: str(x)):
    r'''A raw docstring with \d inside.'''
    global counter
    match value:
        case {"kind": "circle", "r": float(r), **rest} if r > 0:
            return 3.14 * r ** 2
        case Point(x=0, y=0) | [1, 2, *_]:
            pass
        case -1 | 2.5 | "text" | None | True:
            raise ValueError("nothing here") from None
        case str() as text:
            del text
        case _:
            ...
    match, case, type = 1, 2, 3
    match = re.match(r"^(?P<year>\d{4})-(?:0[1-9]|1[0-2])\b(?=x)(?!y)(?<=z)(?<!w)[^\]\-a-z]+?\1(?P=year)$", text)
    print(match[0], type(value), case(match), end="\n", file=sys.stderr)
    return match


def strings(name, items):
    plain = 'tab\t nul\0 \x41 \u00e9 \U0001F600 \N{BULLET} \101 \' end'
    joined = "one" 'two' \
        """three
    lines with \
    a continuation"""
    old = "%s has %5.2f%% of %(key)r" % (name, 3.5) + "{} {0!r:>10} {name.attr[0]:{width}} {{literal}}".format(name)
    data = b"bytes \xff \d", rb'raw\x', Rb"raw\d", br"\w+\s*"
    nested = f"outer {', '.join(f'{item!s:<{width}}' for item in items if item["ok"])} {{braces}}"
    multi = f"""
    total: {sum(x * 2 for x in items):>10,} and {name=}
    {
        name.upper()  # a comment inside
        if name else "none"
    } \N{DASH} {when:%Y-%m-%d} {x:{'>'}{10}}
    """
    raw = rf"\d{name}\.{2 + 2:#06x}" F'{x}' fR"\n{name}"
    template = t"Hello {name}"
    pattern = re.compile(r"""
        (?x) ( \w+ )   # a word
        \s* [=:] \s*   # a separator
        (?P<value> .* ) $
    """, re.VERBOSE | re.I)
    other = R"C:\temp\new" + r'[a-z]+(?i:x){2,3}'
    return plain, joined, old


class Color(enum.Enum): RED, GREEN = 1, 2


def flow():
    nonlocal total
    for i, (a, b) in enumerate(zip(range(10), "abc")):
        if not a and b is not None or i not in [1, 2] and a <= b != 3:
            continue
        elif (n := len(b)) > 10: break
        else:
            assert n, f"failed: {n}"
    while True:
        x = y if y else z; x += 1; x //= 2; x **= 3; x >>= 1; x @= m; x ^= ~y & 0xF | z << 2
    else:
        pass
    try:
        open("file").read()
    except* (KeyError, OSError) as error:
        raise
    except Exception:
        exit()
    finally:
        print(__file__, __name__, __version__, self.CONSTANT, cls.make(1)(2)[0].x)
    with open(p) as f, (yield): squares = {x: x**2 for x in range(5)}
    result = await gather(*[fetch(u) async for u in urls]), lambda: 0, lambda a, (b): a
    print("unclosed string)
    print >>sys.stderr, `x`, 1 <> 2, 0777, 10L, ur"old"
    exec "code"; values = [i for i in items[1:2, ::-1, ...] if i]; func(a, *b, key=c[d](e=f), **g)
    return obj.method(arg).attr.CONST.__doc__, int("3"), obj.print, self.type, x.__len__(), NameError


if __name__ == "__main__":
    asyncio.run(main())


def unfinished(a, b: int = {
class Recovered(
@wraps(flow)
def last(*args: *Ts, **kwargs: P.kwargs) -> None: ...
@mock.patch.object(beds, "soil")
@garden.property
class Local(self._local, metaclass=Meta): ...
