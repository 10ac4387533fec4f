internal import Foundation
internal import MarkdownBlocks
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Formatters by themselves: a document that has been parsed, and nothing highlighted, to bytes.
public struct FormatBench: Sendable {
  public enum Format: String, CaseIterable, Sendable {
    case classes, inline, bare, ansi, text, json
  }

  /// What documents are made of, from what is one copy to write to what is mostly frames.
  public enum Shape: String, CaseIterable, Sendable {
    /// An assistant's answer: of everything some.
    case answer
    case prose
    /// Every word has a look of its own.
    case markup
    case code
    case list
    /// Ideographs, each two columns wide, lines broken between any two.
    case ideographs
    /// A table with a word in each cell.
    case cells

    public func document(bytes count: Int) -> [UInt8] {
      let part: [String]
      switch self {
      case .answer: return MarkdownShape.answer.document(bytes: count)
      case .code: return MarkdownShape.code.document(bytes: count)
      case .list: return MarkdownShape.list.document(bytes: count)
      case .prose:
        part = [
          "A renderer takes text as it arrives and shows it while it is written, line by line. ", "\n\n",
        ]
      case .markup: part = ["**bold** *slanted* `code` ~~gone~~ [link](https://example.org) plain ", "\n\n"]
      case .ideographs: part = ["中文段落不用空格分词，所以每个字符之间都可以换行，但是标点符号不能出现在行首。", "\n\n"]
      case .cells: part = ["| Berlin | 3,769 | yes | 12 ms | ok ", "|\n"]
      }
      var text = self == .cells ? "| city | people | open | time | state |\n|---|--:|:-:|--:|---|\n" : ""
      var index = 0
      while text.utf8.count < count {
        text += part[0]
        index += 1
        if self == .cells || index % 6 == 0 { text += part[1] }
      }
      return Array(text.utf8)
    }
  }

  private let document: Document
  private let sheet: StyleSheet
  /// Bytes of UTF-8 that the document holds as text: what formatters are measured by.
  public let textBytes: Int

  public init(_ markdown: [UInt8]) {
    document = MarkdownParser().parse(markdown)
    do {
      let themes = Catalog(data: DataFolder(path: Repository.path)).themes
      sheet = try themes.theme(named: "obsidian").styleSheet(for: document.scopes)
    } catch {
      preconditionFailure("\(error)")
    }
    textBytes = Self.textBytes(document.blocks) + Self.textBytes(document.footnotes)
  }

  /// Writes the document; gives how many bytes that took.
  @discardableResult
  public func write(as format: Format) -> Int {
    var out = ByteSink(capacity: 1 << 16)
    switch format {
    case .classes: HTMLFormatter().format(document, sheets: [sheet], into: &out)
    case .inline:
      var options = HTMLOptions()
      options.styling = .inline
      HTMLFormatter(options: options).format(document, sheets: [sheet], into: &out)
    case .bare: BareHTMLFormatter().write(document, into: &out)
    case .ansi: ANSIFormatter().format(document, sheet: sheet, into: &out)
    case .text:
      var options = PlainTextOptions()
      options.width = 80
      PlainTextFormatter(options: options).format(document, into: &out)
    case .json: IRFormatter().format(document, into: &out)
    }
    return out.count
  }

  /// A megabyte of the shape of that name, or the file's text.
  public static func input(_ name: String) throws -> [UInt8] {
    if let shape = Shape(rawValue: name) { return shape.document(bytes: 1_000_000) }
    return Array(try Data(contentsOf: URL(filePath: name)))
  }

  private static func textBytes(_ blocks: [Block]) -> Int {
    blocks.reduce(0) { sum, block in
      switch block.content {
      case .paragraph(let inlines): sum + inlines.text.utf8.count
      case .heading(let heading): sum + heading.inlines.text.utf8.count
      case .code(let code): sum + code.lines.reduce(0) { $0 + $1.text.utf8.count + 1 }
      case .html(let html): sum + html.utf8.count
      case .table(let table):
        sum + (table.header.cells + table.rows.flatMap(\.cells)).reduce(0) { $0 + $1.text.utf8.count }
      default: sum + textBytes(block.children)
      }
    }
  }
}
