/// The kinds of blocks, by their names in the wire form.
enum BlockType: String, Decodable {
  case paragraph, heading, quote, list, item, code, html, table, thematicBreak, frontMatter, footnote, element
}

extension Block: Decodable {
  enum CodingKeys: String, CodingKey {
    case type, id, source, revision, open
    case content, level, marker, start, tight, task, spaced, html, children, truncated
    case label, number, references, format, text, name, role, attributes
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let type = try container.decode(BlockType.self, forKey: .type)
    self.init(
      id: try BlockID(wire: container.decode(String.self, forKey: .id), in: container),
      source: try container.decode(WireRange.self, forKey: .source).range,
      content: try BlockContent(type, container, decoder),
      revision: try container.decodeIfPresent(UInt32.self, forKey: .revision) ?? 0,
      isFinished: !(try container.decodeIfPresent(Bool.self, forKey: .open) ?? false))
  }

  /// Returns the depth of a coding path. Each container adds `children` and an index; the document adds
  /// `blocks` and an index.
  private static func depth(_ path: [any CodingKey]) -> Int { path.count / 2 }

  /// The maximum number of levels that edits and message parts add around a document's blocks.
  private static let wrapperDepth = 4

  fileprivate static func children(
    of container: KeyedDecodingContainer<CodingKeys>, _ decoder: any Decoder
  ) throws -> [Block] {
    guard depth(decoder.codingPath) <= Document.maximumWireDepth + wrapperDepth else {
      throw DecodingError.dataCorruptedError(
        forKey: .children, in: container,
        debugDescription: "blocks are nested deeper than \(Document.maximumWireDepth)")
    }
    return try container.decode([Block].self, forKey: .children)
  }
}

extension Block.BlockContent {
  fileprivate init(
    _ type: BlockType, _ container: KeyedDecodingContainer<Block.CodingKeys>, _ decoder: any Decoder
  ) throws {
    switch type {
    case .paragraph:
      self = .paragraph(try container.decode(Inlines.self, forKey: .content))
    case .heading:
      let level = try container.decode(Int.self, forKey: .level)
      guard (1...6).contains(level) else {
        throw DecodingError.dataCorruptedError(
          forKey: .level, in: container, debugDescription: "a heading's level is 1 to 6")
      }
      self = .heading(Heading(level: level, inlines: try container.decode(Inlines.self, forKey: .content)))
    case .quote:
      self = .quote(try Block.children(of: container, decoder))
    case .list:
      let start = try container.decodeIfPresent(Int.self, forKey: .start)
      let marker = try List.MarkerStyle(
        wire: container.decode(String.self, forKey: .marker), start: start, in: container)
      self = .list(
        List(
          marker: marker, isTight: try container.decodeIfPresent(Bool.self, forKey: .tight) ?? false,
          items: try Block.children(of: container, decoder)))
    case .item:
      self = .listItem(
        ListItem(
          task: try container.decodeIfPresent(Bool.self, forKey: .task),
          followsBlankLine: try container.decodeIfPresent(Bool.self, forKey: .spaced) ?? false,
          blocks: try Block.children(of: container, decoder)))
    case .code: self = .code(try CodeBlock(from: decoder))
    case .html: self = .html(try container.decode(String.self, forKey: .html))
    case .table: self = .table(try Table(from: decoder))
    case .thematicBreak: self = .thematicBreak
    case .frontMatter:
      let name = try container.decode(String.self, forKey: .format)
      guard let format = FrontMatter.FrontMatterFormat(rawValue: name) else {
        throw DecodingError.dataCorruptedError(
          forKey: .format, in: container, debugDescription: "'\(name)' is no format of front matter")
      }
      self = .frontMatter(
        FrontMatter(format: format, text: try container.decode(String.self, forKey: .text)))
    case .footnote:
      self = .footnote(
        Footnote(
          label: try container.decode(String.self, forKey: .label),
          number: try container.decode(WireCount.self, forKey: .number).value,
          referenceCount: try container.decode(WireCount.self, forKey: .references).value,
          blocks: try Block.children(of: container, decoder)))
    case .element:
      self = .element(
        Element(
          name: try container.decode(String.self, forKey: .name),
          role: try container.decode(Element.ElementRole.self, forKey: .role),
          attributes: try container.decodeIfPresent([Element.Attribute].self, forKey: .attributes) ?? [],
          blocks: try Block.children(of: container, decoder)))
    }
  }
}

extension BlockID {
  /// The identifier as `"120.2"`: offset and depth. It is a string, because clients use it as a key.
  public var wire: String { "\(offset).\(depth)" }

  /// Parses the form of ``wire``; nil for anything else.
  public init?(wire: String) {
    guard let (offset, depth) = WireCount.pair(wire) else { return nil }
    self.init(offset: offset, depth: depth)
  }

  fileprivate init(wire: String, in container: KeyedDecodingContainer<Block.CodingKeys>) throws {
    guard let identifier = BlockID(wire: wire) else {
      throw DecodingError.dataCorruptedError(
        forKey: .id, in: container, debugDescription: "a block's id is \"OFFSET.DEPTH\"")
    }
    self = identifier
  }
}

extension List.MarkerStyle {
  fileprivate init(
    wire: String, start: Int?, in container: KeyedDecodingContainer<Block.CodingKeys>
  ) throws {
    let numbers = 0...999_999_999
    switch (wire, start) {
    case ("-", nil), ("+", nil), ("*", nil): self = .bullet(Character(wire))
    case (".", let start?) where numbers.contains(start), (")", let start?) where numbers.contains(start):
      self = .ordered(start: start, delimiter: Character(wire))
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .marker, in: container,
        debugDescription:
          "a list's marker is one of - + * or, with a start of at most nine digits, one of . )")
    }
  }
}

/// A range, as `[lower, upper]`.
struct WireRange: Decodable {
  var range: Range<Int>

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let lower = try container.decode(Int.self)
    let upper = try container.decode(Int.self)
    try container.checkEnd()
    guard 0 <= lower, lower <= upper, upper <= Document.maximumSource else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "a range is [from, to] with 0 <= from <= to <= \(Document.maximumSource)")
    }
    range = lower..<upper
  }
}

/// A non-negative number that is not larger than ``largest``.
struct WireCount: Decodable {
  static let largest = 1_000_000_000

  var value: Int

  /// Parses the two numbers of an identifier such as `"120.2"`.
  static func pair(_ wire: String) -> (Int, Int)? {
    let parts = wire.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, let first = count(parts[0]), let second = count(parts[1]) else { return nil }
    return (first, second)
  }

  /// Parses decimal digits; nil for anything else.
  private static func count(_ digits: Substring.UTF8View) -> Int? {
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let value = Int(Substring(digits)), value <= largest
    else { return nil }
    return value
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    value = try container.decode(Int.self)
    guard (0...Self.largest).contains(value) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a count is 0 to \(Self.largest)")
    }
  }
}
