#!/usr/bin/env python3
"""Writes grammars/detection.model: what `ilsrender detect` knows of languages' content.

usage: scripts/detection/train.py [path of the ilsrender binary, .build/release/ilsrender by default]

It learns from texts of our own: the samples and goldens of the grammars' tests, the words in the grammars themselves,
everyday.txt and plain.txt (lines `%%% LANGUAGE` begin a text), and hints.txt. The features of a text are those that the
binary itself sees in it, so build it first. Deterministic; needs nothing but Python.
"""
import collections
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BINARY = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".build/release/ilsrender"

# What content cannot tell from prose or from anything else, and what is plain text for our purposes.
LEFT_OUT = {"git-commit", "regexp", "csv"}
SAME = {"log": "plain"}
LINES_IN_A_GROUP = 6
# Smoothing: of the mean over all languages this share is taken as seen in each.
SHARE = 0.15
GROUPS_UNSEEN = 0.5
SMALLEST_WEIGHT = 0.8
SEEN_AT_LEAST = 1.9
WORD_SEEN_AT_LEAST = 1.5
# How often a word of a grammar's pattern, or of a golden, counts as met.
LISTED_WORD = 1.0
# What a hint counts beside what was learnt.
HINT = 0.7

PLACES = {"first": 0, "line": 1, "any": 2, "end": 3}


def texts():
    """(language, text) of all that is learnt from."""
    for path in sorted((ROOT / "Tests/GrammarTests/Samples").iterdir()):
        yield path.name.split(".")[0], path.read_text("utf-8", "replace")
    for name in ("everyday.txt", "plain.txt"):
        for part in re.split(r"^%%% ", (HERE / name).read_text("utf-8"), flags=re.M)[1:]:
            language, _, text = part.partition("\n")
            yield language.strip(), text


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


def features(groups, words):
    """The features of each word, and of each text, as the binary sees them."""
    with tempfile.NamedTemporaryFile("w") as vocabulary:
        vocabulary.write("\n".join(words) + "\n")
        vocabulary.flush()
        answer = subprocess.run(
            [BINARY, "detect", "--features-with-vocabulary", vocabulary.name], check=True, capture_output=True,
            input="".join(text + "\0" for _, text in groups).encode()).stdout.decode().split("\n")
    ids = [int(line) for line in answer[: len(words)]]
    rows = [[int(pair.split(":")[0]) for pair in line.split()] for line in answer[len(words) : len(words) + len(groups)]]
    assert len(rows) == len(groups)
    return ids, rows


def counted(groups, vocabulary, languages, list_words):
    """How many groups of each language have each feature."""
    words = sorted(vocabulary)
    ids, rows = features(groups, words)
    feature_of = dict(zip(words, ids))
    counts = collections.defaultdict(lambda: [0.0] * len(languages))
    totals = [0] * len(languages)
    for (language, _), row in zip(groups, rows):
        index = languages[language]
        totals[index] += 1
        for feature in row:
            counts[feature][index] += 1
    for (language, word), weight in list_words.items():
        if language in languages and word in feature_of:
            counts[feature_of[word]][languages[language]] += weight
    return counts, totals, set(ids), feature_of


def unescaped(text):
    return re.sub(r"\\([nts\\])", lambda m: {"n": "\n", "t": "\t", "s": " ", "\\": "\\"}[m[1]], text)


def read_hints(languages):
    family, often, hints = {}, {}, []
    for line in (HERE / "hints.txt").read_text("utf-8").split("\n"):
        if not line or line.startswith("# ") or line == "#":
            continue
        parts = line.split(" ")
        if parts[0] == "family":
            number = len(set(family.values())) + 1
            for language in parts[1:]:
                family[language] = number
        elif parts[0] == "often":
            for language in parts[2:]:
                often[language] = float(parts[1])
        else:
            language, weight, place, text = line.split(" ", 3)
            hints.append((languages[language], float(weight), PLACES[place], unescaped(text).encode()))
    for language in [*family, *often]:
        assert language in languages, language
    return family, often, hints


def main():
    documents = [(SAME.get(l, l), text) for l, text in texts() if l not in LEFT_OUT]
    languages = {l: i for i, l in enumerate(sorted({l for l, _ in documents}))}
    groups = []
    for language, text in documents:
        lines = [line for line in text.replace("\0", "").split("\n") if line.strip()]
        for start in range(0, len(lines), LINES_IN_A_GROUP):
            groups.append((language, "\n".join(lines[start : start + LINES_IN_A_GROUP])))

    list_words = collections.defaultdict(float)
    for source in (golden_words(), grammar_words()):
        for language, word in set(source):
            list_words[SAME.get(language, language), word] += LISTED_WORD
    vocabulary = {word for _, word in list_words}
    for language, text in documents:
        vocabulary |= set(re.findall(r"[A-Za-z_][A-Za-z0-9_]+", text))
    vocabulary = {word for word in vocabulary if 2 <= len(word) <= 24}
    # Words that were met but once are more likely somebody's name for something.
    counts, _, _, feature_of = counted(groups, vocabulary, languages, list_words)
    vocabulary = {w for w in vocabulary if sum(counts.get(feature_of[w], [0])) >= WORD_SEEN_AT_LEAST}
    counts, totals, word_ids, _ = counted(groups, vocabulary, languages, list_words)

    records = []
    for feature, row in sorted(counts.items()):
        if feature not in word_ids and sum(row) < SEEN_AT_LEAST:
            continue
        rates = [count / (total + GROUPS_UNSEEN) for count, total in zip(row, totals)]
        mean = sum(rates) / len(rates)
        unseen = math.log(SHARE * mean + 0.002)
        weights = [math.log(rate + SHARE * mean + 0.002) - unseen for rate in rates]
        entries = [(i, min(255, round(w * 16))) for i, w in enumerate(weights) if w >= SMALLEST_WEIGHT]
        if entries:
            records.append((feature, entries))

    family, often, hints = read_hints(languages)
    out = bytearray(b"ILSDETECT1\n")
    out.append(len(languages))
    for language in languages:
        out += bytes([len(language)]) + language.encode()
        out += bytes([family.get(language, 0), round(often.get(language, 0) * 16) & 255])
    out += len(hints).to_bytes(2, "little")
    for index, weight, place, text in hints:
        out += bytes([index, place, round(weight * HINT * 8) & 255, len(text)]) + text
    out += len(records).to_bytes(4, "little")
    for feature, entries in records:
        out += feature.to_bytes(4, "little") + bytes([len(entries)])
        for index, weight in entries:
            out += bytes([index, weight])
    (ROOT / "grammars/detection.model").write_bytes(out)
    print(f"{len(languages)} languages, {len(groups)} groups, {len(vocabulary)} words, {len(records)} features, "
          f"{len(hints)} hints, {len(out)} bytes")


if __name__ == "__main__":
    main()
