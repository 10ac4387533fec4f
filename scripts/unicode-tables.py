#!/usr/bin/env python3
"""Writes Sources/RunFormatters/Generated/UnicodeTables.swift from the Unicode Character Database.

    apt-get install unicode-data
    scripts/unicode-tables.py [FOLDER, default /usr/share/unicode]

Every code point gets a small record: its grapheme cluster class (UAX 29), its width in a terminal (UAX 11),
whether it may be shown at all, and where a line may break beside it (UAX 14, the part that concerns
ideographs). Records are stored through two levels of blocks, as text, so that the table is plain read-only
data in the binary: nothing is built when the program starts.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "Sources/RunFormatters/Generated/UnicodeTables.swift"
DATA = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode")
LAST = 0x110000
COVERED = 0x20000  # what the table holds; the planes above follow rules that the script checks
BLOCK = 128

# The order is that of `ClusterClass` in UnicodeProperties.swift.
CLUSTER = ["Other", "Control", "Extend", "ZWJ", "Regional_Indicator", "Prepend", "SpacingMark",
           "L", "V", "T", "LV", "LVT", "Extended_Pictographic"]
NARROW, WIDE, ZERO, AMBIGUOUS = 1, 2, 0, 3
SHOWN, HIDDEN, SELECTOR, SPACE = 0, 1, 2, 3


def ranges(name):
    """Yields (first, last, value) of a file of the database."""
    for line in (DATA / name).read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if not line:
            continue
        fields = [field.strip() for field in line.split(";")]
        first, _, last = fields[0].partition("..")
        yield int(first, 16), int(last or first, 16), fields[1]


def spread(name, default):
    values = [default] * LAST
    for first, last, value in ranges(name):
        values[first:last + 1] = [value] * (last - first + 1)
    return values


def flags(name, wanted):
    values = [False] * LAST
    for first, last, value in ranges(name):
        if value == wanted:
            values[first:last + 1] = [True] * (last - first + 1)
    return values


version = re.search(r"-(\d+\.\d+\.\d+)\.txt", (DATA / "EastAsianWidth.txt").read_text(encoding="utf-8")).group(1)
category = spread("extracted/DerivedGeneralCategory.txt", "Cn")
grapheme = spread("auxiliary/GraphemeBreakProperty.txt", "Other")
pictographic = flags("emoji/emoji-data.txt", "Extended_Pictographic")
ignorable = flags("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
breaking = spread("LineBreak.txt", "XX")
width = spread("EastAsianWidth.txt", "N")
for first, last in [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD)]:
    for point in range(first, last + 1):
        if category[point] == "Cn":
            width[point] = "W"  # the default of EastAsianWidth.txt for these blocks
            breaking[point] = "ID"


def record(point):
    cluster = grapheme[point]
    if cluster in ("CR", "LF"):
        cluster = "Control"
    if cluster == "Other" and pictographic[point]:
        cluster = "Extended_Pictographic"
    kind = SHOWN
    if category[point] in ("Zl", "Zp") or category[point] == "Zs" and point not in (0xA0, 0x202F, 0x2007):
        kind = SPACE
    elif 0xFE00 <= point <= 0xFE0F or 0xE0100 <= point <= 0xE01EF or 0xE0020 <= point <= 0xE007F \
            or point in (0x200C, 0x200D):
        kind = SELECTOR
    elif ignorable[point] or category[point] in ("Cc", "Cs") or 0xFFF9 <= point <= 0xFFFB \
            or point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF:
        kind = HIDDEN
    columns = {"W": WIDE, "F": WIDE, "A": AMBIGUOUS}.get(width[point], NARROW)
    if category[point] in ("Mn", "Me") or cluster in ("V", "T", "ZWJ", "Extend") or kind == HIDDEN or kind == SELECTOR:
        columns = ZERO
    if cluster == "SpacingMark" and category[point] == "Mc":
        columns = ZERO  # it is drawn in the cell of its base
    if cluster == "Regional_Indicator":
        columns = WIDE
    ideographic = columns == WIDE and breaking[point] not in ("H2", "H3", "JL", "JV", "JT")
    before = breaking[point] in ("CL", "CP", "EX", "IS", "SY", "NS", "CJ", "QU", "IN", "WJ", "GL", "PO")
    after = breaking[point] in ("OP", "QU", "GL", "WJ", "PR")
    return (CLUSTER.index(cluster) | columns << 4 | kind << 6
            | ideographic << 8 | before << 9 | after << 10)


records = [record(point) for point in range(LAST)]
SHOWN_WIDE = records[0x20000]
for point in range(0x20000, 0x3FFFE):
    if category[point] != "Cn" or point <= 0x2FFFD:
        assert point & 0xFFFF >= 0xFFFE or records[point] == SHOWN_WIDE, hex(point)
for point in range(0xE0000, 0xE1000):
    assert records[point] >> 6 & 3 in (HIDDEN, SELECTOR), hex(point)

kinds = sorted(set(records[:COVERED]), key=lambda value: -records[:COVERED].count(value))
letters = [chr(code) for code in range(0x23, 0x7F) if chr(code) != "\\"]
assert len(kinds) <= len(letters), len(kinds)
letter = dict(zip(kinds, letters))
blocks, index = {}, []
for start in range(0, COVERED, BLOCK):
    block = "".join(letter[value] for value in records[start:start + BLOCK])
    index.append(blocks.setdefault(block, len(blocks)))


def pair(value):
    """A number below 4096 as two characters of 6 bits each, from `0` on; a backslash never occurs."""
    text = chr(0x30 + (value >> 6)) + chr(0x30 + (value & 63))
    return text.replace("\\", "!")


def literal(text):
    lines = [text[start:start + 100] for start in range(0, len(text), 100)]
    return '"""\n' + "\n".join("    " + line + "\\" for line in lines[:-1]) + "\n    " + lines[-1] + '\n    """'


by_letter = {code: 0 for code in range(0x23, 0x7F)}
by_letter.update({ord(letter[value]): value for value in kinds})
TARGET.parent.mkdir(parents=True, exist_ok=True)
TARGET.write_text(f"""// Written by scripts/unicode-tables.py from Unicode {version}; do not edit.

/// The properties of each code point below U+20000 in the Unicode Character Database, packed as text.
///
/// `index` names a block of {BLOCK} code points by two characters, `blocks` a record for each of them by one,
/// `records` the record's bits (``ScalarProperties``) by two.
enum UnicodeTables {{
  static let version = "{version}"
  /// The record of the ideographs in planes 2 and 3.
  static let ideograph: UInt16 = {SHOWN_WIDE}

  static let index: StaticString = {literal("".join(pair(value) for value in index))}

  static let records: StaticString = {literal("".join(pair(by_letter[code]) for code in range(0x23, 0x7F)))}

  static let blocks: StaticString = {literal("".join(blocks))}
}}
""", encoding="utf-8")
print(f"Unicode {version}: {len(kinds)} records, {len(blocks)} blocks")
