/// Names a block within its document, and keeps naming it while the document grows.
///
/// Made of where the block starts and how deep it lies, so that a streamed document and a one-shot rendering
/// of the same text give the same identifiers.
public struct BlockID: Hashable, Sendable, Comparable {
  /// UTF-8 offset in the source of the block's first byte.
  public var offset: Int
  private var level: Int32

  /// How many containers enclose the block.
  public var depth: Int {
    get { Int(level) }
    set { level = Int32(clamping: newValue) }
  }

  public init(offset: Int, depth: Int) {
    self.offset = offset
    level = Int32(clamping: depth)
  }

  /// Document order: by offset, and a container before what it holds.
  public static func < (left: BlockID, right: BlockID) -> Bool {
    (left.offset, left.depth) < (right.offset, right.depth)
  }
}

/// A part of a document that stands by itself: a paragraph, a list, a code block.
public struct Block: Sendable, Identifiable {
  public var id: BlockID
  /// The revision, and behind it a bit that says whether it is finished: documents have many blocks.
  private var state: UInt32
  /// Where it stands in the source, in UTF-8 bytes: from its first marker to the end of its last line,
  /// without that line's end.
  public var source: Range<Int>
  public var content: Content

  /// Counts the changes since the block was first sent, modulo 2^31; 0 in a one-shot rendering.
  public var revision: UInt32 {
    get { state >> 1 }
    set { state = newValue << 1 | state & 1 }
  }

  /// Whether no further text can change it, late link definitions apart.
  public var isFinished: Bool {
    get { state & 1 == 1 }
    set { state = state & ~1 | (newValue ? 1 : 0) }
  }

  public enum Content: Hashable, Sendable {
    case paragraph(Inlines)
    case heading(Heading)
    case quote([Block])
    case list(List)
    case listItem(ListItem)
    case code(CodeBlock)
    /// Raw HTML, as it stands in the source, its last line end included.
    case html(String)
    case table(Table)
    case thematicBreak
    /// What the document says about itself; only its first block can be this.
    case frontMatter(FrontMatter)
    case footnote(Footnote)
  }

  public init(
    id: BlockID, source: Range<Int>, content: Content, revision: UInt32 = 0, isFinished: Bool = true
  ) {
    self.id = id
    self.source = source
    self.content = content
    state = revision << 1 | (isFinished ? 1 : 0)
  }
}

extension Block: Hashable {
  /// Whether two blocks show the same. How they came (`revision`, `isFinished`) does not count.
  public static func == (left: Block, right: Block) -> Bool {
    left.id == right.id && left.source == right.source && left.content == right.content
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(source)
    hasher.combine(content)
  }
}

/// An ATX or setext heading.
public struct Heading: Hashable, Sendable {
  /// 1 to 6.
  public var level: Int
  public var inlines: Inlines

  public init(level: Int, inlines: Inlines) {
    self.level = level
    self.inlines = inlines
  }
}

/// A bullet or ordered list; its items are blocks whose content is ``Block/Content/listItem(_:)``.
public struct List: Hashable, Sendable {
  public enum Marker: Hashable, Sendable {
    /// `-`, `+` or `*`.
    case bullet(Character)
    /// The first item's number, and the delimiter after it: `.` or `)`.
    case ordered(start: Int, delimiter: Character)
  }

  public var marker: Marker
  /// Whether paragraphs in the items stand without space around them (GFM 5.3).
  public var isTight: Bool
  public var items: [Block]

  public init(marker: Marker, isTight: Bool, items: [Block]) {
    self.marker = marker
    self.isTight = isTight
    self.items = items
  }
}

/// An item of a list.
public struct ListItem: Hashable, Sendable {
  /// Checked or not, in a task list item; nil in any other.
  public var task: Bool?
  /// Whether a blank line stands before the item's marker, within its list or, for the first item, within the
  /// container of the list. What a terminal shows follows this and not the list's looseness, because it is
  /// known as soon as the item starts.
  public var followsBlankLine: Bool
  public var blocks: [Block]

  public init(task: Bool? = nil, followsBlankLine: Bool = false, blocks: [Block]) {
    self.task = task
    self.followsBlankLine = followsBlankLine
    self.blocks = blocks
  }
}

/// A GFM table. Every row has as many cells as `alignments`.
public struct Table: Hashable, Sendable {
  public enum Alignment: UInt8, Hashable, Sendable {
    case none, left, center, right
  }

  public struct Row: Hashable, Sendable {
    /// UTF-8 bytes of the row's line in the source.
    public var source: Range<Int>
    public var cells: [Inlines]

    public init(source: Range<Int>, cells: [Inlines]) {
      self.source = source
      self.cells = cells
    }
  }

  public var alignments: [Alignment]
  public var header: Row
  public var rows: [Row]

  public init(alignments: [Alignment], header: Row, rows: [Row]) {
    self.alignments = alignments
    self.header = header
    self.rows = rows
  }
}

/// A footnote's definition, numbered by the order of first reference.
public struct Footnote: Hashable, Sendable {
  public var label: String
  public var number: Int
  /// How many references point here; at most 100 are counted.
  public var referenceCount: Int
  public var blocks: [Block]

  public init(label: String, number: Int, referenceCount: Int, blocks: [Block]) {
    self.label = label
    self.number = number
    self.referenceCount = referenceCount
    self.blocks = blocks
  }
}
