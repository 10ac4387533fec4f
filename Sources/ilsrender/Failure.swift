internal import MessageStreams
internal import Redaction

/// A command failed. The message is one line for people, and the exit status tells whether the usage or the
/// input was wrong.
struct Failure: Error {
  var message: String
  var status: ProcessExit.Status

  /// The command line requests something that does not exist or does not fit.
  static func usage(_ message: String) -> Failure { Failure(message: message, status: .usage) }

  /// Another program of ours has already reported the error, and ended with this exit status.
  static func said(_ status: Int32) -> Failure {
    Failure(message: "", status: ProcessExit.Status(rawValue: status) ?? .input)
  }

  /// The input could not be read.
  static func input(_ message: String) -> Failure { Failure(message: message, status: .input) }

  /// A file of patterns of secrets is invalid.
  static func patterns(_ file: String, _ error: SecretPatternError) -> Failure { .usage("\(file): \(error)") }

  /// The updates of a service are invalid, so the rendering stops.
  static func brokenOff(_ reason: Any) -> Failure { .input("the rendering broke off: \(reason)") }

  /// The input is in a message format, as stated or detected, but nothing of it can be shown.
  static func noMessages(_ format: MessageFormat, isStated: Bool, _ skipped: SkippedInput?) -> Failure {
    let summary = (skipped?.summary).map { "; \($0)" } ?? ""
    return .input(
      isStated
        ? "the input holds no messages of this form\(summary); without --input its form is found out"
        : "the input is in the form \(format.rawValue), but holds no messages\(summary); --input markdown shows it as text"
    )
  }

  static let documentAsMarkdown = usage("--format markdown is for conversations, and this is markdown")

  /// Creates a message such as `unknown language 'swfit'; did you mean swift? (ilsrender languages lists
  /// all)`.
  static func unknown(_ kind: String, _ name: String, close: [String], list: String) -> Failure {
    .usage("unknown \(kind) '\(name)'\(hint(close)) (\(list) lists all)")
  }

  /// Creates a hint such as `; did you mean swift or swig?`; empty without suggestions.
  static func hint(_ close: [String]) -> String {
    close.isEmpty ? "" : "; did you mean \(close.joined(separator: " or "))?"
  }
}
