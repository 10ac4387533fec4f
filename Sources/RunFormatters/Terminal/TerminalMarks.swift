/// The signs that a terminal shows for parts of the markdown, where they are not the usual ones.
///
/// ```swift
/// var marks = TerminalMarks()
/// marks.bullets = ["-", "+"]
/// options.marks = marks
/// ```
public struct TerminalMarks: Hashable, Sendable {
  /// The characters of the frames of code and tables.
  ///
  /// ```swift
  /// marks.frames = .square  // ┌──┐
  /// ```
  public enum Frames: String, CaseIterable, Sendable {
    case round, square, heavy, ascii
  }

  public var frames = Frames.round
  /// The bullets of lists by depth, repeated for deeper lists; empty for the usual ones.
  public var bullets: [String] = []
  /// The mark of a task that is not done, and of one that is; nil for `[ ]` and `[✓]`.
  public var openTask: String?
  public var doneTask: String?
  /// The bar beside a quote, and beside an alert; nil for `│` and `┃`.
  public var quoteBar: String?
  public var alertBar: String?
  /// The texts before headings by level, the last one for deeper levels, too; empty for none.
  public var headingPrefixes: [String] = []
  /// Whether headings of the first two levels have a rule below them.
  public var hasHeadingRules = true

  public init() {}

  /// Returns the text before a heading; nil for the usual one.
  func headingPrefix(level: Int) -> String? {
    headingPrefixes.isEmpty ? nil : headingPrefixes[min(max(level, 1), headingPrefixes.count) - 1]
  }
}
