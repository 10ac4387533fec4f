import StyledRuns

/// The direction of a text, according to its first letter. This is the result of `dir="auto"`, but also for
/// elements whose children have their own `dir`, which browsers skip.
enum TextDirection: String {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"

  /// Finds the direction of the first letter; nil if the text has no letter.
  init?(of text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        if (0x61...0x7A).contains(byte | 0x20) {
          self = .leftToRight
          return
        }
        index += 1
        continue
      }
      let (point, length) = ClusterMeasure.decode(text, at: index)
      index += max(length, 1)
      guard let scalar = Unicode.Scalar(point), scalar.properties.isAlphabetic else { continue }
      self = Self.isRightToLeft(scalar) ? .rightToLeft : .leftToRight
      return
    }
    return nil
  }

  init?(of text: String) {
    let found = withUTF8(text) { TextDirection(of: $0) }
    guard let found else { return nil }
    self = found
  }

  /// Finds the direction of the first letter in a table, row by row.
  init?(of table: Table) {
    for index in -1..<table.rows.count {
      for cell in (index < 0 ? table.header : table.rows[index]).cells {
        guard let found = TextDirection(of: cell.text) else { continue }
        self = found
        return
      }
    }
    return nil
  }

  /// Finds the direction of the first letter in a leaf block; nil for a leaf without text, such as code.
  init?(of leaf: Block.BlockContent) {
    let found: TextDirection? =
      switch leaf {
      case .paragraph(let inlines): TextDirection(of: inlines.text)
      case .heading(let heading): TextDirection(of: heading.inlines.text)
      case .table(let table): TextDirection(of: table)
      case .quote, .list, .listItem, .code, .html, .thematicBreak, .frontMatter, .footnote, .element: nil
      }
    guard let found else { return nil }
    self = found
  }

  /// Whether a letter belongs to a script that is written from right to left: Unicode's blocks for Hebrew,
  /// Arabic, Syriac, Thaana, NKo and their neighbours, and the supplementary ranges reserved for such
  /// scripts.
  static func isRightToLeft(_ letter: Unicode.Scalar) -> Bool {
    switch letter.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}

/// Finds the directions of containers in the order in which a document is written. Visits each leaf once,
/// however deep the containers are nested.
struct DirectionFinder {
  /// The number of blocks that have been started.
  private var written = 0
  /// The result of the last search. It applies to containers that begin before block number `end` and contain
  /// that block, which starts at `offset`.
  private var known: (end: Int, direction: TextDirection?, offset: Int) = (0, nil, 0)

  /// Counts a block that is being started.
  mutating func passBlock() { written += 1 }

  /// Returns the direction of the first letter in `blocks`, which are the children of the last started
  /// container.
  mutating func direction(of blocks: [Block]) -> TextDirection? {
    if written < known.end {
      if known.direction == nil { return nil }
      if let last = blocks.last, last.source.upperBound > known.offset { return known.direction }
    }
    var number = written
    for block in BlockWalk(blocks) {
      number += 1
      guard let direction = TextDirection(of: block.content) else { continue }
      known = (number, direction, block.id.offset)
      return direction
    }
    known = (number, nil, 0)
    return nil
  }
}
