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

  /// Creates the kind that an output file's ending asks for; nil if the ending is unknown.
  ///
  /// - Parameter fileEnding: The ending without the dot, in lower case.
  init?(fileEnding: String) {
    if let picture = PictureFormat(rawValue: fileEnding) {
      self = .picture(picture)
    } else if let format = OutputFormat.allCases.first(where: { $0.fileEndings.contains(fileEnding) }) {
      self = .content(format)
    } else {
      return nil
    }
  }

  /// The usual endings of output files, for the help.
  static var fileEndings: String {
    (OutputFormat.allCases.compactMap(\.fileEndings.first) + PictureFormat.allCases.map(\.rawValue))
      .map { "." + $0 }.joined(separator: ", ")
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
