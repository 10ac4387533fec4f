#!/usr/bin/env python3
"""Writes grammars/detection.model: what `ilsrender detect` knows of languages' content.

usage: scripts/detection/train.py [--binary PATH] [--output PATH] [--from MODEL] [FOLDER ...]

It learns from texts of our own (texts.py) and from the source files in the folders that are named, each one project
(corpus.py). The features of a text are those that the binary itself sees in it, so build it first. The weights are those
of a multinomial logistic regression, trained with random parts of each text left out, then cut down to the entries
that matter. The result depends on the texts alone, and with `--from` on a model whose weights it begins with: what that
model has learnt from other projects stays where the folders do not contradict it. Needs numpy.
"""
import argparse
import collections
import math
import pathlib
import random
import re
import subprocess
import tempfile

import numpy as np

import corpus
import texts
from model import Model, body, header

ROOT = texts.ROOT
# Files of a language, and of plain text, that are learnt from; spread evenly over projects.
MOST_FILES, MOST_PLAIN = 420, 900
# Words of each language that count by themselves.
WORDS = 70
# In how many projects a feature, and a word, must be met.
PROJECTS, PROJECTS_OF_WORD = 3, 2
# The entries, each the weight of a feature for a language, that the model keeps.
ENTRIES = 90_000
EPOCHS, RATE, DROPOUT, DECAY = 5, 0.5, 0.5, 1e-4
# Languages with few texts count for more than their texts do, but not for as much as others.
BALANCE, MOST_EMPHASIS = 0.7, 4.0
# What `LanguageDetector` does to the features of a text: by count, and by how many there are.
EMPHASIS = np.array([0, 16, 22, 25, 27, 29, 30, 32, 32], dtype=np.float32) / 16
TEMPERATURE = 0.6
# What a model to begin with is worth: its weights as squares of gradients, its features as texts that hold them.
CERTAINTY, MET_BEFORE = 1.0, 40


def excerpts(lines, generator):
    """Pieces as they stand in fences: the beginning, short ones, some from the middle."""
    yield "\n".join(lines[:40])
    yield "\n".join(lines[: generator.choice([4, 6, 8, 12, 20])])
    if len(lines) <= 30:
        yield "\n".join(lines)
        return
    for length in (generator.choice([5, 8, 12]), generator.choice([16, 24, 40])):
        start = generator.randrange(0, max(1, len(lines) - length))
        yield "\n".join(lines[start : start + length])


def samples(folders):
    """(language, project, text): pieces of our own texts, each its own project, and of the files in folders."""
    generator = random.Random(5)
    for number, (language, text) in enumerate(texts.texts()):
        lines = [line for line in text.replace("\0", "").split("\n") if line.strip()]
        for length in (3, 6, 14):
            for start in range(0, len(lines), length):
                piece = lines[start : start + length]
                if start == 0 or len(piece) >= 3:
                    yield language, f"own {number} {start // 6}", "\n".join(piece)
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for language, project, _, text in corpus.files(folders):
        found[texts.SAME.get(language, language)][project].append(text)
    for language in sorted(found.keys() - texts.LEFT_OUT):
        projects = [found[language][project] for project in sorted(found[language])]
        queue = [(rank, number, text) for number, files in enumerate(projects) for rank, text in enumerate(files)]
        for _, number, text in sorted(queue)[: MOST_PLAIN if language == "plain" else MOST_FILES]:
            # An interpreter is asked before content is.
            if text.startswith("#!") and generator.random() < 0.8:
                text = text.partition("\n")[2]
            for piece in excerpts(text.split("\n"), generator):
                if len(piece.strip()) > 30:
                    yield corpus.shown_language(language, piece), f"{number} {language}", piece


def vocabulary(pieces, languages):
    """The words that tell languages apart, and those that our grammars know and texts hold."""
    met = collections.defaultdict(lambda: collections.defaultdict(set))
    projects = collections.defaultdict(set)
    for language, project, text in pieces:
        projects[language].add(project)
        for word in set(re.findall(r"[A-Za-z_][A-Za-z0-9_]+", text)):
            if len(word) <= 24:
                met[word][language].add(project)
    listed = texts.listed_words()
    ranked = collections.defaultdict(list)
    words = {word for language, word in listed if language in met.get(word, {}) and len(word) <= 24}
    for word, row in met.items():
        rates = {language: len(found) / (len(projects[language]) + 3) for language, found in row.items()}
        mean = sum(rates.values()) / len(languages)
        for language, found in row.items():
            count = len(found) + ((language, word) in listed)
            if count >= 2 and rates[language] > mean:
                value = math.sqrt(count * rates[language]) * math.log(rates[language] / mean)
                ranked[language].append((value, word))
    for language, values in ranked.items():
        values.sort(reverse=True)
        words |= {word for _, word in values[: WORDS * (3 if language == "plain" else 1)]}
    return sorted(words)


def asked(binary, option, argument, text=b""):
    """The lines that the binary answers, given a file with `argument` and `text` on standard input."""
    with tempfile.NamedTemporaryFile("wb") as file, tempfile.TemporaryFile() as given:
        file.write(argument)
        file.flush()
        given.write(text)
        given.seek(0)
        answer = subprocess.run([binary, "detect", option, file.name], stdin=given, check=True, capture_output=True)
        return answer.stdout.decode().split("\n")


def evidence(binary, pieces, words, languages, hints, known=()):
    """The features of each word; and of each piece the features, how often they occur, and the scores of hints.

    `known` are features that count as those of words, besides those of `words`.
    """
    start = header(languages, [0] * len(languages), hints)
    answer = asked(binary, "--features-of-words", "\n".join(words).encode())
    word_features = sorted({int(line) for line in answer if line})
    model = start + body([(feature, []) for feature in sorted({*word_features, *known})])
    text = "".join(text.replace("\0", "") + "\0" for _, _, text in pieces).encode("utf-8", "replace")
    rows = []
    for line in asked(binary, "--features-with-model", model, text)[: len(pieces)]:
        features, _, offsets = line.partition(" |")
        pairs = np.array([int(n) for pair in features.split() for n in pair.split(":")], dtype=np.int64).reshape(-1, 2)
        offset = [(languages[part.split(":")[0]], float(part.split(":")[1])) for part in offsets.split()]
        rows.append((pairs[:, 0], np.minimum(pairs[:, 1], 8), offset))
    return set(word_features), rows


class Regression:
    """Weights by feature and language, trained by AdaGrad on (features, values, language, offsets, emphasis)."""

    def __init__(self, features, languages):
        self.weights = np.zeros((features, languages), dtype=np.float32)
        self.squares = np.full((features, languages), 1e-2, dtype=np.float32)
        self.bias = np.zeros(languages, dtype=np.float32)
        self.bias_squares = np.ones(languages, dtype=np.float32)
        self.shuffle, self.drop = random.Random(5), np.random.default_rng(3)

    def epoch(self, rows, rate, dropout, mask=None):
        """One pass over the texts. Returns the mean loss."""
        loss = 0.0
        order = list(range(len(rows)))
        self.shuffle.shuffle(order)
        for row in order:
            features, values, language, offsets, emphasis = rows[row]
            if len(features) > 6:
                kept = self.drop.random(len(features)) > dropout * self.drop.random()
                if kept.sum() < 3:
                    continue
                features, values = features[kept], values[kept]
            values = values / (1 + TEMPERATURE * math.sqrt(len(features)))
            weights = self.weights[features]
            scores = values @ weights + self.bias + offsets
            likelihoods = np.exp(scores - scores.max())
            error = likelihoods / likelihoods.sum()
            loss -= math.log(error[language] + 1e-12)
            error[language] -= 1
            error *= emphasis
            if -error[language] < 0.005:
                continue
            gradient = values[:, None] * error + DECAY * weights
            if mask is not None:
                gradient *= mask[features]
            squares = self.squares[features] + gradient * gradient
            self.squares[features] = squares
            self.weights[features] = weights - rate * gradient / np.sqrt(squares)
            self.bias_squares += error * error
            self.bias -= 0.1 * rate * error / np.sqrt(self.bias_squares)
        return loss / len(rows)


def learnt(pieces, evidence_rows, word_features, languages, start=({}, None)):
    """The records of the model and the languages' biases. `start` has those of a model to begin with."""
    start_records, start_biases = start
    projects, seen = collections.Counter(), set()
    for (_, project, _), (features, _, _) in zip(pieces, evidence_rows):
        for feature in features.tolist():
            if (feature, project) not in seen:
                seen.add((feature, project))
                projects[feature] += 1
    del seen
    kept = {f for f, n in projects.items() if n >= (PROJECTS_OF_WORD if f in word_features else PROJECTS)}
    kept = sorted(kept | start_records.keys())
    index = {feature: number for number, feature in enumerate(kept)}
    sizes = collections.Counter(language for language, _, _ in pieces)
    rows, met = [], np.zeros(len(kept), dtype=np.float32)
    for (language, _, _), (features, counts, offset) in zip(pieces, evidence_rows):
        pairs = [(index[f], c) for f, c in zip(features.tolist(), counts.tolist()) if f in index]
        if len(pairs) < 3:
            continue
        numbers = np.array([number for number, _ in pairs], dtype=np.int64)
        met[numbers] += 1
        offsets = np.zeros(len(languages), dtype=np.float32)
        for label, score in offset:
            offsets[label] += score
        emphasis = min((400 / max(sizes[language], 40)) ** BALANCE, MOST_EMPHASIS)
        rows.append((numbers, EMPHASIS[[count for _, count in pairs]], languages[language], offsets, emphasis))
    model = Regression(len(kept), len(languages))
    for feature, entries in start_records.items():
        met[index[feature]] = max(met[index[feature]], MET_BEFORE)
        for label, weight in entries:
            model.weights[index[feature], label] = weight / 16
            model.squares[index[feature], label] = CERTAINTY
    if start_biases:
        model.bias[:] = start_biases
    for epoch in range(EPOCHS):
        print(f"epoch {epoch + 1}: loss {model.epoch(rows, RATE * 0.7 ** epoch, DROPOUT):.3f}", flush=True)
    value = np.abs(model.weights) * np.sqrt(np.minimum(met, 400))[:, None]
    bound = np.partition(value.ravel(), -ENTRIES)[-ENTRIES] if value.size > ENTRIES else 0
    mask = (value >= bound).astype(np.float32)
    model.weights *= mask
    for epoch in range(2):
        print(f"cut down: loss {model.epoch(rows, 0.08 * 0.6 ** epoch, 0.5, mask):.3f}", flush=True)
    quantized = np.clip(np.round(model.weights * 16), -127, 127).astype(int)
    records = []
    for number, feature in enumerate(kept):
        entries = [(int(i), int(quantized[number, i])) for i in np.nonzero(quantized[number])[0]]
        # A word without entries is still a known word, and no longer stands for its shape.
        if entries or feature in word_features and met[number] > 5:
            records.append((feature, entries))
    return records, model.bias


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--binary", type=pathlib.Path, default=ROOT / ".build/release/ilsrender")
    arguments.add_argument("--output", type=pathlib.Path, default=ROOT / "grammars/detection.model")
    arguments.add_argument("--from", dest="start", type=pathlib.Path, metavar="MODEL", help="a model to begin with")
    arguments.add_argument("folders", nargs="*", metavar="FOLDER", help="a project's source files")
    options = arguments.parse_args()
    pieces = [piece for piece in samples(options.folders) if piece[0] not in texts.LEFT_OUT]
    languages = {language: i for i, language in enumerate(sorted({language for language, _, _ in pieces}))}
    often, hints = texts.hints(languages)
    words = vocabulary(pieces, languages)
    start = Model(options.start.read_bytes()).numbered(languages, often) if options.start else ({}, None)
    word_features, rows = evidence(options.binary, pieces, words, languages, hints, known=start[0])
    records, bias = learnt(pieces, rows, word_features, languages, start)
    advantages = [bias[index] + often.get(language, 0) for language, index in languages.items()]
    model = header(languages, advantages, hints) + body(records)
    options.output.write_bytes(model)
    print(f"{len(languages)} languages, {len(pieces)} pieces, {len(words)} words, {len(records)} features, "
          f"{sum(len(entries) for _, entries in records)} entries, {len(hints)} hints, {len(model)} bytes")


if __name__ == "__main__":
    main()
