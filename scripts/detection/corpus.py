"""Names the language of source files in folders that a person names, for train.py and evaluate.py.

A folder holds one project: an unpacked source package, a checkout. Files are labelled by their ending, as
grammars/index.json lists them; endings that several languages share are left out, and a file that does not look like
what its ending says is either another language or nothing. What files hold is counted; nothing of it is kept.
"""
import hashlib
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# Endings that say too little: of several languages, of generated files, or of data.
AMBIGUOUS = set(""".h .i .cfg .conf .inc .l .mod .ent .config .pp .rest .exp .al .ph .sc .ss .cls .frm .inf .reg .prefs
    .ui .comp .tm .link .pod .path .target .volume .slice .scope .swap .device .network .container .kube .rt .yy .asc
    .module .theme .pro .cake .cgi .fx .cg .mesh .task .rint .command .god .log .csv .profile .thor .fsi .dtx .ins .ltx
    .csl .rsx .rktd .regexp .cson""".split())
# Endings of texts for which there is no grammar, and names of prose: plain text.
PLAIN = re.compile(r"\.(po|vala|qml|m4|ac|csv|tsv|[1358]|log|srt|bnf)$|^(README|NEWS|ChangeLog|CHANGES|COPYING|LICENSE"
                   r"|AUTHORS|TODO|HACKING|INSTALL|FAQ|changelog|copyright)$")
MARKUP = re.compile(r"^#{1,4} \w|^```|^\w.*\n(?:={4,}|~{4,}|-{4,})$|^\.\. \w+::|\]\(http|^=+ \w|^<[a-zA-Z]+|;$"
                    r"|^#include|\\[a-z]+\{|^\s*\w[\w.]*\(.*[){;]$", re.M)

# What a file of a language holds at least, where its ending alone says too little.
HOLDS = {language: re.compile(pattern, re.M) for language, pattern in {
    "apache": r"^\s*<(Directory|VirtualHost|If|Location|Files|Proxy)|^\s*(Alias|Rewrite|Require|Options|LoadModule|Header)",
    "awk": r"\{", "bibtex": r"^\s*@\w+\s*[{(]", "clojure": r"^\((ns|def|require|let|println)",
    "cobol": r"(?i)(IDENTIFICATION|PROCEDURE|DATA) DIVISION",
    "common-lisp": r"^\s*\((in-package|def|asdf|let|setq|declaim|use-package|eval-when)",
    "d": r"^\s*(module|import)\s+[\w.]+", "dotenv": r"^[A-Z][A-Z0-9_]*=", "elm": r"^module|^import|^\w+ =",
    "erb": r"<%(.|\n)*</\w+>", "fish": r"\b(end|set|function|complete)\b",
    "fsharp": r"^\s*(let|open|module|namespace|type)\b", "gdscript": r"^(extends|func|var|tool)\b",
    "handlebars": r"\{\{", "html": r"<\w+|<!", "http": r"HTTP/\d|^(GET|POST|PUT|DELETE) ",
    "ini": r"^\s*\[[^\]]+\]|^[\w.-]+\s*[=:]", "jinja": r"\{[%{]", "kotlin": r"\b(fun|val|var|class|import|plugins)\b",
    "liquid": r"\{[%{]", "llvm": r"\bdefine\b|\bdeclare\b|target (triple|datalayout)",
    "nginx": r"^\s*(server|location|http|upstream|events)\b.*\{", "pascal": r"(?i)\b(unit|program|library|begin|uses)\b",
    "perl": r"\b(use|my|sub|package|require)\b|^=\w", "php": r"<\?", "prolog": r":-",
    "proto": r"\b(syntax|message|package|service|enum)\b", "r": r"<-|\b(library|function)\(",
    "rust": r"\b(fn|use|mod|pub|struct|macro_rules)\b", "scheme": r"^\s*\((define|use-modules|library|import|module|let|test)",
    "systemd": r"^\[(Unit|Service|Install|Timer|Socket)", "vb": r"(?i)\b(End (Sub|Function|If|Class|Module)|Dim|Imports)\b",
    "verilog": r"\b(module|endmodule|`define|`include|primitive)\b", "xml": r"<\w+|<!",
}.items()}
OBJECTIVE_C = re.compile(r"@(interface|implementation|protocol|class|property|selector|autoreleasepool)|@\"|#import")
LATEX = re.compile(r"\\(documentclass|begin\{|section|usepackage|chapter|subsection)")
JSON_WITH_COMMENTS = re.compile(r"^\s*(//|/\*)|[,{\[]\s*//|,\s*[}\]]", re.M)
LESS = re.compile(r"@[\w-]+\s*:|\.[\w-]+\(|~\"|\(@|&:extend")
SCSS = re.compile(r"\$[\w-]+|@(mixin|include|extend|use|function|if|each|for)|^\s*&|#\{|//|%\w", re.M)


def endings_and_names():
    endings, names = {}, {}
    for entry in json.loads((ROOT / "grammars/index.json").read_text()):
        language = entry["language"]
        for rank, ending in enumerate(language.get("extensions", [])):
            if ending not in AMBIGUOUS and (ending not in endings or endings[ending][1] > rank):
                endings[ending] = (language["id"], rank)
        for name in language.get("filenames", []):
            names[name] = language["id"]
    for name in ("mime.types", "Makefile.in", "ack", "yarn.lock", "Pipfile.lock", "poetry.lock"):
        names.pop(name, None)
    return {ending: language for ending, (language, _) in endings.items()}, names


ENDINGS, NAMES = endings_and_names()


def named_language(path):
    """The language that a file's name states, or None."""
    name = path.name
    if PLAIN.search(name):
        return "plain"
    if name in NAMES:
        return NAMES[name]
    if name.endswith(".conf"):
        return "nginx" if "nginx" in str(path) else "apache" if "apache" in str(path) else None
    for suffix in ("".join(path.suffixes[-2:]), path.suffix):
        if suffix in ENDINGS:
            return ENDINGS[suffix]
    return None


def language(path, text):
    """The language of a file, or None where its name and its text do not agree."""
    found = named_language(path)
    if found in ("objective-c", "matlab"):
        if OBJECTIVE_C.search(text):
            return "objective-c"
        return "matlab" if re.search(r"^\s*(function\b|%|end\b)", text, re.M) and path.suffix == ".m" else None
    if found == "perl" and path.suffix == ".pl" and re.search(r"^\s*:-|:-\s*$", text, re.M):
        return "prolog"
    if found in ("latex", "tex") and path.suffix == ".tex":
        return "latex" if LATEX.search(text) else "tex"
    if found in ("json", "jsonc"):
        return "jsonc" if JSON_WITH_COMMENTS.search(text) else "json"
    if found == "less" and not LESS.search(text) or found == "scss" and not SCSS.search(text):
        return "css"
    if found == "typescript" and text.lstrip().startswith("<"):
        return None
    if found == "html" and re.search(r"\{%|<%|\{\{|<\?", text):
        return None
    if found == "plain" and path.suffix in ("", ".txt", ".text") and MARKUP.search(text):
        return None
    if found in HOLDS and not HOLDS[found].search(text):
        return None
    return found


def read(path):
    """The text of a file, or None where it is no text that a person would have written."""
    try:
        if not 60 <= path.stat().st_size <= 250_000:
            return None
        raw = path.read_bytes()[:60_000]
    except OSError:
        return None
    if b"\0" in raw:
        return None
    text = raw.decode("utf-8", "replace").replace("\r\n", "\n")
    return text if max(map(len, text[:6000].split("\n"))) <= 600 else None


def files(folders, most=40):
    """(language, project, path, text) of the files in each folder, at most `most` of a language in a project.

    Files of a project that begin alike are taken once. The order and the choice depend on the paths alone.
    """
    for folder in sorted(map(pathlib.Path, folders)):
        taken, seen = {}, set()
        paths = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
        for path in sorted(paths, key=lambda p: hashlib.md5(str(p.relative_to(folder)).encode()).hexdigest()):
            relative = path.relative_to(folder)
            if named_language(relative) is None or "min" in relative.suffixes:
                continue
            text = read(path)
            found = text and language(relative, text)
            head = text and hashlib.md5(" ".join(text[:3000].split()).encode()).digest()
            if not found or head in seen or taken.get(found, 0) >= most:
                continue
            seen.add(head)
            taken[found] = taken.get(found, 0) + 1
            yield found, folder.name, relative, text
