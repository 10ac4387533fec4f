#!/usr/bin/env python3
"""Says how often `ilsrender detect` is right about the content of files: per language precision and recall.

usage: scripts/detection/evaluate.py [--binary PATH] [--lines N,...] [--per-language] FOLDER ...

Each folder is one project, of which nothing may have been learnt (train.py takes others). Files are labelled as
corpus.py does. A file's first lines are judged, without the interpreter in the first one. Left out are files whose first
40 lines hold fewer than three that are no comments, and in which what sets SCSS or TypeScript apart comes later.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import corpus
import texts

COMMENT = re.compile(r"\s*(#|//|/?\*|;|%|--|\(\*|!|'|\"|REM|rem|<!--|\{-|dnl)")
# Languages in which most lines look like comments to the pattern above.
NO_COMMENTS = {"plain", "markdown", "rst", "asciidoc", "diff", "latex", "tex", "asm", "css", "scss", "matlab", "sql", "apache"}
# Languages that are written nearly alike: one for the other is less wrong.
NEIGHBOURS = [{"latex", "tex"}, {"hcl", "terraform"}, {"javascript", "typescript", "jsx", "tsx"}, {"c", "cpp"},
              {"json", "jsonc", "json5"}, {"css", "scss", "less"}, {"verilog", "system-verilog"},
              {"ini", "toml", "systemd"}, {"xml", "html"}, {"scheme", "racket"}]
# Of a language, and of one language in one project; plain text four times as many.
MOST, MOST_OF_PROJECT = 24, 5


def first_lines(text, count):
    if text.startswith("#!"):
        text = text.partition("\n")[2]
    return "\n".join(text.split("\n")[:count]) + "\n"


def chosen(folders):
    """(language, path, text), evenly over projects."""
    found = collections.defaultdict(list)
    for language, project, path, text in corpus.files(folders):
        language = texts.SAME.get(language, language)
        head = first_lines(text, 40)
        code = [line for line in head.split("\n") if line.strip() and not COMMENT.match(line)]
        if language in texts.LEFT_OUT or language not in NO_COMMENTS and len(code) < 3:
            continue
        if corpus.shown_language(language, head) != language:
            continue
        found[language].append((project, f"{project}/{path}", text))
    for language, files in sorted(found.items()):
        taken = collections.Counter()
        queue = []
        for project, path, text in files:
            queue.append((taken[project], len(queue), path, text))
            taken[project] += 1
        most = MOST * (4 if language == "plain" else 1)
        for rank, _, path, text in sorted(queue)[:most]:
            if rank < MOST_OF_PROJECT or len(taken) < 3:
                yield language, path, text


def judged(binary, heads):
    """The languages that the binary finds in texts."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, text in enumerate(heads):
            path = pathlib.Path(folder, str(number))
            path.write_text(text, "utf-8")
            names.append(str(path))
        found = []
        for start in range(0, len(names), 500):
            answer = subprocess.run([binary, "detect", "--content-only", *names[start : start + 500], "/dev/null"],
                                    check=True, capture_output=True, text=True).stdout
            found += [json.loads(line)["language"] for line in answer.splitlines()][:-1]
        return found


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--binary", type=pathlib.Path, default=texts.ROOT / ".build/release/ilsrender")
    arguments.add_argument("--lines", type=lambda text: [int(n) for n in text.split(",")], default=[40, 20, 10, 5],
                           metavar="N,...", help="how many of the first lines are judged: 40,20,10,5")
    arguments.add_argument("--per-language", action="store_true")
    arguments.add_argument("folders", nargs="+", metavar="FOLDER")
    options = arguments.parse_args()
    files = list(chosen(options.folders))
    for count in options.lines:
        guesses = judged(options.binary, [first_lines(text, count) for _, _, text in files])
        pairs = [(language, guess) for (language, _, _), guess in zip(files, guesses)]
        code = [pair for pair in pairs if pair[0] != "plain"]
        plain = [guess for language, guess in pairs if language == "plain"]
        kinds = collections.Counter(
            "right" if language == guess else "plain" if guess == "plain"
            else "neighbour" if any({language, guess} <= group for group in NEIGHBOURS) else "wrong"
            for language, guess in code)
        print(f"first {count} lines of {len(code)} files in {len({language for language, _ in code})} languages: "
              + ", ".join(f"{kinds[kind] / len(code):.1%} {kind}" for kind in ("right", "plain", "neighbour", "wrong"))
              + f"; of {len(plain)} plain texts {plain.count('plain')} are plain")
        if options.per_language:
            for language in sorted({language for language, _ in pairs}):
                there = [guess for name, guess in pairs if name == language]
                said = sum(guess == language for _, guess in pairs)
                others = collections.Counter(guess for guess in there if guess != language)
                print(f"  {language:18} {len(there):3} files, recall {there.count(language) / len(there):4.0%}, precision "
                      + (f"{there.count(language) / said:4.0%}" if said else "   -")
                      + (f"; taken for {', '.join(f'{n} {name}' for name, n in others.most_common())}" if others else ""))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
