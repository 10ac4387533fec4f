/// A parsed TeX formula.
///
/// ```swift
/// let formula = try Formula(tex: #"\frac{1}{2} m v^2"#)
/// let html = MathMLWriter().html(of: formula, isDisplayed: false)
/// let line = FormulaLayout().line(of: formula)?.text            // ½mv²
/// let drawing = FormulaLayout(columns: 60).drawing(of: formula)  // rows of text: a fraction with its bar
/// ```
///
/// Parsing takes linear time. A formula that is not understood completely is rejected as a whole; callers
/// then show the source.
public struct Formula: Hashable, Sendable {
  /// The TeX source.
  public let tex: String
  public let root: MathNode

  /// Parses TeX mathematics without the delimiters around it (`$`, `\[` and so on).
  ///
  /// - Throws: ``FormulaError`` if the source contains an unknown command, is incomplete, or exceeds
  ///   ``FormulaLimits``.
  public init(tex: String) throws(FormulaError) {
    var parser = try FormulaParser(tex)
    self.tex = tex
    root = try parser.parseFormula()
  }
}

/// The limits of one formula. They are counts, so that the same source gives the same result on every
/// machine.
///
/// ```swift
/// guard source.utf8.count <= FormulaLimits.bytes else { return }
/// ```
public enum FormulaLimits {
  /// The maximum length of the source in UTF-8 bytes.
  public static let bytes = 1 << 16
  /// The maximum nesting depth of groups, scripts and arguments.
  public static let depth = 48
  /// The maximum number of nodes in the tree.
  public static let nodes = 20_000
  /// Returns the maximum number of tokens that macros add to a source, so that a document's formulas cost what its length
  /// allows.
  public static func macroTokens(forBytes bytes: Int) -> Int { 64 + 2 * bytes }
  /// Returns the maximum number of cells of all tables of a source. Rows with fewer cells than others are filled up, so
  /// that a short source could have many.
  public static func tableCells(forBytes bytes: Int) -> Int { 64 + 2 * bytes }
  /// The maximum number of columns and rows of a drawing before its lines are broken.
  public static let columns = 4000
  public static let rows = 400
  /// The maximum number of fractions and frames inside one another in several rows. Those inside them are in one line.
  public static let drawnLevels = 10
  /// The maximum length of a formula in one line, in characters.
  public static let lineLength = 20_000
}

/// The reason why a formula cannot be parsed.
///
/// ```swift
/// do {
///   _ = try Formula(tex: #"\foo"#)
/// } catch {
///   print(error)  // unknown command \foo
/// }
/// ```
public struct FormulaError: Error, Hashable, Sendable, CustomStringConvertible {
  public var code: FormulaErrorCode
  /// The command, environment or character that caused the error; empty if there is none.
  public var subject: String
  /// The offset in the source at which parsing stopped, in Unicode scalars.
  public var offset: Int

  /// The message in one line, such as `unknown command \foo`.
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

/// The kind of the error.
///
/// ```swift
/// do {
///   formula = try Formula(tex: source)
/// } catch where error.code == .tooLong {
///   showSource()
/// }
/// ```
public enum FormulaErrorCode: String, Hashable, Sendable {
  case unknownCommand, unknownEnvironment, unexpected, incomplete, unknownColor, badLength, badCharacter
  case doubleScript, tooLong, tooDeep, tooLarge, tooManyExpansions
}
