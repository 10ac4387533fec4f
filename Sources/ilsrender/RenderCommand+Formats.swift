internal import MessageStreams

extension RenderCommand {
  /// The names and summaries of the conversation formats, for the help, which indents them by four columns.
  static let formatList = MessageFormat.allCases.map { format in
    format.rawValue + String(repeating: " ", count: max(1, 18 - format.rawValue.count)) + format.summary
  }.joined(separator: "\n    ")
}
