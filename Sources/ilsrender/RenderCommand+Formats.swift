internal import MessageStreams

extension RenderCommand {
  /// The names of the formats of conversations with what each is, for the help, in which it is
  /// indented by four columns.
  static let formatList = MessageFormat.allCases.map { format in
    format.rawValue + String(repeating: " ", count: max(1, 18 - format.rawValue.count)) + format.summary
  }.joined(separator: "\n    ")
}
