# A comment. TODO: tidy up
## A documentation comment
#[ A block comment
  #[ nested ]# still ]#
##[ A doc block ]##

import std/[strutils, sequtils, tables], os
from math import sqrt, PI
import "lib/other" as other except hidden
include prelude
export strutils

{.push raises: [], checks: off.}
{.experimental: "strictFuncs".}

const
  MaxItems* = 1_000
  Name = "shop"
let pi2 {.used.}: float = 3.14159 * 2
var
  count, total: int = 0
  numbers = [0, 123, 0xFF, 0b1010, 0o17, 1_000, 1.5, 1e10, 2.5e-3, 10'i8, 255'u8, 1.5'f32, 3f64, 0xFF'u16]
  chars = ['a', '\n', '\x41', '\'']
  text = "double \"quoted\" \t \x41 \u00e9 \u{1F600} $name"
  raw = r"raw \n ""quoted""" & """triple
  "quoted" \n"""
  formatted = fmt"{name} costs {price:>10.2f}" & &"{total + 1}\n"

type
  Color* = enum
    red = "r", green, blue
  Shape = ref object of RootObj
    name*: string
    size {.guard: lock.}: range[0..100]
    case kind: Color
    of red: x: int
    else: discard
  Point*[T: SomeNumber] = tuple[x, y: T]
  Handler = proc (item: Shape, args: varargs[string]): bool {.closure, gcsafe.}
  Distinct = distinct int
  Comparable = concept a, b
    (a < b) is bool
  Node = ptr object
    next: Node

proc add*[T](a, b: T; c = 0): T {.inline, noSideEffect.} =
  ## Adds two things.
  runnableExamples:
    assert add(1, 2) == 3
  result = a + b - c * 2 div 3 mod 4
  if a > b and not (a == 0) or b != 1 xor true:
    return a
  elif a in [b, c] or b notin {1, 2..3}:
    discard
  else:
    raise newException(ValueError, "bad: " & $a)

func area(s: Shape): float = s.size.float * pi2
method draw(s: Shape) {.base.} = echo "drawing ", s.name
iterator countTo(n: int): int =
  var i = 0
  while i <= n:
    yield i
    inc i
converter toInt(x: string): int = parseInt(x)
template withLock(body: untyped): untyped =
  try:
    body
  except IOError, OSError as e:
    echo e.msg
  finally:
    close()
macro debug(args: varargs[untyped]): untyped =
  result = nnkStmtList.newTree()
  quote do:
    echo `args`

proc `+`(a, b: Point): Point = (a.x + b.x, a.y + b.y)
proc `[]=`(s: var Shape, i: int, v: string) = discard

when isMainModule and defined(windows):
  for i in 0 ..< 10:
    if i mod 2 == 0: continue
    break
  for key, value in table.pairs: echo key, " = ", value
  block outer:
    while true: break outer
  case text[0]
  of 'a'..'z', '_': echo "letter"
  of 'A': discard
  else: quit(1)
  let squares = collect(newSeq): (for x in 1..5: x * x)
  let f = proc (x: int): int = x * 2
  echo map([1, 2], (x) => x + 1).mapIt(it * 2), nil, true, false, len(text), cast[int](text), addr count
  static: echo "compile time"
  defer: close(file)
  asm """nop"""
  let shape = Shape(name: "circle", size: 5); echo shape.name.toUpperAscii; discard shape is Shape; var x: seq[int] = @[1, 2]
  bind add; mixin draw; using s: string; echo x.high, not x.isNil, shl(1, 2), x[^1], 5.add 6
