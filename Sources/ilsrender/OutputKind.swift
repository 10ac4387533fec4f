internal import ArgumentParser
internal import StyledRuns

/// What `--format` says is to be written.
enum OutputKind: ExpressibleByArgument, Equatable {
  case content(OutputFormat)
  /// A line of JSON for each piece that is read.
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

  /// The format of the content; nil where its updates are written instead.
  var content: OutputFormat? { if case .content(let format) = self { format } else { nil } }
}
