/// A diagram drawn with characters, row by row.
///
/// ```swift
/// let options = TerminalDrawingOptions(width: 80) { $0.count }
/// for row in diagram.terminalDrawing(options)?.rows ?? [] { print(row.map(\.text).joined()) }
/// ```
public struct TerminalDrawing: Hashable, Sendable {
  /// The role of a run, from which a terminal derives its colour.
  ///
  /// ```swift
  /// if run.role == .muted { style = .faint }
  /// ```
  public enum DrawingRole: Hashable, Sendable {
    case text, strong, muted, border, group, edge, note
    /// The colour of one data series, by number.
    case series(Int)
    case critical, done
  }

  /// A part of a row with one style.
  ///
  /// ```swift
  /// for run in row { write(run.text, isBold: run.isBold) }
  /// ```
  public struct Run: Hashable, Sendable {
    public var text: String
    public var role: DrawingRole
    /// A colour that the author chose.
    public var color: DiagramColor?
    public var isBold = false
    public var isItalic = false
  }

  public var rows: [[Run]]
  /// The width of the widest row in columns.
  public var width: Int
}

/// The options of a drawing.
///
/// ```swift
/// let options = TerminalDrawingOptions(width: 80) { $0.count }
/// ```
public struct TerminalDrawingOptions {
  /// The maximum width in columns.
  public var width: Int
  /// Whether to draw with ASCII only.
  public var isASCII = false
  /// Returns the number of columns of a text.
  public var measure: (String) -> Int

  public init(width: Int, isASCII: Bool = false, measure: @escaping (String) -> Int) {
    self.width = width
    self.isASCII = isASCII
    self.measure = measure
  }
}
