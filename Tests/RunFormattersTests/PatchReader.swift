import Foundation
import MarkdownBlocks
import MessageStreams
import Rendering
import RunFormatters
import StyledRuns
import TestSupport
import TextMate

/// A reader of patches, and the stream that they are of.
struct PatchReader {
  private static let catalog = Catalog(data: DataFolder(path: root.path))
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardizedFileURL

  let session: any ContentSession
  let formatter: HTMLFormatter
  let patches: HTMLPatches
  let themes: [Theme]
  var content = StreamContent()
  var sheets: [StyleSheet]
  let element = PatchedElement()
  /// The work for all patches.
  private(set) var work = 0

  init(
    _ options: HTMLOptions, messages: MessageFormat? = nil,
    themes: [String] = ["paper", "obsidian"], groupLimit: Int = 1 << 11, pool: WorkerPool? = nil,
    markdown: MarkdownOptions = MarkdownOptions(extensions: .all)
  ) {
    let highlighter = Self.catalog.highlighter
    session =
      if let messages {
        ConversationSession(format: messages, markdown: markdown, highlighter: highlighter)
      } else {
        RenderSession(
          markdown: markdown, highlighter: highlighter, pool: pool,
          inlineBudget: pool == nil ? .init() : .init(lines: 1, bytes: 40))
      }
    formatter = HTMLFormatter(options: options)
    patches = HTMLPatches(options: options, expansion: .none, groupLimit: groupLimit)
    self.themes = themes.compactMap { try? Self.catalog.themes.theme(named: $0) }
    sheets = self.themes.map { $0.styleSheet(for: ScopeTable()) }
  }

  mutating func receive(_ update: StreamUpdate?) throws {
    if let patch = try patch(for: update) { try element.apply(patch) }
  }

  /// The patch for an update, in its wire form.
  mutating func patch(for update: StreamUpdate?) throws -> [UInt8]? {
    guard let update else { return nil }
    try content.apply(update)
    for index in themes.indices { themes[index].extend(&sheets[index], for: content.scopes) }
    let patch = patches.patch(for: update, of: content, sheets: sheets)
    work += patch.work
    return patch.bytes
  }

  /// Appends input, and charges the session for the patch, as the service does.
  mutating func append(_ input: [UInt8]) throws {
    let before = work
    try receive(session.updateAppending(input))
    session.charge(work - before)
  }

  var html: [UInt8] {
    switch content {
    case .document(let document): formatter.format(document, sheets: sheets)
    case .conversation(let conversation): formatter.format(conversation, sheets: sheets)
    }
  }

  var expected: String {
    PatchedElement.outline(of: PatchedElement.parse(String(decoding: html, as: UTF8.self), in: "div")[0])
  }

  /// Streams a text in pieces of random lengths; says where the element is not what the formatter writes of the text so far.
  static func problem(
    in text: [UInt8], _ options: HTMLOptions, seed: UInt64, piece: ClosedRange<Int>,
    messages: MessageFormat? = nil
  ) -> String? {
    var random = SeededGenerator(seed: seed)
    // Every other text has groups of raw HTML that count as long from their first byte.
    var reader = PatchReader(options, messages: messages, groupLimit: seed % 2 == 0 ? 0 : 1 << 11)
    var position = 0
    while true {
      let end = min(text.count, position + Int.random(in: piece, using: &random))
      let isEnd = position == text.count
      do {
        try reader.receive(
          isEnd
            ? reader.session.updateFinishing() : reader.session.updateAppending(Array(text[position..<end])))
      } catch {
        return "\(error) at \(position) of \(String(decoding: text, as: UTF8.self).debugDescription)"
      }
      position = end
      let found = reader.element.outline
      if reader.content != StreamContent(), found != reader.expected {
        return "after \(position) of \(String(decoding: text, as: UTF8.self).debugDescription)\n"
          + difference(found, reader.expected)
      }
      if isEnd { return nil }
    }
  }

  private static func difference(_ found: String, _ expected: String) -> String {
    let left = found.split(separator: "\n")
    let right = expected.split(separator: "\n")
    var index = 0
    while index < min(left.count, right.count), left[index] == right[index] { index += 1 }
    return "found:\n" + left.dropFirst(max(0, index - 3)).prefix(9).joined(separator: "\n") + "\nexpected:\n"
      + right.dropFirst(max(0, index - 3)).prefix(9).joined(separator: "\n")
  }
}
