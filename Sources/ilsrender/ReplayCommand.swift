internal import ArgumentParser
internal import MessageStreams
internal import Rendering
internal import RunFormatters
internal import StyledRuns

/// `ilsrender replay`: applies updates and prints the resulting document, to verify that streaming and
/// one-shot rendering agree.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Apply updates from standard input and print the document.",
    discussion: """
      Reads what --format updates writes, one update a line, or the data of a
      service's events. The first may be a snapshot: an update that brings the
      whole document, whatever its number; those behind it have the numbers after it.

      EXAMPLES
        ilsrender --format updates --chunk 16 NOTES.md | ilsrender replay --format ir
      """)

  @Option(help: "What to write; ir is JSON, markdown the export of a conversation.")
  var format: OutputFormat = .ir

  @OptionGroup(title: "Appearance") var appearance: AppearanceArguments
  @OptionGroup(title: "HTML") var html: HTMLArguments
  @OptionGroup(title: "Data") var data: DataArguments

  @OptionGroup(title: "Messages") var messages: MessageArguments

  func run() throws {
    let lines = try Input.read([]).split(separator: UInt8(ascii: "\n"))
    let output = ContentOutput(
      format: format, appearance: appearance, html: html, expansion: messages.expansion)
    try output.write(try replay(lines).canonical(), in: try data.catalog(), title: nil)
  }

  private func replay(_ lines: [ArraySlice<UInt8>]) throws -> StreamContent {
    let decoder = UpdateLine()
    var content = StreamContent()
    var last = 0
    for (index, line) in lines.enumerated() {
      let update = try decoder.decode(StreamUpdate.self, from: line, number: index + 1)
      guard update.sequence == last + 1 || index == 0 && update.bringsEverything else {
        throw Failure.input("line \(index + 1) has update \(update.sequence), expected \(last + 1)")
      }
      last = update.sequence
      do {
        try content.apply(update)
      } catch {
        throw Failure.input("line \(index + 1): \(error)")
      }
    }
    return content
  }
}
