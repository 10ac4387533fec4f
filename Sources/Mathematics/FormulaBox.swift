/// A part of a formula whose place is still open.
///
/// Composing only puts boxes into boxes. A box is written into rows of text once, when the whole is known to fit: the cost
/// of a drawing does not depend on how deep its parts are inside one another.
struct FormulaBox: Sendable {
  /// A box in a row, with the number of columns before it.
  typealias RowPart = (gap: Int, box: FormulaBox)

  enum BoxContent: Sendable {
    case empty
    case text(String)
    /// Boxes side by side, whose baselines are in the row `ascent`.
    case row([RowPart], ascent: Int)
    /// Boxes above each other, each with the number of columns to its left.
    case column([(left: Int, box: FormulaBox)])
    /// A box with colours for what has no colour of its own.
    indirect case colored(MathColor?, background: MathColor?, FormulaBox)
    /// A box with a mark on each of its characters except spaces.
    indirect case marked(String, FormulaBox)
  }

  var content: BoxContent
  /// The width in columns.
  var columns: Int
  /// The number of rows.
  var height: Int
  /// The index of the row that is aligned with the neighbours.
  var baseline: Int

  var ascent: Int { baseline }
  var descent: Int { height - 1 - baseline }

  /// An empty box: one row without columns.
  static let empty = blank(1)

  /// Returns empty rows.
  static func blank(_ height: Int) -> FormulaBox {
    FormulaBox(content: .empty, columns: 0, height: height, baseline: 0)
  }

  /// Returns a row of spaces.
  static func spaces(_ count: Int) -> FormulaBox {
    count <= 0 ? .empty : FormulaBox(.spaces(count), columns: count)
  }

  // MARK: Side by side

  /// Places boxes next to each other on a common baseline.
  static func joined(_ parts: [RowPart]) -> FormulaBox {
    var (ascent, descent, columns) = (0, 0, 0)
    for (gap, box) in parts {
      ascent = max(ascent, box.ascent)
      descent = max(descent, box.descent)
      columns += gap + box.columns
    }
    return FormulaBox(
      content: .row(parts, ascent: ascent), columns: columns, height: ascent + descent + 1, baseline: ascent)
  }

  // MARK: Above each other

  enum RowAlignment {
    case left, center, right

    /// The columns on the left of a box in a width.
    func left(of box: FormulaBox, in width: Int) -> Int {
      switch self {
      case .left: 0
      case .center: (width - box.columns) / 2
      case .right: width - box.columns
      }
    }
  }

  /// Stacks boxes from top to bottom.
  ///
  /// - Parameter baseline: The index of the box whose baseline becomes the baseline of the stack.
  static func stacked(_ parts: [FormulaBox], baseline part: Int, _ alignment: RowAlignment = .center)
    -> FormulaBox
  {
    let columns = parts.reduce(0) { max($0, $1.columns) }
    let above = parts.prefix(part).reduce(0) { $0 + $1.height }
    return FormulaBox(
      content: .column(parts.map { (alignment.left(of: $0, in: columns), $0) }), columns: columns,
      height: parts.reduce(0) { $0 + $1.height },
      baseline: part < parts.count ? above + parts[part].baseline : 0)
  }

  /// Returns the box padded to a width, which must not be smaller than the box.
  func aligned(in width: Int, _ alignment: RowAlignment) -> FormulaBox {
    guard width > columns else { return self }
    return FormulaBox(
      content: .column([(alignment.left(of: self, in: width), self)]), columns: width, height: height,
      baseline: baseline)
  }

  // MARK: Styles

  /// Returns the box with these colours for what has no colour of its own.
  func colored(_ color: MathColor?, background: MathColor? = nil) -> FormulaBox {
    FormulaBox(.colored(color, background: background, self), like: self)
  }

  /// Returns the box with a mark on each character except spaces.
  func marked(_ mark: String) -> FormulaBox { FormulaBox(.marked(mark, self), like: self) }
}

extension FormulaBox {
  /// Creates a box of one row.
  init(_ text: String, columns: Int) {
    self.init(content: text.isEmpty ? .empty : .text(text), columns: columns, height: 1, baseline: 0)
  }

  /// Creates a box of the size of another one.
  init(_ content: BoxContent, like box: FormulaBox) {
    self.init(content: content, columns: box.columns, height: box.height, baseline: box.baseline)
  }
}

extension String {
  /// Returns spaces. `String(repeating:count:)` would append each on its own.
  static func spaces(_ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { bytes in
      bytes.initialize(repeating: UInt8(ascii: " "))
      return count
    }
  }
}
