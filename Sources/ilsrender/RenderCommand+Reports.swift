internal import MessageStreams
internal import Redaction

/// Reports on standard error which parts of the input were skipped or replaced, and notes it for the exit
/// status.
extension RenderCommand {
  /// The number of leading bytes that are searched for NUL, which marks a binary file.
  private static let binaryBytes = 8000

  /// Reports the parts of a conversation that were skipped.
  func report(_ skipped: SkippedInput?, in context: RenderContext) {
    guard let summary = skipped?.summary else { return }
    StandardError.write("ilsrender: \(summary)")
    context.isPartial = true
  }

  /// Reports bytes that are not text, and thus shown as U+FFFD.
  func report(
    _ check: UTF8Check, isBinary: Bool = false, of title: String?, in context: RenderContext
  ) {
    let name = title.map { $0 == "-" ? "the input" : $0 } ?? "the input"
    let count = check.invalidSequences
    if isBinary {
      StandardError.write(
        "ilsrender: \(name) looks like a binary file; what is no text in it is shown as \u{FFFD}")
    } else if count > 0 {
      let sequences = count == 1 ? "a sequence of bytes" : "\(count) sequences of bytes"
      StandardError.write("ilsrender: \(name) is no valid UTF-8; \(sequences) shown as \u{FFFD}")
    } else {
      return
    }
    context.isPartial = true
  }

  /// Whether a file appears to be binary, according to its first bytes.
  func isBinary(_ title: String?, _ bytes: [UInt8]) -> Bool {
    title != nil && bytes.prefix(Self.binaryBytes).contains(0)
  }

  /// Reports the secrets that were replaced, as requested.
  func report(_ secrets: SecretCounts?) {
    if let summary = secrets?.summary { StandardError.write("ilsrender: \(summary)") }
  }
}

extension FormatDetector.FormatDecision {
  /// Whether the input is a conversation.
  var isMessages: Bool { if case .messages = self { true } else { false } }
}
