public import StyledRuns

/// A finished leaf that could still change: it holds a `[`, and a definition may come for what stands there.
struct LeafRecord {
  /// Where its inlines are in the document.
  struct Place {
    /// The footnote definition that it is in, as its index, or nil.
    var footnote: Int?
    var block: BlockID
    /// In a table: 0 for the header, and the cell.
    var row = 0
    var column = 0
    var isInTable = false

    var leaf: OpenLeaves.Place { OpenLeaves.Place(block: block, row: row, column: column) }

    var repainted: RepaintedLeaf {
      RepaintedLeaf(
        block: block, cell: isInTable ? RepaintedLeaf.Cell(row: row, column: column) : nil,
        footnote: footnote)
    }
  }

  /// What a leaf that refers to footnotes is numbered from.
  final class Numbering {
    let unnumbered: Inlines
    var references: [FootnoteNumbering.Reference]

    init(unnumbered: Inlines) {
      self.unnumbered = unnumbered
      references = FootnoteNumbering.references(in: unnumbered)
    }
  }

  /// Where its text starts in ``IncrementalParser/recordTexts``.
  var start: Int
  private let length: UInt32
  private let block: BlockID
  private let footnote: Int32
  private let row: Int32
  private let column: Int32
  /// Nil if it refers to no footnotes.
  var numbering: Numbering?

  init(start: Int, count: Int, place: Place) {
    self.start = start
    length = UInt32(count)
    block = place.block
    footnote = Int32(place.footnote ?? -1)
    row = place.isInTable ? Int32(place.row) : -1
    column = Int32(place.column)
  }

  /// UTF-8 bytes of its text.
  var count: Int { Int(length) }

  var place: Place {
    Place(
      footnote: footnote < 0 ? nil : Int(footnote), block: block, row: max(Int(row), 0), column: Int(column),
      isInTable: row >= 0)
  }
}

/// Inline content of a finished block that a definition changed.
public struct RepaintedLeaf: Hashable, Sendable {
  /// A cell of a table.
  public struct Cell: Hashable, Sendable {
    /// 0 is the header.
    public var row: Int
    public var column: Int
  }

  public var block: BlockID
  /// Nil in a block that is no table.
  public var cell: Cell?
  /// Among the document's footnotes, the one that it stands in; nil where it stands in none.
  public var footnote: Int?
}

extension RepaintedLeaf {
  /// The edit that shows it.
  func edit(in document: Document) -> Edit? {
    let found =
      if let footnote { document.footnotes[footnote].descendant(block) } else { document.block(block) }
    guard let block = found else { return nil }
    guard let cell, case .table(let table) = block.content else { return .replace(block) }
    let row = cell.row == 0 ? table.header : table.rows[cell.row - 1]
    return .cell(.block(block.id), row: cell.row, column: cell.column, content: row.cells[cell.column])
  }
}

extension Block {
  /// Puts other inlines into a paragraph, heading or table.
  mutating func setInlines(_ inlines: Inlines, at place: LeafRecord.Place) {
    switch takeContent() {
    case .paragraph:
      content = .paragraph(inlines)
    case .heading(var heading):
      heading.inlines = inlines
      content = .heading(heading)
    case .table(var table):
      if place.row == 0 {
        if place.column < table.header.cells.count { table.header.cells[place.column] = inlines }
      } else if place.row <= table.rows.count, place.column < table.rows[place.row - 1].cells.count {
        table.rows[place.row - 1].cells[place.column] = inlines
      }
      content = .table(table)
    case let other:
      content = other
    }
  }

  /// Changes the block named `id` among `blocks` or below them; siblings are in the order of the source. False if
  /// it is not there.
  static func modify(_ id: BlockID, in blocks: inout [Block], _ body: (inout Block) -> Void) -> Bool {
    var low = 0
    var high = blocks.count
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].id.offset <= id.offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return false }
    if blocks[low - 1].id == id {
      body(&blocks[low - 1])
      return true
    }
    var found = false
    blocks[low - 1].modifyChildren { found = modify(id, in: &$0, body) }
    return found
  }
}
