internal import MessageStreams

/// Why a command could not do its work: one line for a person, and the exit status that says whose fault it was.
struct Failure: Error {
  var message: String
  var status: ProcessExit.Status

  /// What was asked for does not exist or does not fit.
  static func usage(_ message: String) -> Failure { Failure(message: message, status: .usage) }

  /// What went wrong was said already, by another program of ours with this exit status.
  static func said(_ status: Int32) -> Failure {
    Failure(message: "", status: ProcessExit.Status(rawValue: status) ?? .input)
  }

  /// What was given could not be read.
  static func input(_ message: String) -> Failure { Failure(message: message, status: .input) }

  /// Somebody else's rendering cannot be followed any longer.
  static func brokenOff(_ reason: Any) -> Failure { .input("the rendering broke off: \(reason)") }

  /// There was input, but not of the form that it was said to have.
  static func noMessages(_ skipped: SkippedInput?) -> Failure {
    let summary = (skipped?.summary).map { "; \($0)" } ?? ""
    return .input(
      "the input holds no messages of this form\(summary); without --input its form is found out")
  }

  static let documentAsMarkdown = usage("--format markdown is for conversations, and this is markdown")

  /// `unknown language 'swfit'; did you mean swift? (ilsrender languages lists all)`
  static func unknown(_ kind: String, _ name: String, close: [String], list: String) -> Failure {
    .usage("unknown \(kind) '\(name)'\(hint(close)) (\(list) lists all)")
  }

  /// `; did you mean swift or swig?`; empty where nothing is close.
  static func hint(_ close: [String]) -> String {
    close.isEmpty ? "" : "; did you mean \(close.joined(separator: " or "))?"
  }
}
