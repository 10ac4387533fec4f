import StyledRuns

/// A piece of inline content as a test writes it down.
indirect enum Piece: ExpressibleByStringLiteral {
  case text(String)
  case code(String)
  case math(String)
  case displayMath(String)
  case raw(String)
  case strong([Piece])
  case emphasis([Piece])
  case strike([Piece])
  case link(String, [Piece], title: String = "")
  case image(String, String, title: String = "")
  case note(Int, occurrence: Int = 1)
  case element(String, [Piece], Element.ElementRole = .container, [Element.Attribute] = [])
  case softBreak, lineBreak

  init(stringLiteral text: String) { self = .text(text) }
}

extension Inlines {
  /// Builds runs and spans from pieces.
  init(_ pieces: [Piece]) {
    self.init()
    add(pieces, to: InlineRun.noSpan)
  }

  private mutating func add(_ pieces: [Piece], to span: Int32) {
    for piece in pieces {
      switch piece {
      case .text(let text): add(text, .text, span)
      case .code(let text): add(text, .code, span)
      case .math(let text): add(text, .math, span)
      case .displayMath(let text): add(text, .displayMath, span)
      case .raw(let text): add(text, .rawHTML, span)
      case .strong(let inner): enclose(inner, in: .strong, of: span)
      case .emphasis(let inner): enclose(inner, in: .emphasis, of: span)
      case .strike(let inner): enclose(inner, in: .strikethrough, of: span)
      case .link(let address, let inner, let title):
        enclose(inner, in: .link(destination: address, title: title), of: span)
      case .image(let address, let alt, let title):
        enclose([.text(alt)], in: .image(destination: address, title: title), of: span)
      case .note(let number, let occurrence):
        enclose(
          [.text(String(number))],
          in: .footnoteReference(label: "n\(number)", number: number, occurrence: occurrence), of: span)
      case .element(let name, let inner, let role, let attributes):
        enclose(inner, in: .element(name: name, role: role, attributes: attributes), of: span)
      case .softBreak: add("\n", .softBreak, span)
      case .lineBreak: add("\n", .lineBreak, span)
      }
    }
  }

  private mutating func add(_ text: String, _ kind: InlineRun.RunKind, _ span: Int32) {
    self.text += text
    runs.append(InlineRun(length: text.utf8.count, kind: kind, span: span))
  }

  private mutating func enclose(_ inner: [Piece], in kind: InlineSpan.SpanKind, of parent: Int32) {
    spans.append(InlineSpan(kind: kind, parent: parent))
    let span = Int32(spans.count - 1)
    if inner.isEmpty { add("", .text, span) }
    add(inner, to: span)
  }
}

/// Short names for blocks in tests; identities do not matter to formatters.
enum Make {
  static func block(_ content: Block.BlockContent) -> Block {
    Block(id: BlockID(offset: 0, depth: 0), source: 0..<0, content: content)
  }

  static func p(_ pieces: Piece...) -> Block { block(.paragraph(Inlines(pieces))) }
  static func h(_ level: Int, _ pieces: Piece...) -> Block {
    block(.heading(Heading(level: level, inlines: Inlines(pieces))))
  }
  static func quote(_ blocks: Block...) -> Block { block(.quote(blocks)) }
  static let rule = block(.thematicBreak)
  static func frontMatter(_ text: String, _ format: FrontMatter.FrontMatterFormat = .yaml) -> Block {
    block(.frontMatter(FrontMatter(format: format, text: text)))
  }
  static func html(_ text: String) -> Block { block(.html(text)) }

  static func item(_ blocks: Block..., task: Bool? = nil, spaced: Bool = false) -> Block {
    block(.listItem(ListItem(task: task, followsBlankLine: spaced, blocks: blocks)))
  }
  static func bullets(_ items: Block..., tight: Bool = true) -> Block {
    block(.list(List(marker: .bullet("-"), isTight: tight, items: items)))
  }
  static func numbers(_ start: Int = 1, _ items: Block..., tight: Bool = true) -> Block {
    block(.list(List(marker: .ordered(start: start, delimiter: "."), isTight: tight, items: items)))
  }

  static func code(_ info: String, _ source: String, language: String? = nil, name: String? = nil) -> Block {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map {
      CodeLine(text: String($0))
    }
    return block(
      .code(
        CodeBlock(
          info: info, isFenced: true, language: language, languageName: name, isClosed: true, lines: lines)))
  }

  static func table(_ alignments: [Table.ColumnAlignment], _ header: [[Piece]], _ rows: [[[Piece]]]) -> Block
  {
    func row(_ cells: [[Piece]]) -> Table.TableRow {
      Table.TableRow(source: 0..<0, cells: cells.map { Inlines($0) })
    }
    return block(.table(Table(alignments: alignments, header: row(header), rows: rows.map(row))))
  }

  static func footnote(_ number: Int, references: Int = 1, _ blocks: Block...) -> Block {
    block(
      .footnote(Footnote(label: "n\(number)", number: number, referenceCount: references, blocks: blocks)))
  }
}
