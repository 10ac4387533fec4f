"""A terminal for tests: pyte's, and what common terminals do when their size changes."""

from functools import lru_cache

import pyte


_BLANK = pyte.screens.Char(" ")


def _cells(row, columns):
    cells = [row.get(x, _BLANK) for x in range(max(row, default=-1) + 1)][:columns]
    while cells and cells[-1] == _BLANK:
        cells.pop()
    return cells


@lru_cache(maxsize=20000)
def line_cells(line):
    """The cells that one line of output fills on a wide screen of its own, without blanks at its end."""
    screen = pyte.Screen(500, 2)
    pyte.Stream(screen).feed(line)
    return _cells(screen.buffer[0], screen.columns)


class ReflowingScreen(pyte.Screen):
    """A screen that keeps what scrolls out of it, and breaks lines anew when its width changes.

    pyte cuts lines off instead; kitty, VTE, iTerm2, tmux, Windows Terminal and others break them.
    """

    def __init__(self, columns, lines):
        super().__init__(columns, lines)
        self.scrolled = []
        self.synchronized = 0
        self.problems = []

    def index(self):
        top, bottom = self.margins or (0, self.lines - 1)
        if self.cursor.y == bottom:
            self.scrolled.append(dict(self.buffer[top]))
        super().index()

    def row_cells(self, y):
        return _cells(self.buffer[y], self.columns)

    def scrolled_cells(self, count):
        """The last rows that scrolled out."""
        return [_cells(row, self.columns) for row in self.scrolled[len(self.scrolled) - count:]]

    def all_text(self):
        """The text of what scrolled out and of the screen, without empty lines at the end."""
        rows = [self._text(row) for row in self.scrolled] + [self._text(self.buffer[y]) for y in range(self.lines)]
        while rows and not rows[-1]:
            rows.pop()
        return rows

    def _text(self, row):
        return "".join(row.get(x, _BLANK).data for x in range(self.columns)).rstrip()

    def reflow(self, columns, lines):
        """Changes the size: wide rows are broken, the cursor stays at its line."""
        rows = [dict(row) for row in self.scrolled] + [dict(self.buffer[y]) for y in range(self.cursor.y)]
        broken = []
        for row in rows:
            width = max([x + 1 for x, char in row.items() if char != _BLANK], default=0)
            for start in range(0, max(width, 1), columns):
                broken.append({x - start: row.get(x, _BLANK) for x in range(start, min(start + columns, width))})
        above = min(len(broken), lines - 1)
        self.scrolled = broken[:len(broken) - above]
        super().resize(lines, columns)
        self.reset()
        for y, row in enumerate(broken[len(broken) - above:]):
            self.buffer[y].update(row)
        self.cursor.y, self.cursor.x = above, 0
