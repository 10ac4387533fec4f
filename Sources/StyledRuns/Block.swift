/// The identity of a block in its document, which stays the same while the document grows.
///
/// The identity is the block's position: the offset of its first byte and its depth. Streaming and one-shot
/// rendering of the same text therefore give the same identifiers. In the markdown `- a\n- b`, the second
/// item has this identifier:
///
/// ```swift
/// let item = BlockID(offset: 4, depth: 1)
/// item.wire  // "4.1"
/// ```
public struct BlockID: Hashable, Sendable, Comparable {
  /// The offset of the block's first byte in the source, in UTF-8 bytes.
  public var offset: Int
  private var level: Int32

  /// The number of containers around the block.
  public var depth: Int {
    get { Int(level) }
    set { level = Int32(clamping: newValue) }
  }

  public init(offset: Int, depth: Int) {
    self.offset = offset
    level = Int32(clamping: depth)
  }

  /// Orders by offset, and a container before its descendants.
  public static func < (left: BlockID, right: BlockID) -> Bool {
    (left.offset, left.depth) < (right.offset, right.depth)
  }
}

/// A structural part of a document, such as a paragraph, a list or a code block.
///
/// ```swift
/// let source = "Hello"
/// let block = Block(
///   id: BlockID(offset: 0, depth: 0), source: 0..<source.utf8.count,
///   content: .paragraph(Inlines(plain: source)))
/// ```
public struct Block: Sendable, Identifiable {
  public var id: BlockID
  /// The revision, shifted left by one, and ``isFinished`` in the lowest bit. One word, because documents
  /// have many blocks.
  private var state: UInt32
  /// The block's range in the source, in UTF-8 bytes: from its first marker to the end of its last line,
  /// without the line end.
  public var source: Range<Int>
  public var content: BlockContent

  /// The number of changes since the block was first sent, modulo 2^31. Always 0 in a one-shot rendering.
  public var revision: UInt32 {
    get { state >> 1 }
    set { state = newValue << 1 | state & 1 }
  }

  /// Whether further text cannot change the block. A late link definition still can.
  public var isFinished: Bool {
    get { state & 1 == 1 }
    set { state = state & ~1 | (newValue ? 1 : 0) }
  }

  /// The kinds of blocks. The markdown of each stands in its comment.
  ///
  /// ```swift
  /// if case .heading(let heading) = block.content { print(heading.inlines.text) }
  /// ```
  public enum BlockContent: Hashable, Sendable {
    /// `Hello *world*`
    case paragraph(Inlines)
    /// `# Title`
    case heading(Heading)
    /// `> quoted`
    case quote([Block])
    /// `- one`
    case list(List)
    /// One item of a list. It occurs only inside ``list(_:)``.
    case listItem(ListItem)
    /// A fenced or indented code block.
    case code(CodeBlock)
    /// Raw HTML exactly as in the source, with its last line end.
    case html(String)
    /// A GFM table.
    case table(Table)
    /// `---`
    case thematicBreak
    /// Metadata before the text. Only the first block of a document can be front matter.
    case frontMatter(FrontMatter)
    /// `[^label]: text`. It occurs only in ``Document/footnotes``.
    case footnote(Footnote)
    /// `<think>`, text and `</think>`: a custom element.
    ///
    /// It is stored in a box, so that this rare kind does not make every block larger.
    indirect case element(Element)
  }

  public init(
    id: BlockID, source: Range<Int>, content: BlockContent, revision: UInt32 = 0, isFinished: Bool = true
  ) {
    self.id = id
    self.source = source
    self.content = content
    state = revision << 1 | (isFinished ? 1 : 0)
  }
}

extension Block: Hashable {
  /// Compares what the blocks show. ``revision`` and ``isFinished`` describe how a block arrived and do not
  /// count.
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
///
/// ```swift
/// Heading(level: 2, inlines: Inlines(plain: "Usage"))  // ## Usage
/// ```
public struct Heading: Hashable, Sendable {
  /// The level, from 1 to 6.
  public var level: Int
  public var inlines: Inlines

  public init(level: Int, inlines: Inlines) {
    self.level = level
    self.inlines = inlines
  }
}

/// A bullet or ordered list. Each item is a block with the content ``Block/BlockContent/listItem(_:)``.
///
/// ```swift
/// List(marker: .ordered(start: 3, delimiter: "."), isTight: true, items: [])  // 3. ...
/// ```
public struct List: Hashable, Sendable {
  /// The kind of marker that starts each item.
  ///
  /// ```swift
  /// List.MarkerStyle.ordered(start: 1, delimiter: ")")  // 1)
  /// ```
  public enum MarkerStyle: Hashable, Sendable {
    /// `-`, `+` or `*`.
    case bullet(Character)
    /// The number of the first item and the delimiter after each number, `.` or `)`.
    case ordered(start: Int, delimiter: Character)
  }

  public var marker: MarkerStyle
  /// Whether the paragraphs in the items have no space around them (GFM 5.3).
  public var isTight: Bool
  public var items: [Block]

  public init(marker: MarkerStyle, isTight: Bool, items: [Block]) {
    self.marker = marker
    self.isTight = isTight
    self.items = items
  }
}

/// An item of a list.
///
/// ```swift
/// ListItem(task: true, blocks: [])  // - [x]
/// ```
public struct ListItem: Hashable, Sendable {
  /// Whether a task list item is checked; nil if the item is not a task.
  public var task: Bool?
  /// Whether a blank line precedes the item's marker. For the first item, the blank line counts if it lies in
  /// the container of the list. Terminal output spaces items by this value rather than by ``List/isTight``,
  /// because this value is known as soon as the item starts.
  public var followsBlankLine: Bool
  public var blocks: [Block]

  public init(task: Bool? = nil, followsBlankLine: Bool = false, blocks: [Block]) {
    self.task = task
    self.followsBlankLine = followsBlankLine
    self.blocks = blocks
  }
}

/// A GFM table. Every row has as many cells as `alignments` has entries.
///
/// ```swift
/// Table(
///   alignments: [.left, .right],
///   header: .init(source: 0..<15, cells: [Inlines(plain: "Name"), Inlines(plain: "Size")]),
///   rows: [])
/// ```
public struct Table: Hashable, Sendable {
  /// The alignment of a column, as the delimiter row states it: `---`, `:--`, `:-:`, `--:`.
  ///
  /// ```swift
  /// let alignments: [Table.ColumnAlignment] = [.left, .none]  // |:--|---|
  /// ```
  public enum ColumnAlignment: UInt8, Hashable, Sendable {
    case none, left, center, right
  }

  /// One line of a table.
  ///
  /// ```swift
  /// Table.TableRow(source: 0..<9, cells: [Inlines(plain: "a"), Inlines(plain: "b")])  // | a | b |
  /// ```
  public struct TableRow: Hashable, Sendable {
    /// The range of the row's line in the source, in UTF-8 bytes.
    public var source: Range<Int>
    public var cells: [Inlines]

    public init(source: Range<Int>, cells: [Inlines]) {
      self.source = source
      self.cells = cells
    }
  }

  public var alignments: [ColumnAlignment]
  public var header: TableRow
  public var rows: [TableRow]

  public init(alignments: [ColumnAlignment], header: TableRow, rows: [TableRow]) {
    self.alignments = alignments
    self.header = header
    self.rows = rows
  }
}

/// A footnote definition that at least one reference names. Footnotes are numbered by their first reference.
///
/// The text `Text[^a] and more[^a].` with the definition `[^a]: Note` gives:
///
/// ```swift
/// Footnote(label: "a", number: 1, referenceCount: 2, blocks: [])  // the blocks of "Note"
/// ```
public struct Footnote: Hashable, Sendable {
  public var label: String
  public var number: Int
  /// The number of references to this footnote.
  public var referenceCount: Int
  public var blocks: [Block]

  public init(label: String, number: Int, referenceCount: Int, blocks: [Block]) {
    self.label = label
    self.number = number
    self.referenceCount = referenceCount
    self.blocks = blocks
  }
}
