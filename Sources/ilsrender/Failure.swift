internal import MessageStreams
internal import Redaction

/// The failure of a command: a message of one line, and an exit status that distinguishes wrong usage from
/// invalid input.
struct Failure: Error {
  var message: String
  var status: ProcessExit.ExitStatus

  /// Creates the failure for a command line that requests something unknown or contradictory.
  static func usage(_ message: String) -> Failure { Failure(message: message, status: .usage) }

  /// Creates the failure for an error that another program of this package has already reported, with its
  /// exit status.
  static func said(_ status: Int32) -> Failure {
    Failure(message: "", status: ProcessExit.ExitStatus(rawValue: status) ?? .input)
  }

  /// Creates the failure for an input that could not be read.
  static func input(_ message: String) -> Failure { Failure(message: message, status: .input) }

  /// Creates the failure for an invalid file of secret patterns.
  static func patterns(_ file: String, _ error: SecretPatternError) -> Failure { .usage("\(file): \(error)") }

  /// Creates the failure for invalid updates of a service, which end the rendering.
  static func brokenOff(_ reason: Any) -> Failure { .input("the rendering broke off: \(reason)") }

  /// Creates the failure for an input in a message format, as stated or detected, without anything to show.
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
