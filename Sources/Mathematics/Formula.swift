/// A formula in TeX, read into a tree.
///
/// ```swift
/// let formula = try Formula(tex: #"\frac{1}{2} m v^2"#)
/// let html = MathMLWriter().html(of: formula, isDisplayed: false)
/// let line = FormulaLayout().line(of: formula)?.text            // ½mv²
/// let drawing = FormulaLayout(columns: 60).drawing(of: formula)  // rows of text: a fraction with its bar
/// ```
///
/// Reading takes time in proportion to the source. What is not understood is an error of the whole formula, which is then
/// best shown as its source.
public struct Formula: Hashable, Sendable {
  /// The source, as it was given.
  public let tex: String
  public let root: MathNode

  /// Reads TeX mathematics, without the marks around it (`$`, `\[` and so on).
  ///
  /// - Throws: ``FormulaError`` if the source has an unknown command, is not complete, or is beyond ``FormulaLimits``.
  public init(tex: String) throws(FormulaError) {
    var parser = try FormulaParser(tex)
    self.tex = tex
    root = try parser.parseFormula()
  }
}

/// The bounds of one formula. They are counts, so that the same source gives the same result on every machine.
public enum FormulaLimits {
  /// The bytes of the source.
  public static let bytes = 1 << 16
  /// The depth to which groups, scripts and arguments nest.
  public static let depth = 48
  /// The nodes of the tree.
  public static let nodes = 20_000
  /// The macros that are expanded.
  public static let expansions = 1000
  /// The tokens that are read, those of expanded macros included.
  public static let tokens = 1 << 17
  /// The columns and rows of a drawing, before it is fitted into a width.
  public static let columns = 4000
  public static let rows = 400
  /// The characters of a formula that is written in one line.
  public static let lineLength = 20_000
}

/// The reason for which a formula cannot be read.
public struct FormulaError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Hashable, Sendable {
    case unknownCommand, unknownEnvironment, unexpected, incomplete, unknownColor, badLength, badCharacter
    case doubleScript, tooLong, tooDeep, tooLarge, tooManyExpansions
  }

  public var code: Code
  /// The command, environment or character that the error is about; empty if there is none.
  public var subject: String
  /// The offset in the source up to which was read, in Unicode scalars.
  public var offset: Int

  /// One line for people, such as `unknown command \foo`.
  public var description: String {
    switch code {
    case .unknownCommand: "unknown command \(subject)"
    case .unknownEnvironment: "unknown environment \(subject)"
    case .unexpected: "unexpected \(subject)"
    case .incomplete: subject.isEmpty ? "incomplete formula" : "no end of \(subject)"
    case .unknownColor: "unknown color"
    case .badLength: "not a length"
    case .badCharacter: "a character that is not allowed"
    case .doubleScript: "two scripts in one place"
    case .tooLong: "too long"
    case .tooDeep: "nested too deeply"
    case .tooLarge: "too large"
    case .tooManyExpansions: "too many macro expansions"
    }
  }
}
