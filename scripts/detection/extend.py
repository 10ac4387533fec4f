#!/usr/bin/env python3
"""Adds one language to grammars/detection.model, or learns it anew, and leaves all other weights as they are.

usage: scripts/detection/extend.py [--binary PATH] [--model PATH] LANGUAGE

`train.py` learns all languages together from many projects. Whoever adds a language rarely has those, so this script keeps the
model and learns the weights of the one language against it, from the texts of our own (texts.py): the language's sample and its
lines in everyday.txt and hints.txt speak for it, the texts of all other languages against it. Needs numpy.
"""
import argparse
import collections
import math
import pathlib

import numpy as np

import texts
import train
from model import Model

# The features that speak for or against the language.
MOST_FEATURES = 900
EPOCHS, RATE, DECAY = 60, 0.3, 1e-3


def scores(model, features, values, offsets):
    """The score of each language, by the model."""
    result = np.array(model.advantages, dtype=np.float64)
    damping = 1 + train.TEMPERATURE * math.sqrt(max(len(features), 1))
    for feature, value in zip(features, values):
        for index, weight in model.records.get(feature, ()):
            result[index] += weight / 16 * value / damping
    for index, score in offsets:
        result[index] += score
    return result


def learnt(rows, language, index):
    """The weights, by feature, that tell the language from the others, and its advantage.

    `rows` are (features, values, scores of all languages, label); the language's own column of the scores is learnt.
    """
    met = collections.Counter()
    for features, _, _, label in rows:
        if label == language:
            met.update(features)
    against = collections.Counter(f for features, _, _, label in rows if label != language for f in features if f in met)
    ranked = sorted(met, key=lambda f: (-met[f] / math.sqrt(1 + against[f]), f))[:MOST_FEATURES]
    numbers = {feature: number for number, feature in enumerate(ranked)}
    own = sum(label == language for *_, label in rows)
    prepared = []
    for features, values, base, label in rows:
        pairs = [(numbers[f], v) for f, v in zip(features, values) if f in numbers]
        damping = 1 + train.TEMPERATURE * math.sqrt(max(len(features), 1))
        others = np.delete(base, index)
        rest = others.max() + math.log(np.exp(others - others.max()).sum())
        prepared.append((np.array([n for n, _ in pairs], dtype=int), np.array([v for _, v in pairs]) / damping,
                         rest, base[index], label == language))
    weights, bias = np.zeros(len(ranked)), -1.0
    squares, bias_squares = np.full(len(ranked), 1e-2), 1.0
    balance = min(math.sqrt(len(rows) / max(own, 1)), 8)
    order = np.random.default_rng(5)
    for _ in range(EPOCHS):
        for number in order.permutation(len(prepared)):
            indices, values, rest, base, wanted = prepared[number]
            score = values @ weights[indices] + bias + base
            likelihood = 1 / (1 + math.exp(min(max(rest - score, -60), 60)))
            error = (likelihood - wanted) * (balance if wanted else 1)
            if abs(error) < 0.01:
                continue
            gradient = error * values + DECAY * weights[indices]
            squares[indices] += gradient * gradient
            weights[indices] -= RATE * gradient / np.sqrt(squares[indices])
            bias_squares += error * error
            bias -= 0.1 * RATE * error / math.sqrt(bias_squares)
    quantized = np.clip(np.round(weights * 16), -127, 127).astype(int)
    return {feature: int(quantized[number]) for feature, number in numbers.items() if quantized[number]}, bias


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--binary", type=pathlib.Path, default=texts.ROOT / ".build/release/ilsrender")
    arguments.add_argument("--model", type=pathlib.Path, default=texts.ROOT / "grammars/detection.model")
    arguments.add_argument("language", metavar="LANGUAGE")
    options = arguments.parse_args()
    model = Model(options.model.read_bytes())
    language = options.language
    if language in model.languages:
        model.without(language)
    else:
        model.languages[language] = len(model.languages)
        model.advantages.append(0.0)
    index = model.languages[language]
    model.advantages[index] = 0.0
    often, hints = texts.hints(model.languages)
    model.hints += [hint for hint in hints if hint[0] == index]

    pieces = [piece for piece in train.samples([]) if piece[0] in model.languages]
    if not any(label == language for label, _, _ in pieces):
        raise SystemExit(f"extend.py: there is no text in {language}: write a sample in Tests/GrammarTests/Samples")
    # Words of the language that the model does not know yet become known, so that they speak for themselves.
    words = [word for label, word in sorted(texts.listed_words()) if label == language and len(word) <= 24]
    answer = train.asked(options.binary, "--features-of-words", "\n".join(words).encode())
    for line in answer:
        if line:
            model.records.setdefault(int(line), [])
    text = "".join(text.replace("\0", "") + "\0" for _, _, text in pieces).encode("utf-8", "replace")
    rows = []
    for (label, _, _), line in zip(pieces, train.asked(options.binary, "--features-with-model", model.bytes(), text)):
        features, _, offsets = line.partition(" |")
        pairs = [tuple(int(n) for n in pair.split(":")) for pair in features.split()]
        found = [f for f, _ in pairs]
        values = [float(train.EMPHASIS[min(count, 8)]) for _, count in pairs]
        given = [(model.languages[part.rsplit(":", 1)[0]], float(part.rsplit(":", 1)[1])) for part in offsets.split()]
        rows.append((found, values, scores(model, found, values, given), label))
    weights, bias = learnt(rows, language, index)
    for feature, weight in weights.items():
        model.records.setdefault(feature, []).append((index, weight))
    model.advantages[index] = bias + often.get(language, 0)
    options.model.write_bytes(model.bytes())

    right = taken = total = 0
    for found, values, base, label in rows:
        damping = 1 + train.TEMPERATURE * math.sqrt(max(len(found), 1))
        base[index] += model.advantages[index] + sum(
            weights.get(f, 0) / 16 * v for f, v in zip(found, values)) / damping
        if label == language:
            total += 1
            right += base.argmax() == index
        elif base.argmax() == index:
            taken += 1
    print(f"grammars/detection.model: {language} has {len(weights)} features; "
          f"{right} of its {total} pieces are recognised, {taken} of {len(rows) - total} others are taken for it")


if __name__ == "__main__":
    main()
