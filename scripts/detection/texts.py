"""The texts of our own that train.py learns from: samples, everyday.txt, plain.txt, words of grammars, hints.txt."""
import json
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# Languages that content cannot tell from prose or from anything else, and names for plain text.
LEFT_OUT = {"git-commit", "regexp", "csv"}
SAME = {"log": "plain"}
# What a hint counts beside what is learnt.
HINT = 0.7
PLACES = {"first": 0, "line": 1, "any": 2, "end": 3}


def texts():
    """(language, text) of the grammars' samples, everyday.txt and plain.txt."""
    for path in sorted((ROOT / "Tests/GrammarTests/Samples").iterdir()):
        yield SAME.get(path.name.split(".")[0], path.name.split(".")[0]), path.read_text("utf-8", "replace")
    for name in ("everyday.txt", "plain.txt"):
        for part in re.split(r"^%%% ", (HERE / name).read_text("utf-8"), flags=re.M)[1:]:
            language, _, text = part.partition("\n")
            yield SAME.get(language.strip(), language.strip()), text


def listed_words():
    """(language, word) of the words that our grammars know: in goldens, and as alternatives in patterns."""
    found = {(SAME.get(language, language), word) for source in (golden_words(), grammar_words())
             for language, word in source}
    return {(language, word) for language, word in found if language not in LEFT_OUT}


def golden_words():
    """The words to which our grammars give the scope of a language's own word, in the samples."""
    telling = re.compile(r"keyword|storage|support|constant\.language|entity\.name\.tag|variable\.language")
    for path in sorted((ROOT / "Tests/GrammarTests/Goldens").glob("*.tokens")):
        for line in path.read_text("utf-8", "replace").split("\n"):
            for piece in line[2:].split(" | ") if line.startswith("  ") else []:
                text, _, scopes = piece.partition(" ")
                if telling.search(scopes):
                    for word in re.findall(r"[A-Za-z_][A-Za-z0-9_]*", text):
                        yield path.stem, word


def grammar_words():
    """The words that stand as alternatives in a grammar's patterns."""
    for entry in json.loads((ROOT / "grammars/index.json").read_text()):
        pending = [json.loads((ROOT / "grammars" / entry["file"]).read_text())]
        while pending:
            value = pending.pop()
            if isinstance(value, list):
                pending += value
            elif isinstance(value, dict):
                for key, inner in value.items():
                    if isinstance(inner, str):
                        if key in ("match", "begin", "end", "while") and "|" in inner:
                            for word in re.findall(r"(?<=[|(:])[A-Za-z_][A-Za-z0-9_]+(?=[|)])", inner):
                                yield entry["language"]["id"], word
                    else:
                        pending.append(inner)


def hints(languages):
    """The advantages by language, and the hints as (language, weight, place, bytes), of hints.txt."""
    often, found = {}, []
    for line in (HERE / "hints.txt").read_text("utf-8").split("\n"):
        if not line or line.startswith("# ") or line == "#":
            continue
        parts = line.split(" ")
        if parts[0] == "often":
            often.update({language: float(parts[1]) for language in parts[2:]})
        else:
            language, weight, place, text = line.split(" ", 3)
            found.append((languages[language], float(weight), PLACES[place], unescaped(text).encode()))
    assert often.keys() <= languages.keys(), often.keys() - languages.keys()
    return often, found


def unescaped(text):
    return re.sub(r"\\([nts\\])", lambda m: {"n": "\n", "t": "\t", "s": " ", "\\": "\\"}[m[1]], text)
