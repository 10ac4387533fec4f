/// What a node of the block phase is.
enum BlockKind: UInt8 {
  case document, quote, list, item, footnote
  case paragraph, heading, code, html, thematicBreak, table, frontMatter

  /// Whether further lines may add text to it.
  var acceptsLines: Bool { self == .paragraph || self == .heading || self == .code }

  func canContain(_ child: BlockKind) -> Bool {
    switch self {
    case .document, .quote, .item, .footnote: child != .item
    case .list: child == .item
    default: false
    }
  }
}

/// A block while, and after, its lines are read: a plain value in ``BlockPhase/nodes``, linked by index.
///
/// Which fields mean something depends on `kind`.
struct BlockNode {
  static let none: Int32 = -1

  struct Flags: OptionSet {
    let rawValue: UInt16
    static let open = Flags(rawValue: 1)
    /// The last line that touched it was blank: decides whether a list is loose.
    static let lastLineBlank = Flags(rawValue: 2)
    /// Its end was asked for a blank line before; then its own flag answers.
    static let lastLineChecked = Flags(rawValue: 4)
    static let fenced = Flags(rawValue: 8)
    static let setext = Flags(rawValue: 16)
    static let loose = Flags(rawValue: 32)
    static let task = Flags(rawValue: 64)
    static let checked = Flags(rawValue: 128)
    static let ordered = Flags(rawValue: 256)
    /// Taken out of the tree: a paragraph that was nothing but definitions.
    static let removed = Flags(rawValue: 512)
    /// Item: a blank line stands before its marker.
    static let followsBlankLine = Flags(rawValue: 1024)
    /// Code: a line ended it, and not the end of the text.
    static let ended = Flags(rawValue: 2048)
  }

  var kind: BlockKind
  var flags: Flags = .open
  /// Heading: its level. HTML: which of the seven start conditions. Code: the fence's character. List and
  /// item: the bullet, or the character after the number.
  var detail: UInt8 = 0
  /// Code: the fence's length, at most 255.
  var fenceLength: UInt8 = 0
  /// Code: how far the fence was indented.
  var fenceOffset: UInt8 = 0
  /// How many containers enclose it; -1 for the document.
  var depth: Int32 = 0

  var parent: Int32 = none
  var first: Int32 = none
  var last: Int32 = none
  var previous: Int32 = none
  var next: Int32 = none

  /// List: the number it starts with. Table: index of its first row. Footnote: its index in ``BlockPhase/footnotes``.
  var start: Int32 = 0
  /// Item: columns before its marker. Table: how many rows it has, the header's included.
  var markerOffset: Int32 = 0
  /// Item: columns of marker and padding. Table: its number of columns.
  var padding: Int32 = 0
  /// List: the first item that was not judged for looseness. Table: index of its first alignment.
  var unjudged: Int32 = none
  var startLine: Int32 = 0

  /// The block's text in ``BlockPhase/text``; a footnote's label.
  var contentStart = 0
  var contentEnd = 0
  /// Where it lies in the source, in UTF-8 bytes. A container's end is at least its last child's.
  var sourceStart = 0
  var sourceEnd = 0

  var isOpen: Bool { flags.contains(.open) }
}

/// A row of a table; its cells are consecutive in ``BlockPhase/cells``.
struct TableRowRecord {
  var sourceStart: Int
  var sourceEnd: Int
  var firstCell: Int32
  var cellCount: Int32
}

/// Bytes of ``BlockPhase/text``.
struct TextSpan {
  var start: Int
  var end: Int
}
