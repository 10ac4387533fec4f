"""Reads and writes grammars/detection.model; its layout stands in `DetectionModel.swift`."""
import texts


def header(languages, advantages, hints):
    out = bytearray(b"ILSDETECT2\n")
    out.append(len(languages))
    for language, index in languages.items():
        advantage = max(-127, min(127, round(advantages[index] * 16)))
        out += bytes([len(language)]) + language.encode() + bytes([advantage & 255])
    out += len(hints).to_bytes(2, "little")
    for index, weight, place, text in hints:
        out += bytes([index, place, round(weight * texts.HINT * 8) & 255, len(text)]) + text
    return out


def body(records):
    """The features, each with its entries (language, weight in sixteenths), by rising hash."""
    out = bytearray(len(records).to_bytes(4, "little"))
    for feature, entries in records:
        out += feature.to_bytes(4, "little") + bytes([len(entries)])
        for index, weight in entries:
            out += bytes([index, weight & 255])
    return out


def signed(value):
    return value - 256 if value > 127 else value


class Model:
    """The parts of a model file."""

    def __init__(self, data):
        self.data, self.at = data, len(b"ILSDETECT2\n")
        self.languages, self.advantages = {}, []
        for index in range(self.number(1)):
            self.languages[self.take(self.number(1)).decode()] = index
            self.advantages.append(signed(self.number(1)) / 16)
        self.hints = []
        for _ in range(self.number(2)):
            index, place, weight, length = (self.number(1) for _ in range(4))
            self.hints.append((index, signed(weight) / 8 / texts.HINT, place, self.take(length)))
        self.records = {}
        for _ in range(self.number(4)):
            feature = self.number(4)
            self.records[feature] = [(self.number(1), signed(self.number(1))) for _ in range(self.number(1))]

    def take(self, count):
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, size):
        return int.from_bytes(self.take(size), "little")

    def without(self, language):
        """Forgets all that speaks for or against the language; the language keeps its place."""
        index = self.languages[language]
        self.hints = [hint for hint in self.hints if hint[0] != index]
        for feature, entries in self.records.items():
            self.records[feature] = [entry for entry in entries if entry[0] != index]

    def numbered(self, languages, often):
        """The records and the biases with the numbers that `languages` gives; other languages are left out."""
        numbers = {index: languages[language] for language, index in self.languages.items() if language in languages}
        biases = [0.0] * len(languages)
        for language, index in self.languages.items():
            if index in numbers:
                biases[numbers[index]] = self.advantages[index] - often.get(language, 0)
        return {feature: [(numbers[index], weight) for index, weight in entries if index in numbers]
                for feature, entries in self.records.items()}, biases

    def bytes(self):
        records = sorted(self.records.items())
        return bytes(header(self.languages, self.advantages, self.hints) + body(records))
