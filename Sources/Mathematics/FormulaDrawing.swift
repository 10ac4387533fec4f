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

  /// Writes a box into rows.
  init(_ box: FormulaBox) {
    var canvas = FormulaCanvas(height: box.height)
    canvas.write(box, row: 0, column: 0)
    (rows, columns, baseline) = (canvas.rows, box.columns, box.baseline)
  }
}
