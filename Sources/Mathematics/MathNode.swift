/// A node of a formula's syntax tree.
///
/// ```swift
/// // x^2
/// MathNode.scripts(MathScripts(
///   base: .atom(MathAtom("x", .letter)), superscript: .atom(MathAtom("2", .number))))
/// ```
public indirect enum MathNode: Hashable, Sendable {
  /// A letter, number, operator or other symbol.
  case atom(MathAtom)
  /// A sequence of nodes, such as the content of braces.
  case row([MathNode])
  /// Text: `\text{if }`.
  case text(String, MathTextStyle)
  /// A function's name: `\sin`, `\lim`, `\operatorname{rank}`.
  case function(name: String, takesLimits: Bool)
  case scripts(MathScripts)
  case fraction(MathFraction)
  /// A root: `\sqrt[3]{x}`.
  case root(radicand: MathNode, degree: MathNode?)
  case accent(MathAccent)
  /// A base with nodes above and below it: `\overset`, `\stackrel`, the labels of `\xrightarrow`.
  case stack(base: MathNode, over: MathNode?, under: MathNode?)
  /// Growing delimiters: `\left( ... \middle| ... \right)`.
  case fence(MathDelimiters)
  /// A delimiter of a fixed size. `\big(` has level 1, `\Bigg(` has level 4.
  case delimiter(String, level: Int, role: MathClass)
  case table(MathTable)
  /// A space in 1/18 em.
  case space(Int)
  case style(MathStyle, MathNode)
  /// Content in another font size, in percent: `\large`.
  case size(Int, MathNode)
  case color(MathColor, MathNode)
  /// Content on a background: `\colorbox`, or `\fcolorbox` with a border.
  case background(MathColor, border: MathColor?, MathNode)
  case enclosure(MathEnclosure, MathNode)
  /// Content whose size or look is suppressed: `\phantom`, `\smash`.
  case phantom(MathPhantom, MathNode)
  /// A node with the spacing of another class: `\mathrel{R}`.
  case classed(MathClass, MathNode)
}

/// The class of a symbol, which determines the spacing around it (The TeXbook, chapter 17).
///
/// ```swift
/// MathNode.classed(.relation, .atom(MathAtom("R", .letter)))  // \mathrel{R}
/// ```
public enum MathClass: String, Hashable, Sendable {
  case ordinary, largeOperator, binary, relation, opening, closing, punctuation, inner
}

/// A letter, number, operator or other symbol.
///
/// ```swift
/// MathAtom("x", .letter)
/// ```
public struct MathAtom: Hashable, Sendable {
  /// The kind of an atom, which determines its class and its shape.
  ///
  /// ```swift
  /// MathAtom("+", .binary).kind == .binary
  /// ```
  public enum AtomKind: String, Hashable, Sendable {
    /// A variable, which is italic unless an alphabet is selected.
    case letter
    /// An upright symbol or letter: `\Gamma`, `\infty`.
    case upright
    case number
    case binary, relation, arrow, opening, closing
    /// A delimiter that can both open and close: `|`.
    case fence
    case punctuation
    /// A large operator such as `\sum`. Its scripts are limits in display style.
    case sum
    case integral
  }

  /// The character without its alphabet: `R` for `\mathbb{R}`.
  public var text: String
  public var kind: AtomKind
  public var alphabet: MathAlphabet?

  public init(_ text: String, _ kind: AtomKind, alphabet: MathAlphabet? = nil) {
    self.text = text
    self.kind = kind
    self.alphabet = alphabet
  }

  /// The text in the characters of its alphabet: `ℝ` for `\mathbb{R}`.
  public var styledText: String { alphabet?.styled(text) ?? text }
}

/// The style of text within a formula.
///
/// ```swift
/// MathNode.text("if ", .plain)  // \text{if }
/// ```
public enum MathTextStyle: String, Hashable, Sendable {
  case plain, bold, italic, monospace, sansSerif
}

/// A base with scripts at its upper and lower right, or above and below it.
///
/// ```swift
/// // x_i^2
/// MathScripts(
///   base: .atom(MathAtom("x", .letter)), superscript: .atom(MathAtom("2", .number)),
///   subscripted: .atom(MathAtom("i", .letter)))
/// ```
public struct MathScripts: Hashable, Sendable {
  /// The placement of scripts.
  ///
  /// ```swift
  /// scripts.placement = .limits  // \limits
  /// ```
  public enum Placement: Hashable, Sendable {
    /// The base and the style decide: `\sum` has limits in a display formula.
    case automatic
    /// The explicit `\limits` and `\nolimits`.
    case limits, beside
  }

  public var base: MathNode
  public var superscript: MathNode?
  /// The number of primes before the superscript.
  public var primes: Int
  public var subscripted: MathNode?
  public var placement: Placement

  public init(
    base: MathNode, superscript: MathNode? = nil, primes: Int = 0, subscripted: MathNode? = nil,
    placement: Placement = .automatic
  ) {
    self.base = base
    self.superscript = superscript
    self.primes = primes
    self.subscripted = subscripted
    self.placement = placement
  }

  /// Whether the scripts are limits, above and below the base.
  public func areLimits(inDisplayStyle isDisplayStyle: Bool) -> Bool {
    switch placement {
    case .limits: true
    case .beside: false
    case .automatic: base.hasLimitsAlways || isDisplayStyle && base.takesLimits
    }
  }
}

/// A fraction, with or without a bar.
///
/// ```swift
/// // 1/2
/// MathFraction(.atom(MathAtom("1", .number)), .atom(MathAtom("2", .number)))
/// ```
public struct MathFraction: Hashable, Sendable {
  public var numerator: MathNode
  public var denominator: MathNode
  public var hasBar = true
  /// The delimiters around the fraction, as in `\binom`; empty if there are none.
  public var opening = ""
  public var closing = ""
  /// Whether the fraction uses display style (`\dfrac`) or text style (`\tfrac`); nil for the current style.
  public var isDisplayStyle: Bool?
  /// Whether the fraction is a `\cfrac`, whose numerator and denominator are full size.
  public var isContinued = false

  public init(_ numerator: MathNode, _ denominator: MathNode) {
    self.numerator = numerator
    self.denominator = denominator
  }
}

/// A mark above or below a base.
///
/// ```swift
/// if accent.isBrace { writeLabel() }
/// ```
public struct MathAccent: Hashable, Sendable {
  public var base: MathNode
  /// The spacing form of the mark: `^` for `\hat`, `⏟` for `\underbrace`.
  public var mark: String
  public var isUnder: Bool
  /// Whether the mark grows with the base: `\widehat`, `\overline`.
  public var isWide: Bool

  /// Whether the mark is a brace. A script on a brace is its label.
  public var isBrace: Bool { ["⏞", "⏟", "⎴", "⎵", "⏜", "⏝", "⏠", "⏡"].contains(mark) }
}

/// Delimiters that grow with their content.
///
/// ```swift
/// MathDelimiters("(", [numerator], ")")  // \left( ... \right)
/// ```
public struct MathDelimiters: Hashable, Sendable {
  /// The opening delimiter; empty for the invisible delimiter of `\left.`.
  public var opening: String
  public var closing: String
  /// The contents between the delimiters. Each `\middle` starts another part.
  public var parts: [MathNode]
  /// The middle delimiters, one fewer than ``parts``.
  public var middles: [String]

  public init(_ opening: String, _ parts: [MathNode], middles: [String] = [], _ closing: String) {
    self.opening = opening
    self.parts = parts
    self.middles = middles
    self.closing = closing
  }
}

/// A table of cells: matrices, cases, aligned equations.
///
/// ```swift
/// var table = MathTable(.matrix)
/// table.rows = [[a, b], [c, d]]
/// ```
public struct MathTable: Hashable, Sendable {
  /// The environment of a table.
  ///
  /// ```swift
  /// MathTable(.cases).kind == .cases
  /// ```
  public enum TableEnvironment: String, Hashable, Sendable {
    case matrix, smallMatrix, cases, aligned, gathered, substack
  }

  /// The alignment of a column.
  ///
  /// ```swift
  /// table.alignments = [.left, .right]
  /// ```
  public enum MathColumnAlignment: String, Hashable, Sendable {
    case left, center, right
  }

  /// The style of a line between columns or rows.
  ///
  /// ```swift
  /// table.verticals[1] = .solid  // {c|c}
  /// ```
  public enum TableRule: String, Hashable, Sendable {
    case solid, dashed
  }

  public var kind: TableEnvironment
  public var rows: [[MathNode]] = []
  /// The alignments of the first columns. The kind of table determines the others.
  public var alignments: [MathColumnAlignment] = []
  /// The vertical rules, keyed by the index of the column after them. The rule after the last column has the
  /// number of columns as its key.
  public var verticals: [Int: TableRule] = [:]
  /// The rules above rows, keyed by the row's index.
  public var horizontals: [Int: TableRule] = [:]
  /// The tags of rows (`\tag{1}`), keyed by the row's index.
  public var tags: [Int: String] = [:]

  public init(_ kind: TableEnvironment) { self.kind = kind }

  /// The number of cells in the longest row, at least 1. Looks at each row.
  public var columnCount: Int { max(rows.reduce(0) { max($0, $1.count) }, 1) }

  /// Returns the alignment of a column, stated or by default for the kind of table.
  public func alignment(of column: Int) -> MathColumnAlignment {
    if column < alignments.count { return alignments[column] }
    switch kind {
    case .matrix, .smallMatrix, .gathered, .substack: return .center
    case .cases: return .left
    case .aligned: return column % 2 == 0 ? .right : .left
    }
  }

  /// Whether cells use display style.
  public var isDisplayStyle: Bool { kind == .aligned || kind == .gathered }
}

/// The four styles of TeX.
///
/// ```swift
/// MathStyle(rawValue: "display") == .display
/// ```
public enum MathStyle: String, Hashable, Sendable {
  case display, text, script, scriptScript
}

/// A frame around content, or lines across it.
///
/// ```swift
/// MathEnclosure.box  // \boxed
/// ```
public enum MathEnclosure: String, Hashable, Sendable {
  /// A frame: `\boxed`.
  case box
  /// `\cancel`: a line from the lower left to the upper right.
  case up
  /// A line from the upper left to the lower right: `\bcancel`.
  case down
  /// Two crossing lines: `\xcancel`.
  case cross
  /// A horizontal line: `\sout`.
  case strike
}

/// The properties of content that a phantom keeps: its look, its width, its height.
///
/// ```swift
/// if !phantom.isShown { writeSpace(phantom) }
/// ```
public struct MathPhantom: Hashable, Sendable {
  public var isShown: Bool
  public var keepsWidth: Bool
  public var keepsHeight: Bool
}
