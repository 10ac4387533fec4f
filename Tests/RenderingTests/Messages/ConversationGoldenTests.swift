import Foundation
import MessageStreams
import Rendering
import RunFormatters
import StyledRuns
import TestSupport
import Testing

/// `ILSRENDER_UPDATE_GOLDENS=1 swift test --filter Golden` writes all files anew; look at the difference.
@Suite("Golden files: conversations in each format")
struct ConversationGoldenTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens")
  static let isUpdating = ProcessInfo.processInfo.environment["ILSRENDER_UPDATE_GOLDENS"] == "1"

  private func check(_ bytes: [UInt8], _ name: String) throws {
    let text = String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "\u{241B}")
    let file = Self.folder.appending(path: name)
    if Self.isUpdating {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      return try Data(text.utf8).write(to: file)
    }
    let expected = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    guard text != expected else { return }
    let (new, old) = (
      text.split(separator: "\n", omittingEmptySubsequences: false),
      expected.split(separator: "\n", omittingEmptySubsequences: false)
    )
    let line = zip(new, old).prefix { $0 == $1 }.count
    Issue.record(
      """
      \(name) differs from line \(line + 1) on
      expected: \(line < old.count ? old[line] : "(end)")
      written:  \(line < new.count ? new[line] : "(end)")
      """)
  }

  /// A look for the scopes of the tests' grammar.
  private func sheet(_ scopes: ScopeTable) -> StyleSheet {
    func color(_ hex: String) -> Color { Color(hex: hex) ?? Color(red: 0, green: 0, blue: 0) }
    let palette = Palette(
      background: color("#101014"), text: color("#e0e0e8"), mutedText: color("#9090a0"),
      border: color("#404050"),
      accent: color("#b080ff"), textOnAccent: color("#101014"), link: color("#80a0ff"),
      heading: color("#d0c0ff"),
      quote: color("#a0a0b0"), codeBackground: color("#181820"), codeText: color("#d8d8e0"),
      inlineCode: color("#e0b0ff"), inlineCodeBackground: color("#282830"), error: color("#ff7070"),
      warning: color("#ffc060"), success: color("#70d090"), info: color("#70c0f0"),
      important: color("#b898f8"))
    func style(_ stack: some BidirectionalCollection<String>) -> Style {
      switch stack.last {
      case ScopeTable.insertedWord, ScopeTable.deletedWord:
        Style(foreground: style(stack.dropLast()).foreground, background: color("#405060"))
      case "keyword.test": Style(foreground: color("#c090ff"), fontStyle: .bold)
      case "string.test", "string.block.test": Style(foreground: color("#90d0a0"))
      case "comment.test": Style(foreground: color("#808090"), fontStyle: .italic)
      case "constant.numeric.test": Style(foreground: color("#f0b070"))
      default: .plain
      }
    }
    let styles = (0..<scopes.count).map { style(scopes[ScopeStackID(rawValue: UInt32($0))]) }
    return StyleSheet(id: "test", name: "Test", isDark: true, palette: palette, styles: styles)
  }

  @Test(arguments: MessageFixture.allCases) func conversationsEqualTheGoldenFiles(_ fixture: MessageFixture)
    throws
  {
    let whole = try conversation(of: try fixture.bytes(), fixture.format).canonical()
    let name = fixture.rawValue
    let sheet = sheet(whole.scopes)
    try check(IRFormatter().format(whole), "\(name).ir.json")
    try check(ConversationMarkdownFormatter().format(whole), "\(name).md")
    try check(ConversationTextFormatter().format(whole), "\(name).txt")
    try check(HTMLFormatter().format(whole, sheets: [sheet]), "\(name).html")
    for expansion in ToolExpansion.allCases {
      let formatter = ConversationANSIFormatter(expansion: expansion)
      try check(formatter.format(whole, sheet: sheet), "\(name).\(expansion.rawValue).ansi")
    }
  }

  @Test func conversationPagesEqualTheGoldenFiles() throws {
    let whole = try conversation(of: try MessageFixture.session.bytes(), .streamJSON).canonical()
    var options = HTMLOptions()
    options.isStandalone = true
    try check(
      HTMLFormatter(options: options).format(whole, sheets: [sheet(whole.scopes)], expansion: .errors),
      "page.html")
    options.isStandalone = false
    options.styling = .inline
    try check(HTMLFormatter(options: options).format(whole, sheets: [sheet(whole.scopes)]), "inline.html")
  }

  /// The concatenated output of a stream equals the output of one call.
  @Test(arguments: MessageFixture.allCases, ToolExpansion.allCases)
  func aTerminalStreamAddsUp(fixture: MessageFixture, expansion: ToolExpansion) throws {
    let bytes = try fixture.bytes()
    let session = ConversationSession(format: fixture.format, highlighter: MessageGrammars.highlighter())
    var client = Conversation()
    var stream = ConversationANSIStream(expansion: expansion)
    var sink = ByteSink()
    for start in stride(from: 0, to: bytes.count, by: 211) {
      if let update = session.append(Array(bytes[start..<min(start + 211, bytes.count)])) {
        try client.apply(update)
      }
      stream.write(client, sheet: sheet(client.scopes), into: &sink)
    }
    if let update = session.finish() { try client.apply(update) }
    stream.write(client, sheet: sheet(client.scopes), isFinal: true, into: &sink)
    let whole = ConversationANSIFormatter(expansion: expansion).format(client, sheet: sheet(client.scopes))
    #expect(String(decoding: sink.bytes, as: UTF8.self) == String(decoding: whole, as: UTF8.self))
  }
}
