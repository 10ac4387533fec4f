import Foundation
import TestSupport
import Testing

@testable import MessageStreams

/// Every event and part that a format's reader knows occurs in a fixture of that format.
///
/// The names are those of `events.txt` and the patterns of `case` in the readers' sources, so that a new one fails here until a
/// fixture has it.
@Suite struct VocabularyTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/MessageStreams")

  @Test(arguments: MessageFormat.allCases)
  func everyEventOccursInAFixture(of format: MessageFormat) throws {
    var names = try Self.tableNames(of: format)
    for file in Self.readers(of: format) { names.formUnion(try Self.patterns(in: file)) }
    #expect(!names.isEmpty)
    let text = try Self.fixtures { $0 == format }
    let missing = names.filter { !text.contains("\"\($0)\"") }.sorted()
    #expect(missing.isEmpty, "no fixture of \(format.rawValue) has \(missing.joined(separator: ", "))")
  }

  /// Blocks and items that several formats share.
  @Test(arguments: [
    ("ContentBlocks", [MessageFormat.messages, .streamJSON, .openAIResponses, .codex, .openAISSE]),
    ("ResponseItems", [.openAIResponses, .codex]),
  ])
  func everySharedBlockOccursInAFixture(file: String, formats: [MessageFormat]) throws {
    let names = try Self.patterns(in: file)
    #expect(names.count >= 5)
    let text = try Self.fixtures(formats.contains)
    let missing = names.filter { !text.contains("\"\($0)\"") }.sorted()
    #expect(missing.isEmpty, "no fixture has \(missing.joined(separator: ", "))")
  }

  /// The files of the format's reader, which are named after the types in them.
  private static func readers(of format: MessageFormat) -> [String] {
    let own = "\(format.reader)"
    return [.streamJSON, .messages].contains(format) ? [own, "StreamedResponseReader"] : [own]
  }

  private static func fixtures(_ isWanted: (MessageFormat) -> Bool) throws -> String {
    // JSON in strings counts, too.
    try MessageFixture.allCases.filter { isWanted($0.format) }.map { try $0.text() }.joined().replacing(
      #"\""#, with: "\"")
  }

  private static func tableNames(of format: MessageFormat) throws -> Set<String> {
    var names: Set<String> = []
    for line in try text(of: "Data/events.txt").split(separator: "\n")
    where line.hasPrefix(format.rawValue + " ") {
      let sides = line.split(separator: ":")
      guard sides.count == 2 else { continue }
      names.formUnion(sides[1].split(separator: " ").map(String.init))
    }
    return names
  }

  /// The words in quotes of each `case "a", "b":` in a source file, and the members that are read: `value["name"]`.
  private static func patterns(in file: String) throws -> Set<String> {
    let source = try text(of: file + ".swift")
    var names: Set<String> = []
    for match in source.matches(of: /case ("[^:]*"):/) {
      for word in match.1.matches(of: /"([A-Za-z_.-]+)"/) { names.insert(String(word.1)) }
    }
    for match in source.matches(of: /\["([A-Za-z_]+)"\]/) { names.insert(String(match.1)) }
    return names
  }

  private static func text(of file: String) throws -> String {
    String(decoding: try Data(contentsOf: sources.appending(path: file)), as: UTF8.self)
  }
}
