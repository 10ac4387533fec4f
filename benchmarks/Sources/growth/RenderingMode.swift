internal import MarkdownBlocks
internal import MessageStreams
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// One way from a text to output whose cost must grow as the text does.
struct RenderingMode {
  var name: String
  /// The bytes of the pieces in which the text comes; nil where it is rendered at once.
  var piece: Int?
  /// Renders the text and answers with the bytes of output.
  var run: ([UInt8]) -> Int

  /// All modes: each output at once, streams in small pieces, unfinished texts, highlighted fences, and code.
  static func all(highlighter: Highlighter) -> [RenderingMode] {
    outputs + streams + [messages, fences(highlighter), code(highlighter)]
  }

  private static let everything = MarkdownOptions(extensions: .all)
  private static let typographic = MarkdownOptions(extensions: .all, smart: true, isOptimistic: true)

  // MARK: At once

  private static var outputs: [RenderingMode] {
    [
      format("html") { HTMLFormatter(options: htmlOptions(.escape)).format($0, sheets: []).count },
      format("html sanitize") { HTMLFormatter(options: htmlOptions(.sanitize)).format($0, sheets: []).count },
      format("bare", MarkdownOptions()) { BareHTMLFormatter().format($0).count },
      format("ansi") { ANSIFormatter().format($0, sheet: nil).count },
      format("text") { PlainTextFormatter().format($0).count },
      format("ir") { IRFormatter().format($0).count },
      format("markdown") { $0.blocks.count },
      // A text that has not ended, with what is unfinished shown as what it is about to become.
      RenderingMode(name: "unfinished") { bytes in
        var document = Document()
        if let update = RenderSession(markdown: typographic).append(bytes) { try? document.apply(update) }
        return HTMLFormatter().format(document, sheets: []).count
      },
    ]
  }

  private static func htmlOptions(_ rawHTML: HTMLFormatter.RawHTML) -> HTMLOptions {
    var options = HTMLOptions()
    options.rawHTML = rawHTML
    return options
  }

  private static func format(
    _ name: String, _ options: MarkdownOptions = everything, _ write: @escaping (Document) -> Int
  ) -> RenderingMode {
    RenderingMode(name: name) { write(MarkdownParser(options: options).parse($0)) }
  }

  // MARK: Streams

  private static var streams: [RenderingMode] {
    [
      stream("stream", everything, piece: 16),
      stream("stream optimistic", typographic, piece: 48),
      RenderingMode(name: "stream to a pipe", piece: 48) { bytes in
        let session = RenderSession(markdown: everything)
        var document = Document()
        var lines = ANSIStream()
        var sink = ByteSink(capacity: 1 << 12)
        for piece in pieces(of: bytes, 48) {
          guard let update = session.append(piece) else { continue }
          try? document.apply(update)
          lines.write(document, sheet: nil, into: &sink)
        }
        if let update = session.finish() { try? document.apply(update) }
        lines.write(document, sheet: nil, isFinal: true, into: &sink)
        return sink.count
      },
      page("stream to a page") { _ in RenderSession(markdown: everything) },
    ]
  }

  static let messagesName = "messages to a page"

  /// The messages of an assistant or API as they come, to a page. Other texts cost nothing.
  private static var messages: RenderingMode {
    page(messagesName) { bytes in
      guard case .messages(let format) = FormatDetector.decision(for: bytes) else { return nil }
      return ConversationSession(format: format, markdown: everything)
    }
  }

  /// Patches of what a session shows of a text; the session is nil for texts that cost nothing.
  private static func page(
    _ name: String, _ session: @escaping ([UInt8]) -> (any ContentSession)?
  ) -> RenderingMode {
    RenderingMode(name: name, piece: 48) { bytes in
      guard let session = session(bytes) else { return 0 }
      var content = StreamContent()
      let patches = HTMLPatches()
      var count = 0
      func show(_ update: StreamUpdate?) {
        guard let update else { return }
        try? content.apply(update)
        let patch = patches.patch(for: update, of: content, sheets: [])
        count += patch.bytes.count
        session.charge(patch.work)
      }
      for piece in pieces(of: bytes, 48) { show(session.updateAppending(piece)) }
      show(session.updateFinishing())
      return count
    }
  }

  private static func stream(_ name: String, _ options: MarkdownOptions, piece: Int) -> RenderingMode {
    RenderingMode(name: name, piece: piece) { bytes in
      let session = RenderSession(markdown: options)
      let formatter = IRFormatter()
      var document = Document()
      var count = 0
      for piece in pieces(of: bytes, piece) {
        guard let update = session.append(piece) else { continue }
        count += formatter.format(update).count
        try? document.apply(update)
      }
      if let update = session.finish() { count += formatter.format(update).count }
      return count
    }
  }

  private static func pieces(of bytes: [UInt8], _ size: Int) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
  }

  // MARK: Code

  static let codeName = "code"

  private static func fences(_ highlighter: Highlighter) -> RenderingMode {
    let renderer = Renderer(markdown: everything, highlighter: highlighter)
    return RenderingMode(name: "highlighted fences") { bytes in
      HTMLFormatter().format(renderer.render(markdown: bytes), sheets: []).count
    }
  }

  /// The text as a block of code. Its language is that of a fence of tildes at its start, or its first bytes choose one:
  /// digits apart, since numbers may differ with the size of a text, and its language must not.
  private static func code(_ highlighter: Highlighter) -> RenderingMode {
    let renderer = Renderer(markdown: everything, highlighter: highlighter)
    let languages = highlighter.languages.all
    return RenderingMode(name: codeName) { bytes in
      let document: Document
      if bytes.starts(with: "~~~ ".utf8), let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        let name = String(decoding: bytes[4..<end], as: UTF8.self)
        document = renderer.render(
          code: Array(bytes[(end + 1)...]), language: highlighter.languages.language(named: name))
      } else {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let first = bytes.lazy.filter { !digits.contains($0) }.prefix(12)
        let choice = first.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
        document = renderer.render(code: bytes, language: languages[choice % languages.count])
      }
      return IRFormatter().format(document).count
    }
  }
}
