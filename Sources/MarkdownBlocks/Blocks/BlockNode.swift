internal import MarkdownSource

/// A node of the block tree. Nodes are trivial values in ``BlockParser/nodes``.
///
/// ```
/// - a        list(marker: "-") > item > paragraph "a"
/// # b        heading(level: 1) "b"
/// ```
struct BlockNode: BitwiseCopyable {
  /// The kind of a block, with the properties of that kind.
  enum NodePayload: BitwiseCopyable {
    case document
    case quote
    case list(ListPayload)
    case item(ItemPayload)
    case footnote(FootnoteIndex)
    case paragraph
    case heading(HeadingPayload)
    case code(CodePayload)
    /// Raw HTML. `condition` is the number of its start condition in CommonMark 4.6.
    case html(condition: UInt8)
    case thematicBreak
    case table(TablePayload)
    case frontMatter(isTOML: Bool)
    /// A custom element. `rule` is the index of its rule; its text is the start tag.
    case element(rule: Int32)
  }

  struct ListPayload: BitwiseCopyable {
    /// The bullet, or the delimiter after the number.
    var mark: UInt8
    /// The first number of an ordered list; nil for a bullet list.
    var start: Int32?
    var isLoose = false
    /// The first item whose looseness was not checked; none if all items are checked.
    var firstUncheckedItem = NodeIndex.none
  }

  struct ItemPayload: BitwiseCopyable {
    /// The number of columns before the marker, and of the marker with the space after it.
    var markerOffset: Int32
    var padding: Int32
    /// Whether the task is done; nil for an item that is not a task.
    var task: Bool?
    /// Whether a blank line precedes the marker.
    var followsBlankLine = false
    /// Whether released child blocks are separated by a blank line.
    var isLoose = false
  }

  struct HeadingPayload: BitwiseCopyable {
    var level: UInt8
    var isSetext = false
  }

  struct CodePayload: BitwiseCopyable {
    struct FencePayload: BitwiseCopyable {
      var mark: UInt8
      /// The number of fence characters, at most 255.
      var length: UInt8
      /// The indentation of the fence in columns.
      var indent: UInt8
    }

    /// The fence; nil for indented code.
    var fence: FencePayload?
    /// The offset of the lines after the info string; 0 until the info string is parsed.
    var linesStart = 0
    /// Whether a line closed the block, rather than the end of the text.
    var hasEnded = false
    /// Whether the block is a diagram for which nothing is left in the text's ``DiagramBudget``.
    var isUndrawn = false
  }

  struct TablePayload: BitwiseCopyable {
    /// The index of the first row in ``TableBuffers/rows``, and the number of rows including the header.
    var firstRow: Int32
    var rowCount: Int32
    /// The index of the first column in ``TableBuffers/alignments``, and the number of columns.
    var firstAlignment: Int32
    var columnCount: Int32
  }

  var content: NodePayload

  /// Whether the block can receive further lines.
  var isOpen = true
  /// Whether the last line of the block was blank, which determines the looseness of a list.
  var isLastLineBlank = false
  /// Whether the end of the block was checked for a blank line. If so, `isLastLineBlank` holds the result.
  var isLastLineChecked = false
  /// The number of containers around the block; -1 for the document.
  var depth: Int32

  var parent = NodeIndex.none
  var first = NodeIndex.none
  var last = NodeIndex.none
  var previous = NodeIndex.none
  var next = NodeIndex.none

  /// The line number of the block's start.
  var startLine: Int32 = 0
  /// The range of the block's text, or of a footnote's label, in ``BlockParser/text``.
  var text = TextSpan(start: 0, end: 0)
  /// The source range. A closed container ends at the end of its last child, or after it.
  var sourceStart = 0
  var sourceEnd = 0

  init(_ content: NodePayload, depth: Int32) {
    self.content = content
    self.depth = depth
  }

  /// Whether the block contains blocks rather than text.
  var isContainer: Bool {
    switch content {
    case .document, .quote, .list, .item, .footnote, .element: true
    default: false
    }
  }

  /// Whether further lines can add text to the block.
  var acceptsLines: Bool {
    switch content {
    case .paragraph, .heading, .code: true
    default: false
    }
  }

  func canContain(_ child: NodePayload) -> Bool {
    let isItem = if case .item = child { true } else { false }
    return switch content {
    case .document, .quote, .item, .footnote, .element: !isItem
    case .list: isItem
    default: false
    }
  }

  var isParagraph: Bool { if case .paragraph = content { true } else { false } }
  var isFootnote: Bool { if case .footnote = content { true } else { false } }

  // The properties of single kinds; nil for other kinds.

  var list: ListPayload? {
    get { if case .list(let list) = content { list } else { nil } }
    set { if let newValue { content = .list(newValue) } }
  }
  var item: ItemPayload? {
    get { if case .item(let item) = content { item } else { nil } }
    set { if let newValue { content = .item(newValue) } }
  }
  var code: CodePayload? {
    get { if case .code(let code) = content { code } else { nil } }
    set { if let newValue { content = .code(newValue) } }
  }
  var table: TablePayload? {
    get { if case .table(let table) = content { table } else { nil } }
    set { if let newValue { content = .table(newValue) } }
  }
  var elementRule: Int? { if case .element(let rule) = content { Int(rule) } else { nil } }
  var footnote: FootnoteIndex? { if case .footnote(let index) = content { index } else { nil } }
}

/// A typed index into a buffer, so that indices of different buffers cannot be confused.
struct Index<Element: BitwiseCopyable>: Hashable, Comparable, BitwiseCopyable {
  private let value: Int32

  init(_ value: Int) { self.value = Int32(value) }

  /// An index that refers to no element.
  static var none: Index { Index(-1) }

  var rawValue: Int { Int(value) }

  static func < (left: Index, right: Index) -> Bool { left.value < right.value }
}

typealias NodeIndex = Index<BlockNode>
typealias DefinitionIndex = Index<LinkDefinition>

extension NodeIndex {
  static var root: NodeIndex { NodeIndex(0) }
}

/// A footnote definition, as the type of its index.
enum FootnoteDefinition: BitwiseCopyable {}

/// The index of a footnote definition, in the order of the definitions in the source.
typealias FootnoteIndex = Index<FootnoteDefinition>

extension RawBuffer {
  subscript(index: Index<Element>) -> Element {
    @inline(__always) get { base[index.rawValue] }
  }
}

/// A table row. Its cells are consecutive in ``TableBuffers/cells``.
struct TableRowRecord: BitwiseCopyable {
  var sourceStart: Int
  var sourceEnd: Int
  var firstCell: Int32
  var cellCount: Int32
}

/// A range of bytes in ``BlockParser/text``.
struct TextSpan: BitwiseCopyable, Equatable {
  var start: Int
  var end: Int

  var count: Int { end - start }

  /// Returns the range without the spaces at both ends.
  func trimmed(in text: UnsafePointer<UInt8>) -> TextSpan {
    var span = self
    while span.start < span.end, text[span.start].isSpace { span.start += 1 }
    while span.end > span.start, text[span.end - 1].isSpace { span.end -= 1 }
    return span
  }
}

extension UnsafePointer<UInt8> {
  subscript(span: TextSpan) -> UnsafeBufferPointer<UInt8> { self[span.start..<span.end] }

  subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: self + range.lowerBound, count: range.count)
  }
}
