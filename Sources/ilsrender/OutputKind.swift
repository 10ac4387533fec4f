internal import ArgumentParser
internal import StyledRuns

/// The kind of the output, from `--format`.
enum OutputKind: ExpressibleByArgument, Equatable {
  case content(OutputFormat)
  /// One line of JSON for each piece of input.
  case updates

  init?(argument: String) {
    if argument == "updates" {
      self = .updates
    } else if let format = OutputFormat(rawValue: argument) {
      self = .content(format)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] { OutputFormat.allValueStrings + ["updates"] }

  var defaultValueDescription: String { content?.rawValue ?? "updates" }

  /// The format of the content; nil if its updates are written instead.
  var content: OutputFormat? { if case .content(let format) = self { format } else { nil } }
}
