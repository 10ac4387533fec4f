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

# What a file of a language holds at least, where its ending alone says too little: several languages share it, or other
# texts end like it (`.cs` and `.sv` are also Czech and Swedish, `.S` is also S, `.sty` also a keyboard layout).
HOLDS = {language: re.compile(pattern, re.M) for language, pattern in {
    "apache": r"^\s*<(Directory|VirtualHost|If|Location|Files|Proxy)|^\s*(Alias|Rewrite|Require|Options|LoadModule|Header)",
    "asm": r"(?i)^\s*\.?(globa?l|text|data|section|segment|align|type|org|equ|macro|proc|model|d[bwd])\b"
           r"|^\s*(movl?|movq|push|call|jmp|jsr|lda|ldr|str|lea|xor|ret)\s+[%$#\[\w]",
    "awk": r"\{", "bibtex": r"^\s*@\w+\s*[{(]", "clojure": r"^\((ns|def|require|let|println)",
    "cobol": r"(?i)(IDENTIFICATION|PROCEDURE|DATA) DIVISION",
    "common-lisp": r"^\s*\((in-package|def|asdf|let|setq|declaim|use-package|eval-when)", "cpp": r"[;{}]\s*$|^#",
    "csharp": r"^\s*(using [\w.]+;|namespace [\w.]+|(\w+ )*(class|struct|interface|enum|record|void) \w+)|\bConsole\.",
    "d": r"^\s*(module|import)\s+[\w.]+", "dotenv": r"^[A-Z][A-Z0-9_]*=", "elm": r"^module|^import|^\w+ =",
    "emacs-lisp": r"^\s*\((def|setq|require|provide|add-|let|if|when|autoload|eval-)",
    "erb": r"<%(.|\n)*</\w+>", "fish": r"\b(end|set|function|complete)\b",
    "fsharp": r"^\s*(let|open|module|namespace|type)\b", "gdscript": r"^(extends|func|var|tool)\b",
    "handlebars": r"\{\{", "html": r"<\w+|<!", "http": r"HTTP/\d|^(GET|POST|PUT|DELETE) ",
    "ini": r"^\s*\[[^\]]+\]|^[\w.-]+\s*[=:]", "jinja": r"\{[%{]", "kotlin": r"\b(fun|val|var|class|import|plugins)\b",
    "liquid": r"\{[%{]", "llvm": r"\bdefine\b|\bdeclare\b|target (triple|datalayout)",
    "mermaid": r"^\s*(graph|flowchart|\w+Diagram|gantt|pie|journey|gitGraph|mindmap|timeline|C4\w+|\w+-beta)\b",
    "nginx": r"^\s*(server|location|http|upstream|events)\b.*\{", "pascal": r"(?i)\b(unit|program|library|begin|uses)\b",
    "perl": r"^\s*(use|my|sub|package|require)\b|^=\w", "php": r"<\?", "prolog": r":-",
    "proto": r"^\s*(syntax\s*=|(message|service|enum)\s+\w+\s*\{)", "r": r"<-|\b(library|function)\(",
    "ruby": r"\b(def|do|end|require|module|gem|puts)\b|=> |^\w+ ['\"]|^\w+ +=",
    "rust": r"\b(fn|use|mod|pub|struct|macro_rules)\b", "scheme": r"^\s*\((define|use-modules|library|import|module|let|test)",
    "solidity": r"^\s*(pragma solidity|(abstract )?contract|interface|library)\b",
    "system-verilog": r"\bend(module|package|interface|class|function|task|program)\b|`(define|include|ifn?def)\b",
    "systemd": r"^\[(Unit|Service|Install|Timer|Socket)", "tex": r"\\[a-zA-Z@]{2,}", "twig": r"\{[%#]|\{\{[^}]*[|(~?.]",
    "vb": r"\bDim \w+.* As\b|\bEnd (Sub|Function|Class|Module|Property|Namespace)\b|^Imports [A-Z]|^Attribute VB_",
    "verilog": r"\bendmodule\b|^\s*module\s+\w+\s*[(;#]|`(define|include|timescale)\b", "xml": r"\A\s*<",
}.items()}
OBJECTIVE_C = re.compile(r"@(interface|implementation|protocol|class|property|selector|autoreleasepool)|@\"|#import")
# The language that another one grew out of, and what sets it apart: a text without it is one of the broader language.
TAGS = re.compile(r"</\w|/>|<>")
BROADER = {
    "cpp": ("c", re.compile(r"^\s*((class|namespace|template|using)\b|(public|private|protected):|extern \"C\")|\w::\w"
                            r"|\b(nullptr|virtual|constexpr|operator|(const|static|dynamic|reinterpret)_cast)\b"
                            r"|\bnew \w+[(\[;]|^#include <\w+>", re.M)),
    "jsonc": ("json", re.compile(r"^\s*(//|/\*)|[,{\[]\s*//|,\s*[}\]]", re.M)),
    "jsx": ("javascript", TAGS),
    "latex": ("tex", re.compile(r"\\(documentclass|begin\{|section|usepackage|chapter|subsection|(re)?newcommand"
                                r"|newenvironment|setcounter|setlength|RequirePackage|Provides(Package|Class)|DeclareOption)")),
    "less": ("css", re.compile(r"@[\w-]+\s*:|\.[\w-]+\(|~\"|\(@|&:extend")),
    "scss": ("css", re.compile(r"\$[\w-]+|@(mixin|include|extend|use|function|if|each|for)|^\s*&|#\{|//|%\w", re.M)),
    "system-verilog": ("verilog", re.compile(
        r"\b(logic|bit|int|byte|always_(ff|comb|latch)|typedef|enum|struct|interface|modport|package|class|program|unique"
        r"|priority|assert|assume|cover|import|property|endproperty|string|void)\b|'\{|\+\+|\.\*\)", re.M)),
    "tsx": ("typescript", TAGS),
    "typescript": ("javascript", re.compile(
        r"^\s*((export|declare|default|abstract) )*(interface|enum|namespace|type|abstract class|declare) \w+"
        r"|^\s*(readonly|private|public|protected) \w+|\bimport type\b|\bimplements \w+|\bas (const|any|[A-Z]\w*)\b"
        r"|[\w)\]?]\s*:\s*(string|number|boolean|any|void|unknown|never|[A-Z]\w*)\b", re.M)),
}


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


def shown_language(language, text):
    """The language that a text in `language` shows: the broader one, where nothing in it sets it apart."""
    while language in BROADER and not BROADER[language][1].search(text):
        language = BROADER[language][0]
    return language


def language(path, text):
    """The language of a file, or None where its name and its text do not agree."""
    found = named_language(path)
    if found in ("objective-c", "matlab"):
        if OBJECTIVE_C.search(text):
            return "objective-c"
        return "matlab" if re.search(r"^\s*(function\b|%|end\b)", text, re.M) and path.suffix == ".m" else None
    if found == "perl" and path.suffix == ".pl" and re.search(r"^\s*:-|:-\s*$", text, re.M):
        return "prolog"
    if found == "typescript" and text.lstrip().startswith("<"):
        return None
    if found == "html" and re.search(r"\{%|<%|\{\{|<\?", text):
        return None
    if found == "plain" and path.suffix in ("", ".txt", ".text") and MARKUP.search(text):
        return None
    if found in HOLDS and not HOLDS[found].search(text):
        return None
    # These endings are of the broader language and of the narrower one.
    return shown_language({"json": "jsonc", "tex": "latex"}.get(found, found), text)


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
