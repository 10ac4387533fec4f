#!/usr/bin/env python3
"""Writes themes/*.json: our themes, from their colours in OKLCH and one table of scopes.

usage: scripts/themes.py [--check]

It also writes the tables of docs/themes.md, which say how far apart colours are. With --check nothing is written; files that
would change are named.

A colour is (lightness 0...1, chroma, hue in degrees), or "#rrggbb" where a theme's identity asks for just
that one. Lightness is moved, where need be, until the colour can be read on the code background; chroma is
reduced until the colour exists in sRGB. What comes out is checked again by the tests of the package.
"""
import itertools
import json
import math
import pathlib
import sys

from theme_colors import THEMES

ROOT = pathlib.Path(__file__).resolve().parent.parent

# --- colour -----------------------------------------------------------------------------------------------


def oklch_to_linear(lightness, chroma, hue):
    a = chroma * math.cos(math.radians(hue))
    b = chroma * math.sin(math.radians(hue))
    l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    s = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
    )


def encode(value):
    value = min(1.0, max(0.0, value))
    return value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def to_hex(color):
    """The colour in sRGB, with as much of its chroma as fits."""
    if isinstance(color, str):
        return color.lower()
    lightness, chroma, hue = color
    while chroma > 0.0005 and any(c < -0.0005 or c > 1.0005 for c in oklch_to_linear(lightness, chroma, hue)):
        chroma *= 0.985
    return "#" + "".join(f"{round(encode(c) * 255):02x}" for c in oklch_to_linear(lightness, chroma, hue))


def luminance(hexadecimal):
    def linear(value):
        value /= 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (int(hexadecimal[i : i + 2], 16) for i in (1, 3, 5))
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


def contrast(one, other):
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def readable(color, surfaces, ratio):
    """The colour, lighter or darker by as little as gives the contrast on all surfaces."""
    if isinstance(color, str):
        return color.lower()
    lightness, chroma, hue = color
    step = 0.004 if luminance(surfaces[0]) < 0.2 else -0.004
    while 0 < lightness < 1 and min(contrast(to_hex((lightness, chroma, hue)), s) for s in surfaces) < ratio:
        lightness += step
    return to_hex((lightness, chroma, hue))


# --- distances --------------------------------------------------------------------------------------------

# Roles of tokens that a reader must tell apart by colour.
TOLD_APART = ["text", "comment", "keyword", "string", "number", "function", "type", "property", "variable"]

# What people see: matrices for linear sRGB from G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based
# Model for Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (6), 2009, for
# severity 1.0.
VISIONS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def oklab(hexadecimal, vision="usual"):
    """The colour in OKLab, as somebody with that vision sees it."""
    channels = [int(hexadecimal[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    seen = [min(1.0, max(0.0, sum(k * v for k, v in zip(row, linear)))) for row in VISIONS[vision]]
    long = (0.4122214708 * seen[0] + 0.5363325363 * seen[1] + 0.0514459929 * seen[2]) ** (1 / 3)
    medium = (0.2119034982 * seen[0] + 0.6806995451 * seen[1] + 0.1073969566 * seen[2]) ** (1 / 3)
    short = (0.0883024619 * seen[0] + 0.2817188376 * seen[1] + 0.6299787005 * seen[2]) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def least_distance(tokens, vision):
    """The two roles whose colours are closest, and their distance."""
    seen = {role: oklab(tokens[role], vision) for role in TOLD_APART}
    return min((math.dist(seen[one], seen[other]), one, other) for one, other in itertools.combinations(TOLD_APART, 2))


def distance_table(colors):
    rows = ["| theme | " + " | ".join(VISIONS) + " |", "|---|" + "---|" * len(VISIONS)]
    for name, tokens in sorted(colors.items()):
        cells = ("{:.3f} ({}, {})".format(*least_distance(tokens, vision)) for vision in VISIONS)
        rows.append(f"| `{name}` | " + " | ".join(cells) + " |")
    return "\n".join(rows) + "\n"


def color_table(colors):
    rows = ["| theme | " + " | ".join(TOLD_APART) + " |", "|---|" + "---|" * len(TOLD_APART)]
    for name, tokens in sorted(colors.items()):
        rows.append(f"| `{name}` | " + " | ".join(f"`{tokens[role]}`" for role in TOLD_APART) + " |")
    return "\n".join(rows) + "\n"


# --- scopes -----------------------------------------------------------------------------------------------

# Role, font style (None: inherited), selectors. Of two rules for one scope the more specific one holds, so the
# order is for readers: from the general to the particular.
SCOPES = [
    ("comment", "italic", ["comment", "punctuation.definition.comment", "comment punctuation"]),
    ("string", None, [
        "string", "punctuation.definition.string", "constant.other.date", "constant.other.timestamp"]),
    ("text", None, [
        "meta.embedded", "meta.interpolation", "meta.template.expression", "meta.embedded.line",
        "string meta.embedded", "source.groovy.embedded", "string.interpolated.dollar",
        "string.interpolated.backtick", "string.interpolated.process-substitution", "string.other.math",
        "meta.image.inline.markdown"]),
    ("escape", None, [
        "constant.character.escape", "constant.character.entity", "constant.other.placeholder",
        "constant.character.format.placeholder", "string constant.other.placeholder",
        "punctuation.definition.template-expression", "punctuation.section.embedded",
        "punctuation.section.interpolation", "punctuation.definition.interpolation",
        "punctuation.definition.entity.html", "constant.character.string.escape",
        "keyword.interpolation", "keyword.other.interpolation", "entity.other.jinja.delimiter",
        "variable.entity.other.jinja.delimiter", "meta.object.liquid punctuation.definition.tag", "support.constant.handlebars"]),
    ("regexp", None, [
        "string.regexp", "punctuation.definition.string.regexp", "constant.other.character-class.set.regexp",
        "constant.other.character-class.range.regexp"]),
    ("escape", None, [
        "keyword.operator.quantifier.regexp", "keyword.operator.or.regexp", "keyword.operator.negation.regexp",
        "keyword.control.anchor.regexp", "constant.other.character-class.regexp",
        "constant.character.character-class.regexp", "constant.character.escape.regexp",
        "punctuation.definition.group.regexp", "punctuation.definition.group.assertion.regexp",
        "punctuation.definition.character-class.regexp", "support.other.parenthesis.regexp",
        "keyword.other.back-reference.regexp", "constant.character.numeric.regexp", "constant.other.set.regexp",
        "string.regexp punctuation.parenthesis", "source.regexp punctuation.parenthesis"]),
    ("number", None, [
        "constant.numeric", "keyword.other.unit", "keyword.other.unit.user-defined",
        "constant.other.color", "punctuation.definition.constant.css", "keyword.operator.plus.exponent",
        "keyword.operator.minus.exponent", "constant.character.numeric"]),
    ("constant", None, [
        "constant", "constant.language", "support.constant", "variable.other.constant",
        "variable.other.enummember", "entity.name.constant", "entity.name.enum-member",
        "constant.other.symbol", "punctuation.definition.constant", "variable.other.constant.property",
        "constant.other.symbol punctuation.definition"]),
    ("keyword", None, [
        "keyword", "keyword.control", "punctuation.definition.keyword", "keyword.operator.new",
        "keyword.operator.expression", "keyword.operator.delete", "keyword.operator.logical.python",
        "keyword.operator.word", "keyword.operator.wordlike", "keyword.operator.sizeof",
        "keyword.operator.alignof", "keyword.operator.alignas", "keyword.operator.typeid",
        "keyword.operator.cast", "keyword.operator.instanceof", "keyword.operator.noexcept",
        "entity.other.attribute-name.pseudo-class", "entity.other.attribute-name.pseudo-element",
        "keyword.other.important", "variable.language.makefile"]),
    ("storage", None, [
        "storage", "storage.type", "storage.modifier", "keyword.declaration", "keyword.other.fn",
        "keyword.other.let", "storage.type.string.python"]),
    ("operator", None, [
        "keyword.operator", "punctuation.accessor", "punctuation.separator.key-value",
        "punctuation.separator.dictionary.key-value", "storage.type.function.arrow",
        "keyword.operator.assignment", "keyword.operator.type.annotation"]),
    ("type", None, [
        "entity.name.type", "entity.name.class", "entity.name.struct", "entity.name.enum",
        "entity.name.union", "entity.name.trait", "entity.name.interface", "entity.name.protocol",
        "support.type", "support.class", "entity.other.inherited-class", "entity.name.scope-resolution",
        "storage.type.primitive", "storage.type.built-in", "storage.type.numeric", "storage.type.byte",
        "storage.type.boolean", "storage.type.string", "storage.type.error", "storage.type.uintptr",
        "storage.type.rune", "storage.type.cs", "storage.type.java", "storage.type.generic",
        "storage.type.object.array", "storage.type.groovy", "storage.type.haskell", "storage.type.ocaml",
        "storage.type.sql", "storage.type.proto", "storage.type.core.rust", "keyword.type",
        "support.other.type"]),
    ("function", None, [
        "entity.name.function", "support.function", "variable.function", "entity.name.method",
        "meta.function-call.generic", "entity.name.operator", "entity.name.command", "entity.name.selector",
        "entity.name.function.target.makefile", "support.function.any-method"]),
    ("builtin", None, [
        "support.function.builtin", "support.function.magic", "support.function.kernel",
        "support.function.builtin.shell", "support.function.misc", "support.function.C99",
        "support.variable.magic"]),
    ("variable", None, [
        "variable", "variable.other", "support.variable", "entity.name.variable",
        "punctuation.definition.variable", "variable.other.readwrite", "meta.definition.variable.name"]),
    ("parameter", None, [
        "variable.parameter", "entity.name.variable.parameter", "variable.other.jsdoc",
        "punctuation.definition.variable.parameter", "variable.parameter punctuation.definition.variable"]),
    ("property", None, [
        "variable.other.property", "variable.other.object.property", "variable.other.member",
        "support.variable.property", "entity.name.variable.field", "entity.name.variable.property",
        "meta.object-literal.key", "support.type.property-name", "support.type.vendored.property-name",
        "variable.object.property", "meta.attribute.python", "variable.other.swift", "support.variable.swift", "entity.other.attribute.lua",
        "variable.key.dotenv",
        "entity.name.label.json", "entity.name.tag.yaml", "entity.name.tag.yaml punctuation.definition.string",
        "punctuation.support.type.property-name", "keyword.other.definition.ini", "variable.other.key",
        "support.type.property-name.toml", "variable.css", "variable.scss", "variable.less",
        "variable.argument.css", "entity.other.attribute-name.argument"]),
    ("self", "italic", [
        "variable.language", "variable.parameter.function.language.special",
        "variable.language punctuation.definition.variable"]),
    ("namespace", None, [
        "entity.name.namespace", "entity.name.module", "entity.name.package", "entity.name.type.module",
        "entity.name.type.namespace", "support.module", "support.namespace", "entity.name.import",
        "storage.modifier.import", "storage.modifier.package"]),
    ("annotation", None, [
        "storage.type.annotation", "punctuation.definition.annotation", "meta.decorator variable",
        "entity.name.function.decorator", "punctuation.decorator", "punctuation.definition.decorator",
        "meta.annotation entity.name.type", "storage.modifier.attribute", "meta.attribute.rust",
        "entity.name.lifetime", "storage.modifier.lifetime", "punctuation.definition.lifetime",
        "entity.name.type.lifetime", "punctuation.definition.attribute", "variable.annotation",
        "entity.name.label", "support.type.annotation"]),
    ("macro", None, [
        "keyword.control.directive", "punctuation.definition.directive", "meta.preprocessor keyword",
        "punctuation.definition.preprocessor", "keyword.preprocessor", "keyword.other.preprocessor",
        "entity.name.function.preprocessor", "entity.name.function.macro", "entity.name.macro",
        "support.function.macro", "entity.name.constant.preprocessor", "keyword.control.import.include"]),
    ("tag", None, [
        "entity.name.tag", "entity.name.tag.css", "entity.name.tag.reference", "punctuation.definition.tag.xi",
        "keyword.control.html.elements", "support.class.component", "entity.name.tag.wildcard"]),
    ("attribute", None, [
        "entity.other.attribute-name", "punctuation.definition.entity", "entity.other.attribute-name.class",
        "entity.other.attribute-name.id", "meta.attribute.directive entity.other.attribute-name",
        "entity.other.attribute"]),
    # Brackets are drawn as text: half of the grammars, and VS Code's of these languages, have no scope for them.
    ("text", None, [
        "punctuation", "meta.brace", "source punctuation.definition.list", "keyword.operator.index",
        "keyword.operator.record", "keyword.operator.pattern.case",
        "storage.modifier.array.bracket", "storage.modifier.align-attribute", "variable.interpolation meta.bracket",
        "punctuation.definition.entity.function", "punctuation.definition.entity.begin.bracket",
        "punctuation.definition.entity.end.bracket", "punctuation.definition.section.match-block",
        "source.scheme punctuation.definition.variable", "source.prisma punctuation.definition.tag",
        "source.ocaml punctuation.definition.tag", "source.ocaml entity.other.attribute-name.id.css strong",
        "source.crystal punctuation.separator", "constant.name.attribute.tag.pug"]),
    ("punctuation", None, [
        "punctuation.separator", "punctuation.terminator", "punctuation.definition.tag", "meta.delimiter",
        "punctuation.definition.metadata", "punctuation.semi", "punctuation.comma"]),
    ("docTag", "", [
        "storage.type.class.jsdoc", "punctuation.definition.block.tag.jsdoc",
        "comment keyword", "comment storage.type", "keyword.other.documentation",
        "punctuation.definition.keyword.documentation", "comment entity.name.tag"]),
    ("type", "", ["variable.language.generic-parameter"]),
    ("type", "", ["entity.name.type.instance.jsdoc", "comment entity.name.type"]),
    ("parameter", "", ["comment variable", "variable.other.jsdoc"]),
    ("code", "", ["comment markup.inline.raw", "comment markup.raw"]),
    ("todo", "bold", ["keyword.codetag.notation", "comment keyword.todo", "storage.type.class.todo"]),
    ("heading", "bold", [
        "markup.heading", "entity.name.section", "punctuation.definition.heading",
        "markup.heading entity.name.section", "entity.name.section.group-title",
        "punctuation.definition.section", "entity.other.attribute-name.table", "support.type.property-name.table"]),
    ("bold", "bold", ["markup.bold", "punctuation.definition.bold"]),
    ("italic", "italic", ["markup.italic", "punctuation.definition.italic"]),
    ("bold", "bold italic", ["markup.bold markup.italic", "markup.italic markup.bold"]),
    (None, "underline", ["markup.underline"]),
    ("comment", "strikethrough", ["markup.strikethrough", "punctuation.definition.strikethrough"]),
    ("link", "underline", [
        "markup.underline.link", "string.other.link.destination", "constant.other.reference.link.url"]),
    ("link", None, [
        "string.other.link", "constant.other.reference.link", "punctuation.definition.link",
        "meta.link.reference.def.markdown", "string.other.link.title", "string.other.link.description"]),
    ("code", None, [
        "markup.inline.raw", "markup.raw.inline", "markup.raw.monospace", "punctuation.definition.raw",
        "punctuation.definition.markdown", "fenced_code.block.language",
        "markup.raw.texttt"]),
    ("text", None, ["markup.fenced_code.block", "markup.raw.block", "markup.fenced_code"]),
    ("quote", "italic", ["markup.quote", "punctuation.definition.quote"]),
    ("list", None, [
        "punctuation.definition.list", "markup.list punctuation.definition", "beginning.punctuation.definition.list",
        "punctuation.definition.block.sequence.item", "markup.list.checkbox"]),
    ("inserted", None, [
        "markup.inserted", "punctuation.definition.inserted", "meta.diff.header.to-file",
        "punctuation.definition.to-file"]),
    ("deleted", None, [
        "markup.deleted", "punctuation.definition.deleted", "meta.diff.header.from-file",
        "punctuation.definition.from-file"]),
    ("changed", None, ["markup.changed", "punctuation.definition.changed", "markup.ignored", "markup.untracked"]),
    ("storage", None, ["meta.diff.range", "punctuation.definition.range", "meta.diff.index"]),
    ("heading", "bold", ["meta.diff.header", "meta.diff.header.git"]),
    ("comment", None, ["meta.separator", "punctuation.separator.prompt", "entity.other.prompt-prefix"]),
    ("invalid", "", ["invalid", "invalid.illegal", "token.error-token", "markup.error"]),
    ("deprecated", "strikethrough", ["invalid.deprecated"]),
    ("info", None, ["token.info-token", "token.debug-token", "markup.info"]),
    ("warning", None, ["token.warn-token", "markup.warning"]),
    # Below: what the grammar of one language says in scopes that VS Code's themes leave plain or colour by chance.
    ("string", None, [
        "meta.string.quoted", "meta.value.bibtex", "property.value.dotenv", "markup.punctuation.quote.beginning"]),
    ("number", None, ["storage.type.number", "meta.number.cmake", "meta.number.dockerfile"]),
    ("constant", None, [
        "source.option.fish", "meta.option.shell-session", "meta.option.dockerfile",
        "meta.option.makefile", "meta.argument.cmake",
        "entity.name.variable.commonlisp", "entity.helper.apacheconf", "entity.status.apacheconf",
        "entity.mime-type.apacheconf"]),
    ("keyword", None, [
        "keyword.type.elm", "keyword.type.go", "keyword.type.graphql", "keyword.type.scala", "entity.directive.asm",
        "meta.keyword.asp.vb.net", "meta.keyword.scheme", "meta.label.batchfile", "source.ocaml string.regexp"]),
    ("keyword", "", [
        "source.ocaml markup.underline", "source.ocaml entity.name.filename markup.underline",
        "source.ocaml string.regexp markup.underline", "source.ocaml support.type markup.underline",
        "source.ocaml entity.name.class markup.underline", "source.ocaml punctuation.definition.tag emphasis"]),
    ("operator", None, [
        "source.ocaml support.type strong", "source.ocaml string.regexp strong", "source.ocaml keyword strong"]),
    ("type", None, [
        "meta.image.dockerfile", "meta.type-name.pascal", "source.ocaml keyword.control emphasis",
        "source.ocaml entity.other.attribute-name.id.css"]),
    ("function", None, [
        "entity.function.name", "entity.global.clojure", "meta.command.shell-session",
        "meta.command.dockerfile", "meta.command.makefile", "meta.call.pascal", "meta.call.scala",
        "meta.method.groovy"]),
    ("property", None, [
        "entity.name.record.field", "support.other.proto", "meta.key.dockerfile", "meta.key.yaml",
        "entity.property.apacheconf",
        "source.ocaml entity.name.filename",
        "string.key.json5", "meta.structure.dictionary.json5 > string.quoted",
        "meta.structure.dictionary.json5 > string.quoted punctuation.definition.string"]),
    ("namespace", None, [
        "support.other.module", "standard.library.language.vhdl", "source.ocaml entity.name.class constant.numeric"]),
    ("annotation", None, ["entity.name.attribute", "support.attribute.php"]),
    ("escape", None, ["support.other.escape.special.regexp"]),
    ("comment", None, ["comment entity.other.jinja.delimiter"]),
    ("tag", None, ["entity.tag.apacheconf"]),
    ("link", None, ["const.language.http", "entity.other.label.typst", "entity.other.reference.typst"]),
    ("link", "underline", ["markup.link.asciidoc"]),
    ("list", None, ["markup.todo.box"]),
    ("heading", "bold", ["meta.diff.only-in", "punctuation.definition.entity.ini"]),
    ("deleted", "bold", ["string.error.log"]),
    ("deleted", None, ["string.exceptiontype.log"]),
    ("comment", "", ["string.key.emphasis.exception.log", "markup.changed.debug.log"]),
    ("warning", None, ["markup.deleted.warning.log"]),
    ("warning", "", ["invalid.deprecated.line-too-long"]),
    ("info", None, ["markup.inserted.info.log"]),
]


def derive(theme):
    """Fills the roles that a theme leaves open from those that it states."""
    tokens = dict(theme["tokens"])
    pick = lambda role, other: tokens.setdefault(role, tokens[other])
    pick("storage", "keyword")
    pick("builtin", "function")
    pick("property", "variable")
    pick("self", "constant")
    pick("namespace", "type")
    pick("annotation", "attribute")
    pick("macro", "keyword")
    pick("docTag", "keyword")
    pick("todo", "annotation")
    pick("code", "string")
    pick("quote", "comment")
    pick("list", "operator")
    pick("changed", "number")
    tokens.setdefault("link", theme["roles"]["link"])
    tokens.setdefault("heading", theme["roles"]["heading"])
    pick("bold", "number")
    pick("italic", "type")
    tokens.setdefault("invalid", theme["roles"]["error"])
    tokens.setdefault("deprecated", tokens["invalid"])
    tokens.setdefault("info", theme["roles"]["info"])
    tokens.setdefault("warning", theme["roles"]["warning"])
    tokens.setdefault("inserted", theme["roles"]["success"])
    tokens.setdefault("deleted", theme["roles"]["error"])
    return tokens


def mix(first, second, share):
    """`share` of the second colour, the rest of the first."""
    channels = [(int(first[i : i + 2], 16), int(second[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{math.floor(one * (1 - share) + other * share + 0.5):02x}" for one, other in channels)


def surfaces(surface, colors):
    """Everything that text stands on, as `Palette.Surface` draws it, and the lines of diffs in a terminal."""
    page, code = surface["background"], surface["codeBackground"]
    tinted = {
        "tool": mix(page, code, 0.65), "bubble": mix(page, colors["accent"], 0.17), "target": mix(page, colors["accent"], 0.14),
        "markedLine": mix(code, colors["accent"], 0.1), "insertedLine": mix(code, colors["success"], 0.1),
        "deletedLine": mix(code, colors["error"], 0.1), "inserted": mix(page, colors["success"], 0.15),
        "deleted": mix(page, colors["error"], 0.15)}
    tinted |= {"alert " + name: mix(page, colors[name], 0.08) for name in ALERTS}
    return surface | tinted


ALERTS = ["info", "success", "important", "warning", "error"]
LINES = ["codeBackground", "markedLine", "insertedLine", "deletedLine", "inserted", "deleted"]
PROSE = ["background", "bubble", "target"] + ["alert " + name for name in ALERTS]
# What text of each role stands on, as in `Palette.inks`.
STANDS_ON = {
    "error": ["background", "tool", "alert error"] + LINES, "warning": ["background", "codeBackground", "tool", "alert warning"],
    "success": ["background", "tool", "alert success"] + LINES, "info": ["background", "codeBackground", "tool", "alert info"],
    "important": ["background", "tool", "alert important"], "mutedText": PROSE + ["tool"] + LINES,
    "link": PROSE + ["tool", "codeBackground", "inlineCodeBackground"], "heading": PROSE + ["codeBackground"],
    "quote": PROSE + ["codeBackground"], "inlineCode": ["inlineCodeBackground", "tool"],
}


def token_colors(theme):
    """The colour of each role of tokens, and those of the other roles: (tokens, roles)."""
    surface = {name: to_hex(theme[name]) for name in ("background", "codeBackground", "inlineCodeBackground")}
    code = surface["codeBackground"]
    text = readable(theme["text"], [surface["background"], code], 7.5)
    wanted = theme["roles"] | {"inlineCode": theme["inlineCode"]}
    roles = {name: to_hex(color) for name, color in wanted.items()}
    # Alerts and lines are tints of these colours, which move a little when they become readable.
    for _ in range(3):
        on = surfaces(surface, roles | {"accent": to_hex(theme["accent"])})
        roles = {name: readable(color, [on[place] for place in STANDS_ON[name]], 4.6) for name, color in wanted.items()}
    lines = [on[place] for place in LINES]
    tokens = {role: readable(color, lines, 4.6) for role, color in derive(theme).items()}
    tokens["text"] = text
    return tokens, roles


def build(theme):
    surface = {name: to_hex(theme[name]) for name in ("background", "codeBackground", "inlineCodeBackground")}
    tokens, roles = token_colors(theme)
    code, text = surface["codeBackground"], tokens["text"]
    accent = to_hex(theme["accent"])
    ils = {
        "background": surface["background"],
        "text": text,
        "mutedText": roles["mutedText"],
        "border": to_hex(theme["border"]),
        "accent": accent,
        "textOnAccent": to_hex(theme["textOnAccent"]),
        "link": roles["link"],
        "heading": roles["heading"],
        "quote": roles["quote"],
        "codeBackground": code,
        "codeText": text,
        "inlineCode": roles["inlineCode"],
        "inlineCodeBackground": surface["inlineCodeBackground"],
        "error": roles["error"],
        "warning": roles["warning"],
        "success": roles["success"],
        "info": roles["info"],
        "important": roles["important"],
    }
    colors = {
        "editor.background": code,
        "editor.foreground": text,
        "editorLineNumber.foreground": ils["mutedText"],
        "editor.selectionBackground": accent + "40",
        "editorCursor.foreground": accent,
        "sideBar.background": ils["background"],
        "panel.border": ils["border"],
        "focusBorder": accent,
        "button.background": accent,
        "button.foreground": ils["textOnAccent"],
        "textLink.foreground": ils["link"],
        "textPreformat.foreground": ils["inlineCode"],
        "textPreformat.background": ils["inlineCodeBackground"],
        "textCodeBlock.background": code,
        "descriptionForeground": ils["mutedText"],
        "editorError.foreground": ils["error"],
        "editorWarning.foreground": ils["warning"],
        "editorInfo.foreground": ils["info"],
        "charts.purple": ils["important"],
    }
    rules = []
    for role, style, scopes in SCOPES:
        settings = {}
        if role is not None:
            settings["foreground"] = tokens[role]
        if style is not None:
            settings["fontStyle"] = style
        rules.append({"name": role or style, "scope": scopes, "settings": settings})
    return {
        "name": theme["name"],
        "type": "dark" if theme["dark"] else "light",
        "ils": ils,
        "colors": colors,
        "tokenColors": rules,
    }


def pretty(data):
    """JSON with one line a scope rule's settings, so that a change of a colour is a change of a line."""
    text = ["{"]
    text.append(f'  "name": {json.dumps(data["name"])},')
    text.append(f'  "type": {json.dumps(data["type"])},')
    for section in ("ils", "colors"):
        members = ",\n".join(f"    {json.dumps(k)}: {json.dumps(v)}" for k, v in data[section].items())
        text.append(f'  "{section}": {{\n{members}\n  }},')
    rules = []
    for rule in data["tokenColors"]:
        scopes = ",\n".join(f"        {json.dumps(s)}" for s in rule["scope"])
        rules.append(
            f'    {{\n      "name": {json.dumps(rule["name"])},\n      "scope": [\n{scopes}\n      ],\n'
            f'      "settings": {json.dumps(rule["settings"])}\n    }}')
    text.append('  "tokenColors": [\n' + ",\n".join(rules) + "\n  ]\n}\n")
    return "\n".join(text)


def with_table(page, name, table):
    """The page with the table between the comments of that name."""
    begin, end = f"<!-- {name}: scripts/themes.py -->\n", "<!-- end -->\n"
    start = page.index(begin) + len(begin)
    return page[:start] + table + page[page.index(end, start):]


def main():
    colors = {name: token_colors(theme)[0] for name, theme in THEMES.items()}
    docs = ROOT / "docs" / "themes.md"
    page = with_table(docs.read_text(encoding="utf-8"), "distances", distance_table(colors))
    files = {docs: with_table(page, "colours", color_table(colors))}
    files |= {ROOT / "themes" / f"{name}.json": pretty(build(theme)) for name, theme in THEMES.items()}
    stale = [
        path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is not what scripts/themes.py writes", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.write_text(files[path], encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
