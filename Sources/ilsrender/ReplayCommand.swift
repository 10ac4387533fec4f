internal import ArgumentParser
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
    case ansi, html, text, ir
  }

  @Option(help: "What to write: ansi, html, text or ir (JSON).")
  var format: Format = .ir

  @OptionGroup(title: "Appearance") var appearance: AppearanceArguments
  @OptionGroup(title: "HTML") var html: HTMLArguments
  @OptionGroup(title: "Data") var data: DataArguments

  func run() throws {
    var document = Document()
    var expected = 1
    let decoder = JSONDecoder()
    let input = try Input.read([])
    for (index, line) in input.split(separator: UInt8(ascii: "\n")).enumerated() {
      let update: Update
      do {
        update = try decoder.decode(Update.self, from: Data(line))
      } catch {
        throw Failure.input("line \(index + 1) is no update: \(Self.reason(error))")
      }
      guard update.sequence == expected else {
        throw Failure.input("line \(index + 1) has update \(update.sequence), expected \(expected)")
      }
      expected += 1
      do {
        try document.apply(update)
      } catch {
        throw Failure.input("line \(index + 1): \(error)")
      }
    }
    let output = DocumentOutput(
      format: RenderCommand.Format(rawValue: format.rawValue) ?? .ir, appearance: appearance, html: html)
    let catalog = try data.catalog()
    try StandardOutput.write(output.bytes(of: document.canonical(), in: catalog, title: nil))
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context):
      context.debugDescription
    default: "\(error)"
    }
  }
}
