/// The characters that a terminal shows for parts of the markdown, instead of the defaults.
///
/// ```swift
/// var marks = TerminalMarks()
/// marks.bullets = ["-", "+"]
/// var options = ANSIOptions()
/// options.marks = marks
/// ```
public struct TerminalMarks: Hashable, Sendable {
  /// The style of the frames of code and tables.
  ///
  /// ```swift
  /// var marks = TerminalMarks()
  /// marks.frames = .square  // ┌──┐
  /// ```
  public enum Frames: String, CaseIterable, Sendable {
    case round, square, heavy, ascii
  }

  public var frames = Frames.round
  /// The bullets of lists by depth, repeated for deeper lists; empty for the defaults.
  public var bullets: [String] = []
  /// The marks of open and completed tasks; nil for `[ ]` and `[✓]`.
  public var openTask: String?
  public var doneTask: String?
  /// The bars of quotes and of alerts; nil for `│` and `┃`.
  public var quoteBar: String?
  public var alertBar: String?
  /// The prefixes of headings by level. The last prefix applies to deeper levels, too. Empty for no prefixes.
  public var headingPrefixes: [String] = []
  /// Whether headings of the first two levels have a rule below them.
  public var hasHeadingRules = true

  public init() {}

  /// Returns the prefix of a heading; nil for the default.
  func headingPrefix(level: Int) -> String? {
    headingPrefixes.isEmpty ? nil : headingPrefixes[min(max(level, 1), headingPrefixes.count) - 1]
  }
}
