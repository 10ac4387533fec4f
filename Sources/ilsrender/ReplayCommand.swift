internal import ArgumentParser
internal import MessageStreams
internal import Rendering
internal import RunFormatters
internal import StyledRuns

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Applies updates and prints what they add up to: the proof that streaming gives what one-shot rendering gives.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Apply updates from standard input and print the document.",
    discussion: """
      Reads what --format updates writes, one JSON object a line.

      EXAMPLES
        ilsrender --format updates --chunk 16 NOTES.md | ilsrender replay --format ir
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case ansi, html, text, ir, markdown
  }

  @Option(help: "What to write: ansi, html, text, ir (JSON), or, of a conversation, markdown.")
  var format: Format = .ir

  @OptionGroup(title: "Appearance") var appearance: AppearanceArguments
  @OptionGroup(title: "HTML") var html: HTMLArguments
  @OptionGroup(title: "Data") var data: DataArguments

  @OptionGroup(title: "Messages") var messages: MessageArguments

  func run() throws {
    let lines = try Input.read([]).split(separator: UInt8(ascii: "\n"))
    let format = RenderCommand.Format(rawValue: format.rawValue) ?? .ir
    // Updates of conversations say so at their beginning.
    if let first = lines.first,
      (try? JSONDecoder().decode(Kind.self, from: Data(first)))?.isConversation == true
    {
      var conversation = Conversation()
      try replay(lines, as: ConversationUpdate.self, sequence: \.sequence) { try conversation.apply($0) }
      return try write(conversation.canonical(), as: format)
    }
    var document = Document()
    try replay(lines, as: Update.self, sequence: \.sequence) { try document.apply($0) }
    if format == .markdown { throw Failure.usage("--format markdown is for conversations") }
    let output = DocumentOutput(format: format, appearance: appearance, html: html)
    try StandardOutput.write(output.bytes(of: document.canonical(), in: try data.catalog(), title: nil))
  }

  /// What tells updates of conversations from those of documents.
  private struct Kind: Decodable {
    var type: String?
    var isConversation: Bool { type == ConversationUpdate.wireType }
  }

  private func replay<Item: Decodable>(
    _ lines: [ArraySlice<UInt8>], as type: Item.Type, sequence: (Item) -> Int, apply: (Item) throws -> Void
  ) throws {
    let decoder = UpdateLine()
    for (index, line) in lines.enumerated() {
      let update = try decoder.decode(Item.self, from: line, number: index + 1)
      guard sequence(update) == index + 1 else {
        throw Failure.input("line \(index + 1) has update \(sequence(update)), expected \(index + 1)")
      }
      do {
        try apply(update)
      } catch {
        throw Failure.input("line \(index + 1): \(error)")
      }
    }
  }

  private func write(_ conversation: Conversation, as format: RenderCommand.Format) throws {
    let output = ConversationOutput(
      format: format, appearance: appearance, html: html, expansion: messages.expansion(for: format),
      session: ConversationSession(format: .streamJSON), catalog: try data.catalog())
    try StandardOutput.write(output.bytes(of: conversation))
  }
}
