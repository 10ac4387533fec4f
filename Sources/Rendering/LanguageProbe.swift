internal import StyledRuns
internal import TextMate

/// What was found out of the language of a code block without a label, for as long as it is not decided for good.
///
/// The decision is a function of the block's first lines and of whether it has ended, and of nothing else; so a
/// streamed block gets the language that a one-shot rendering of the same text gives it, whatever the pieces. It is
/// made once enough whole lines are there and speak clearly, or more of them, or the block's end; until then the block
/// is plain. Text that was shown with colours keeps them: later lines are not asked.
struct LanguageProbe {
  enum Decision: Hashable {
    case undecided
    case language(LanguageID)
    /// No language is clear enough.
    case plain
  }

  /// After so many whole lines a clear answer counts.
  static let clearLines = [8, 24]
  /// After so many whole lines any answer counts.
  static let mostLines = 40
  /// The confidence of a clear answer; any other needs the detector's.
  private static let clearConfidence = 0.9

  /// The languages of the first lines at each of ``clearLines``, once they were whole: they do not change any more.
  private var found: [LanguageDetector.Detection?] = Array(repeating: nil, count: clearLines.count)

  /// Whether a block of this kind is asked for its language at all.
  static func concerns(_ header: CodeBlock.Header) -> Bool {
    header.isFenced && header.info.allSatisfy(\.isWhitespace)
  }

  /// The decision for the block as it is now, and whether nothing that may still come can change it.
  mutating func decision(
    for code: CodeBlock, by detector: LanguageDetector
  ) -> (decision: Decision, isFinal: Bool) {
    // The last line may not be whole, where the block goes on.
    let isLong = code.lines.count > Self.mostLines
    for (index, count) in Self.clearLines.enumerated() {
      guard code.lines.count > count else {
        found[index] = nil
        continue
      }
      let detection = found[index] ?? Self.detect(code.lines.prefix(count), detector)
      found[index] = detection
      if detection.confidence >= Self.clearConfidence, detection.language != LanguageDetector.plain {
        return (.language(detection.language), true)
      }
    }
    guard code.isClosed || isLong else { return (.undecided, false) }
    let all = Self.detect(code.lines.prefix(Self.mostLines), detector)
    guard all.language != LanguageDetector.plain else { return (.plain, isLong) }
    return (.language(all.language), isLong)
  }

  private static func detect(
    _ lines: ArraySlice<CodeLine>, _ detector: LanguageDetector
  ) -> LanguageDetector.Detection {
    var bytes: [UInt8] = []
    for line in lines {
      bytes += line.text.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    return detector.detect(bytes)
  }
}
