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
  static let clearLines = 8
  /// After so many whole lines any answer counts.
  static let mostLines = 24
  /// What a clear answer, and any, must be sure of.
  private static let clearConfidence = 0.85
  private static let leastConfidence = 0.4

  /// What the first lines were found to be, once they were whole: they do not change any more.
  private var first: LanguageDetector.Detection?

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
    if code.lines.count > Self.clearLines {
      let first = first ?? Self.detect(code.lines.prefix(Self.clearLines), detector)
      self.first = first
      if first.confidence >= Self.clearConfidence, first.language != LanguageDetector.plain {
        return (.language(first.language), true)
      }
      guard code.isClosed || isLong else { return (.undecided, false) }
    } else {
      first = nil
      guard code.isClosed else { return (.undecided, false) }
    }
    let all = Self.detect(code.lines.prefix(Self.mostLines), detector)
    guard all.language != LanguageDetector.plain, all.confidence >= Self.leastConfidence else {
      return (.plain, isLong)
    }
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
