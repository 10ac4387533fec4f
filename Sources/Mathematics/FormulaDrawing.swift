/// A formula as rows of text in a monospaced font.
///
/// ```swift
/// let formula = try Formula(tex: #"\frac{a}{b}"#)
/// let drawing = FormulaLayout(columns: 80).drawing(of: formula)!
/// drawing.text      // " a \n───\n b "
/// drawing.baseline  // 1: the row of the bar
/// ```
public struct FormulaDrawing: Hashable, Sendable {
  /// A part of a row with one style.
  ///
  /// ```swift
  /// for piece in drawing.rows[0] { print(piece.text, piece.columns) }
  /// ```
  public struct DrawingPiece: Hashable, Sendable {
    public var text: String
    /// The width in columns.
    public var columns: Int
    /// The colour that the formula states; nil for the colour of the surrounding text.
    public var color: MathColor?
    public var background: MathColor?
  }

  /// The rows from top to bottom. Short rows have implicit trailing spaces.
  public var rows: [[DrawingPiece]]
  /// The width of the widest row, in columns.
  public var columns: Int
  /// The index of the row that is aligned with the surrounding text.
  public var baseline: Int

  /// The rows as lines of text.
  public var text: String {
    rows.map { $0.map(\.text).joined() }.joined(separator: "\n")
  }

  var height: Int { rows.count }
  var ascent: Int { baseline }
  var descent: Int { rows.count - 1 - baseline }

  init(rows: [[DrawingPiece]], columns: Int, baseline: Int) {
    self.rows = rows
    self.columns = columns
    self.baseline = baseline
  }

  /// An empty drawing: one row without columns.
  static let empty = FormulaDrawing(rows: [[]], columns: 0, baseline: 0)

  /// Creates a drawing of one row.
  init(_ text: String, columns: Int) {
    self.init(
      rows: [text.isEmpty ? [] : [DrawingPiece(text: text, columns: columns)]], columns: columns, baseline: 0)
  }

  /// Returns a row of spaces.
  static func spaces(_ count: Int) -> FormulaDrawing {
    count <= 0 ? .empty : FormulaDrawing(rows: [[DrawingPiece(spaces: count)]], columns: count, baseline: 0)
  }

  // MARK: Side by side

  /// A drawing in a row, with the number of columns before it.
  typealias RowPart = (gap: Int, drawing: FormulaDrawing)

  /// Places drawings next to each other on a common baseline.
  static func joined(_ parts: [RowPart]) -> FormulaDrawing {
    let ascent = parts.reduce(0) { max($0, $1.drawing.ascent) }
    let descent = parts.reduce(0) { max($0, $1.drawing.descent) }
    var rows: [[DrawingPiece]] = Array(repeating: [], count: ascent + descent + 1)
    /// The columns that each row lacks. Spaces are written only if something follows them.
    var missing = Array(repeating: 0, count: rows.count)
    var columns = 0
    for (gap, drawing) in parts {
      let top = ascent - drawing.baseline
      for index in rows.indices {
        missing[index] += gap
        let source = index - top
        guard drawing.rows.indices.contains(source), !drawing.rows[source].isEmpty else {
          missing[index] += drawing.columns
          continue
        }
        if missing[index] > 0 { rows[index].append(spaces: missing[index]) }
        var width = 0
        for piece in drawing.rows[source] {
          rows[index].append(joining: piece)
          width += piece.columns
        }
        missing[index] = drawing.columns - width
      }
      columns += gap + drawing.columns
    }
    return FormulaDrawing(rows: rows, columns: columns, baseline: ascent)
  }

  // MARK: Above each other

  enum RowAlignment { case left, center, right }

  /// Stacks drawings from top to bottom.
  ///
  /// - Parameter baseline: The index of the drawing whose baseline becomes the baseline of the stack.
  static func stacked(_ parts: [FormulaDrawing], baseline part: Int, _ alignment: RowAlignment = .center)
    -> FormulaDrawing
  {
    let columns = parts.reduce(0) { max($0, $1.columns) }
    var rows: [[DrawingPiece]] = []
    var baseline = 0
    for (index, drawing) in parts.enumerated() {
      if index == part { baseline = rows.count + drawing.baseline }
      rows += drawing.aligned(in: columns, alignment).rows
    }
    return FormulaDrawing(rows: rows, columns: columns, baseline: baseline)
  }

  /// Returns the drawing padded to a width, which must not be smaller than the drawing.
  func aligned(in width: Int, _ alignment: RowAlignment) -> FormulaDrawing {
    let left: Int
    switch alignment {
    case .left: left = 0
    case .center: left = (width - columns) / 2
    case .right: left = width - columns
    }
    var result = self
    result.columns = max(width, columns)
    guard left > 0 else { return result }
    let spaces = DrawingPiece(spaces: left)
    result.rows = rows.map { row in
      guard let first = row.first else { return row }
      var aligned = [spaces]
      aligned.append(joining: first)
      aligned += row.dropFirst()
      return aligned
    }
    return result
  }

  /// Returns the drawing with these colours for pieces without a colour of their own.
  func colored(_ color: MathColor?, background: MathColor? = nil) -> FormulaDrawing {
    var result = self
    for row in result.rows.indices {
      for index in result.rows[row].indices {
        if result.rows[row][index].color == nil { result.rows[row][index].color = color }
        if result.rows[row][index].background == nil { result.rows[row][index].background = background }
      }
    }
    return result
  }
}

extension [FormulaDrawing.DrawingPiece] {
  /// Appends a piece, merging it into the last piece if their styles are equal.
  mutating func append(joining piece: FormulaDrawing.DrawingPiece) {
    guard let last = indices.last, self[last].color == piece.color, self[last].background == piece.background
    else { return append(piece) }
    self[last].text += piece.text
    self[last].columns += piece.columns
  }

  mutating func append(spaces count: Int) {
    append(joining: FormulaDrawing.DrawingPiece(spaces: count))
  }
}

extension FormulaDrawing.DrawingPiece {
  fileprivate init(spaces count: Int) {
    // `String(repeating:count:)` would append each space on its own.
    let bytes = [UInt8](repeating: UInt8(ascii: " "), count: count)
    self.init(text: String(decoding: bytes, as: UTF8.self), columns: count)
  }
}
