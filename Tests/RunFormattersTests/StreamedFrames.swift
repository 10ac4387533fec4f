import Foundation
import MarkdownBlocks
import Rendering
import RunFormatters
import StyledRuns
import TestSupport

/// The frames that a terminal is sent while markdown streams, one for each piece of it.
struct StreamedFrames: Encodable {
  struct Frame: Encodable {
    var columns: Int
    var rows: Int
    /// The bytes that the terminal is sent.
    var sent: String
    /// The lines that became final.
    var final: [String]
    /// The lines that belong above the cursor, as far as the screen has room: the last ones of the text so far, without
    /// those that were final before the terminal had its size.
    var layout: [String]
  }

  private(set) var frames: [Frame] = []
  /// All that the text's layout takes when it is written once.
  private(set) var layoutBytes = 0
  private(set) var sentBytes = 0

  /// Whether each frame showed what the text so far is when it is laid out at once; so it is while the size stays.
  private(set) var showsLayouts = true

  var ratio: Double { Double(sentBytes) / Double(layoutBytes) }

  /// - Parameter size: the size of the terminal when a piece of this number is shown.
  init(
    _ markdown: String, pieceSize: Int = 30, isOptimistic: Bool = false,
    size: (Int) -> (columns: Int, rows: Int) = { _ in (100, 40) }
  ) throws {
    var options = ANSIOptions()
    options.width = size(0).columns
    let session = RenderSession(markdown: MarkdownOptions(isOptimistic: isOptimistic))
    var stream = ANSIStream(options: options)
    var tail = TerminalTail()
    var document = Document()
    let bytes = Array(markdown.utf8)
    var written: [UInt8] = []
    for (number, start) in stride(from: 0, through: bytes.count, by: pieceSize).enumerated() {
      let end = min(bytes.count, start + pieceSize)
      let isFinal = end == bytes.count
      if let update = session.append(Array(bytes[start..<end])) { try document.apply(update) }
      if isFinal, let update = session.finish() { try document.apply(update) }
      let sheet = SampleThemes.dark(document.scopes)
      let (columns, rows) = size(number)
      options.width = columns
      stream.width = columns
      var final = ByteSink()
      var rest = ByteSink()
      stream.write(document, sheet: sheet, isFinal: isFinal, into: &final)
      if !isFinal { stream.writeTail(of: document, sheet: sheet, into: &rest) }
      let sent = tail.paint(final: final.bytes, tail: rest.bytes, columns: columns, rows: rows) ?? []
      let whole = ANSIFormatter(options: options).format(document, sheet: sheet)
      layoutBytes = whole.count
      sentBytes += sent.count
      written += final.bytes
      let shown = written + rest.bytes
      showsLayouts = showsLayouts && shown == whole
      if let last = frames.last, (last.columns, last.rows) != (columns, rows) { written = final.bytes }
      frames.append(
        Frame(
          columns: columns, rows: rows, sent: String(decoding: sent, as: UTF8.self),
          final: Self.lines(final.bytes), layout: Self.lines(written + rest.bytes).suffix(rows - 1)))
      if isFinal { break }
    }
  }

  private static func lines(_ text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }
}

/// Texts of the kinds that models write.
enum StreamedTexts {
  private static let words =
    "the a of to and in that stream parser holds every byte once line block when text arrives it is shown at width without waiting for more than what was read before so nothing moves"
    .split(separator: " ").map(String.init)

  private static func sentence(_ count: Int, _ random: inout SeededGenerator) -> String {
    (0..<count).map { index in
      let word = words.randomElement(using: &random)!
      switch Int.random(in: 0..<24, using: &random) {
      case 0: return "**\(word)**"
      case 1: return "`\(word)`"
      case 2: return "*\(word)*"
      default: return index % 11 == 10 ? word + "." : word
      }
    }.joined(separator: " ")
  }

  static let code: String = {
    var lines = ["Here is the code:", "", "```swift"]
    for number in 0..<120 {
      lines.append(
        number % 6 == 5
          ? ""
          : String(repeating: "  ", count: number % 4)
            + "let value\(number) = compute(\(number), with: \"text\") // step")
    }
    return (lines + ["```", "", "That is all.", ""]).joined(separator: "\n")
  }()

  static let list: String = {
    var random = SeededGenerator(seed: 3)
    return (1...60).map { number in
      (number % 5 == 0 ? "  - " : "- ") + sentence(Int.random(in: 4..<30, using: &random), &random)
    }.joined(separator: "\n") + "\n"
  }()

  static let prose: String = {
    var random = SeededGenerator(seed: 5)
    return (1...24).map { _ in sentence(Int.random(in: 20..<90, using: &random), &random) }
      .joined(separator: "\n\n") + "\n"
  }()

  private static func paragraph(words: Int) -> String {
    var random = SeededGenerator(seed: 7)
    return sentence(words, &random) + "\n"
  }

  private static func table(rows: Int) -> String {
    var random = SeededGenerator(seed: 9)
    var lines = ["| name | what it does | bytes | state |", "|:--|---|--:|:-:|"]
    for number in 1...rows {
      let does = (0..<Int.random(in: 2..<6, using: &random)).map { _ in words.randomElement(using: &random)! }
      let state = ["open", "closed", "`pending`", "**failed**"].randomElement(using: &random)!
      let bytes = Int.random(in: 1..<1_000_000, using: &random) >> Int.random(in: 0..<16, using: &random)
      lines.append("| item \(number) | \(does.joined(separator: " ")) | \(bytes) | \(state) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Each row makes the columns wider.
  static let wideningTable: String = {
    var lines = ["| name | what |", "|---|---|"]
    for number in 1...60 {
      lines.append(
        "| \(String(repeating: "a", count: number / 2 + 1)) | \(String(repeating: "bc ", count: number / 4 + 1)) |"
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }()

  /// Its cells do not fit, so that their lines are broken.
  static let wrappedTable: String = {
    var random = SeededGenerator(seed: 11)
    var lines = ["| name | what it does | why |", "|:--|---|---|"]
    for number in 1...40 {
      lines.append(
        "| item \(number) | \(sentence(Int.random(in: 3..<16, using: &random), &random)) | \(sentence(Int.random(in: 3..<20, using: &random), &random)) |"
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }()

  static let gallery: String = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (try? String(contentsOf: root.appending(path: "docs/gallery/everything.md"), encoding: .utf8))
      ?? ""
  }()

  /// The kinds that the bound is stated for.
  static let usual = [
    "code": code, "list": list, "prose": prose, "paragraph": paragraph(words: 2600), "table": table(rows: 60),
  ]

  static let all = usual.merging(
    [
      "gallery": gallery, "widening table": wideningTable, "wrapped table": wrappedTable,
    ], uniquingKeysWith: { first, _ in first })
}
