#!/usr/bin/env python3
"""Shows frames on an emulated terminal and compares its screen with what belongs there after each.

Reads a JSON array of {columns, rows, sent, final, layout}. `layout` are the lines above the cursor that are written
for the size that the terminal has, compared with their looks; `final` are the lines that became final. Prints what
differs, and ends with status 1 if anything does.
"""

import json
import sys
from itertools import zip_longest

from screen import ReflowingScreen, line_cells
import pyte


def letters(lines):
    return "".join("".join(lines).split())


def text(line):
    return "".join(cell.data for cell in line_cells(line))


frames = json.load(open(sys.argv[1]))
screen = ReflowingScreen(frames[0]["columns"], frames[0]["rows"])
stream = pyte.Stream(screen)
problems = 0
final = ""
for number, frame in enumerate(frames):
    if (screen.columns, screen.lines) != (frame["columns"], frame["rows"]):
        screen.reflow(frame["columns"], frame["rows"])
    stream.feed(frame["sent"].replace("\n", "\r\n"))
    wanted = [line_cells(line) for line in frame["layout"]]
    end = screen.cursor.y
    # A tail that became shorter leaves its place to nothing: lines above it stay where they scrolled to.
    shown = screen.scrolled_cells(max(0, len(wanted) - end))
    shown += [screen.row_cells(y) for y in range(max(end - len(wanted), 0), end)]
    final += letters(text(line) for line in frame["final"])
    if shown != wanted or screen.cursor.x != 0:
        problems += 1
        print(f"frame {number}: cursor {screen.cursor.y},{screen.cursor.x}; sent {frame['sent']!r}")
        for cells, have in zip_longest(wanted, shown, fillvalue=[]):
            if have != cells:
                print("  wanted", "".join(cell.data for cell in cells))
                print("  shown ", "".join(cell.data for cell in have))
    if any(screen.row_cells(y) for y in range(end, screen.lines)):
        problems += 1
        print(f"frame {number}: something stands below the cursor")
    # However lines are broken, each final one is there, and there once.
    everything = letters(screen.all_text())
    if not everything.startswith(final):
        problems += 1
        print(f"frame {number}: final lines are not all there\n  {final[-400:]}\n  {everything[-400:]}")
    if problems > 2:
        break
sys.exit(1 if problems else 0)
