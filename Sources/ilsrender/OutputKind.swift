internal import ArgumentParser
internal import StyledRuns

/// The kind of the output, from `--format`.
enum OutputKind: ExpressibleByArgument, Equatable {
  case content(OutputFormat)
  /// The updates, as one line of JSON for each chunk of input.
  case updates
  /// A picture of the terminal output.
  case picture(PictureFormat)

  enum PictureFormat: String, CaseIterable {
    case svg, png
  }

  init?(argument: String) {
    if argument == "updates" {
      self = .updates
    } else if let picture = PictureFormat(rawValue: argument) {
      self = .picture(picture)
    } else if let format = OutputFormat(rawValue: argument) {
      self = .content(format)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] {
    OutputFormat.allValueStrings + ["updates"] + PictureFormat.allCases.map(\.rawValue)
  }

  /// The format of the content. A picture has the format of the terminal; `updates` has none.
  var content: OutputFormat? {
    switch self {
    case .content(let format): format
    case .updates: nil
    case .picture: .ansi
    }
  }

  /// The format of the picture; nil for other kinds.
  var picture: PictureFormat? { if case .picture(let format) = self { format } else { nil } }
}
