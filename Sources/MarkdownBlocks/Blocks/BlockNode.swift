/// A block while, and after, its lines are parsed: a plain value among ``BlockParser/nodes``.
///
///     - a        list(marker: "-") > item > paragraph "a"
///     # b        heading(level: 1) "b"
struct BlockNode: BitwiseCopyable {
  /// The kind of a block, with what that kind alone has.
  enum Content: BitwiseCopyable {
    case document
    case quote
    case list(List)
    case item(Item)
    case footnote(FootnoteIndex)
    case paragraph
    case heading(Heading)
    case code(Code)
    /// Raw HTML, by which of the seven start conditions of CommonMark 4.6 it began.
    case html(condition: UInt8)
    case thematicBreak
    case table(Table)
    case frontMatter(isTOML: Bool)
    /// A custom element, by the index of its rule. Its text is the start tag.
    case element(rule: Int32)
  }

  struct List: BitwiseCopyable {
    /// The bullet, or the character after the number.
    var mark: UInt8
    /// The number that an ordered list starts with; nil for a bullet list.
    var start: Int32?
    var isLoose = false
    /// The first item that was not asked whether it makes the list loose; none if no item was.
    var firstUncheckedItem = NodeIndex.none
  }

  struct Item: BitwiseCopyable {
    /// Columns before the marker, and columns of the marker and the space after it.
    var markerOffset: Int32
    var padding: Int32
    /// Whether the item is a task, and done; nil for none.
    var task: Bool?
    /// Whether a blank line stands before the marker.
    var followsBlankLine = false
    /// Whether blocks in the item, which are no longer there, have a blank line between them.
    var isLoose = false
  }

  struct Heading: BitwiseCopyable {
    var level: UInt8
    var isSetext = false
  }

  struct Code: BitwiseCopyable {
    struct Fence: BitwiseCopyable {
      var mark: UInt8
      /// The number of marks, at most 255.
      var length: UInt8
      /// Columns before the marks.
      var indent: UInt8
    }

    /// Nil for indented code.
    var fence: Fence?
    /// The offset of the lines between fences, after the info; 0 before it is read.
    var linesStart = 0
    /// Whether a line ended the code, and not the end of the text.
    var hasEnded = false
  }

  struct Table: BitwiseCopyable {
    /// The place of the first row among ``BlockParser/rows``, and the number of rows, the header included.
    var firstRow: Int32
    var rowCount: Int32
    /// The place of the first column among ``BlockParser/alignments``, and the number of columns.
    var firstAlignment: Int32
    var columnCount: Int32
  }

  var content: Content

  /// Whether further lines may belong to the block.
  var isOpen = true
  /// Whether the last line that touched the block was blank, which decides whether a list is loose.
  var isLastLineBlank = false
  /// Whether the end of the block was asked for a blank line before; then its own flag answers.
  var isLastLineChecked = false
  /// The number of containers around the block; -1 for the document.
  var depth: Int32

  var parent = NodeIndex.none
  var first = NodeIndex.none
  var last = NodeIndex.none
  var previous = NodeIndex.none
  var next = NodeIndex.none

  /// The line in which the block began.
  var startLine: Int32 = 0
  /// The block's text, or a footnote's label, as a stretch of ``BlockParser/text``.
  var text = TextSpan(start: 0, end: 0)
  /// The range in the source. A container that is closed ends where its last child does, if not after it.
  var sourceStart = 0
  var sourceEnd = 0

  init(_ content: Content, depth: Int32) {
    self.content = content
    self.depth = depth
  }

  /// Whether the block holds others and no text.
  var isContainer: Bool {
    switch content {
    case .document, .quote, .list, .item, .footnote, .element: true
    default: false
    }
  }

  /// Whether further lines may add text to the block.
  var acceptsLines: Bool {
    switch content {
    case .paragraph, .heading, .code: true
    default: false
    }
  }

  func canContain(_ child: Content) -> Bool {
    let isItem = if case .item = child { true } else { false }
    return switch content {
    case .document, .quote, .item, .footnote, .element: !isItem
    case .list: isItem
    default: false
    }
  }

  var isParagraph: Bool { if case .paragraph = content { true } else { false } }
  var isFootnote: Bool { if case .footnote = content { true } else { false } }

  // What only one kind has; asked for of that kind alone.

  var list: List? {
    get { if case .list(let list) = content { list } else { nil } }
    set { if let newValue { content = .list(newValue) } }
  }
  var item: Item? {
    get { if case .item(let item) = content { item } else { nil } }
    set { if let newValue { content = .item(newValue) } }
  }
  var code: Code? {
    get { if case .code(let code) = content { code } else { nil } }
    set { if let newValue { content = .code(newValue) } }
  }
  var table: Table? {
    get { if case .table(let table) = content { table } else { nil } }
    set { if let newValue { content = .table(newValue) } }
  }
  var elementRule: Int? { if case .element(let rule) = content { Int(rule) } else { nil } }
  var footnote: FootnoteIndex? { if case .footnote(let index) = content { index } else { nil } }
}

/// The place of an element in a buffer of its kind, so that indices of different kinds are not mixed up.
struct Index<Element: BitwiseCopyable>: Hashable, Comparable, BitwiseCopyable {
  private let value: Int32

  init(_ value: Int) { self.value = Int32(value) }

  /// The index of no element.
  static var none: Index { Index(-1) }

  var rawValue: Int { Int(value) }

  static func < (left: Index, right: Index) -> Bool { left.value < right.value }
}

typealias NodeIndex = Index<BlockNode>
typealias DefinitionIndex = Index<LinkDefinition>

extension NodeIndex {
  static var root: NodeIndex { NodeIndex(0) }
}

/// A footnote definition, of which the place of its node is all that is kept beside the node.
struct FootnoteDefinition: BitwiseCopyable {
  var node: NodeIndex
}

/// The definitions of footnotes are numbered in the order in which they open in the source.
typealias FootnoteIndex = Index<FootnoteDefinition>

extension RawBuffer {
  subscript(index: Index<Element>) -> Element {
    @inline(__always) get { base[index.rawValue] }
  }
}

/// A row of a table; its cells are consecutive in ``BlockParser/cells``.
struct TableRowRecord: BitwiseCopyable {
  var sourceStart: Int
  var sourceEnd: Int
  var firstCell: Int32
  var cellCount: Int32
}

/// Bytes of ``BlockParser/text``.
struct TextSpan: BitwiseCopyable, Equatable {
  var start: Int
  var end: Int
}
