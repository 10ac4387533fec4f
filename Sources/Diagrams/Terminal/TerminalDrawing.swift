/// A diagram drawn with characters, row by row.
///
/// ```swift
/// let drawing = diagram.terminalDrawing(TerminalDrawing.Options(width: 80))
/// for row in drawing?.rows ?? [] { print(row.map(\.text).joined()) }
/// ```
public struct TerminalDrawing: Hashable, Sendable {
  /// What a piece of a row is, from which a terminal takes its colour.
  public enum Role: Hashable, Sendable {
    case text, strong, muted, border, group, edge, note
    /// One of several colours, by number.
    case series(Int)
    case critical, done
  }

  /// A piece of a row in one look.
  public struct Run: Hashable, Sendable {
    public var text: String
    public var role: Role
    /// A colour that the author chose.
    public var color: DiagramColor?
    public var isBold = false
    public var isItalic = false
  }

  /// The options of a drawing.
  public struct Options {
    /// The greatest width in columns.
    public var width: Int
    /// Whether to draw with ASCII only.
    public var isASCII = false
    /// Gives the number of columns of a text.
    public var measure: (String) -> Int

    public init(width: Int, isASCII: Bool = false, measure: @escaping (String) -> Int) {
      self.width = width
      self.isASCII = isASCII
      self.measure = measure
    }
  }

  public var rows: [[Run]]
  /// The width of the widest row in columns.
  public var width: Int
}
