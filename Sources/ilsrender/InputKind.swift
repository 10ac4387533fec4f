internal import ArgumentParser
internal import MessageStreams
internal import Rendering

/// The kind of the input, from `--input`.
enum InputKind: ExpressibleByArgument, Equatable {
  case code
  case content(StreamSession.SessionInput)

  static let auto = InputKind.content(.auto)
  static let markdown = InputKind.content(.markdown)

  init?(argument: String) {
    if argument == "code" {
      self = .code
    } else if let input = StreamSession.SessionInput(name: argument) {
      self = .content(input)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] { StreamSession.SessionInput.names + ["code"] }

  var defaultValueDescription: String { name }

  var name: String {
    switch self {
    case .code: "code"
    case .content(let input): input.name
    }
  }

  /// The message format; nil for markdown, for code, and until the format is detected.
  var messages: MessageFormat? {
    if case .content(.messages(let format)) = self { format } else { nil }
  }
}
