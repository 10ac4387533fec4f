internal import StyledRuns
internal import TextMate

/// The language detection for a code block without an info string, until its language is final.
///
/// The decision depends only on the block's first lines and on whether the block has ended. A streamed block
/// therefore gets the same language as in a one-shot rendering, however the text was split. The decision is
/// final when enough complete lines give a clear answer, when a larger number of lines gives any answer, or
/// when the block ends. Until then the block is plain. After the decision, later lines do not change the
/// language.
struct LanguageProbe {
  enum ProbeDecision: Hashable {
    case undecided
    case language(LanguageID)
    /// The code stays plain, because no language is likely enough.
    case plain
  }

  /// The numbers of complete lines after which a clear answer is final.
  static let clearLines = [8, 24]
  /// The number of complete lines after which any answer is final.
  static let mostLines = 40
  /// The minimum confidence of a clear answer. For other answers the detector's own minimum holds.
  private static let clearConfidence = 0.9

  /// The detections at each of ``clearLines``, kept once those lines are complete.
  private var found: [LanguageDetector.Detection?] = Array(repeating: nil, count: clearLines.count)

  /// Whether the language of a block with this header is detected.
  static func concerns(_ header: CodeBlock.Header) -> Bool {
    header.isFenced && header.info.allSatisfy(\.isWhitespace)
  }

  /// Returns the decision for the block in its current state, and whether further text can no longer change
  /// it.
  mutating func decision(
    for code: CodeBlock, by detector: LanguageDetector
  ) -> (decision: ProbeDecision, isFinal: Bool) {
    // While the block is open, its last line may be incomplete.
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
