/// A part of a formula.
///
/// ```swift
/// // x^2
/// MathNode.scripts(MathScripts(
///   base: .atom(MathAtom("x", .letter)), superscript: .atom(MathAtom("2", .number))))
/// ```
public indirect enum MathNode: Hashable, Sendable {
  /// A letter, number, operator or other symbol.
  case atom(MathAtom)
  /// Nodes side by side: what stands between braces.
  case row([MathNode])
  /// Text, as by `\text{if }`.
  case text(String, MathTextStyle)
  /// A function's name: `\sin`, `\lim`, `\operatorname{rank}`.
  case function(name: String, takesLimits: Bool)
  case scripts(MathScripts)
  case fraction(MathFraction)
  /// `\sqrt[3]{x}`.
  case root(radicand: MathNode, degree: MathNode?)
  case accent(MathAccent)
  /// What stands above and below something: `\overset`, `\stackrel`, the labels of `\xrightarrow`.
  case stack(base: MathNode, over: MathNode?, under: MathNode?)
  /// `\left( ... \middle| ... \right)`.
  case fence(MathFence)
  /// A delimiter of a size of its own: `\big(` is of level 1, `\Bigg(` of level 4.
  case delimiter(String, level: Int, role: MathClass)
  case table(MathTable)
  /// A space, in eighteenths of an em.
  case space(Int)
  case style(MathStyle, MathNode)
  /// Another size: `\large`, in percent.
  case size(Int, MathNode)
  case color(MathColor, MathNode)
  /// `\colorbox`, and `\fcolorbox`, which has a border.
  case background(MathColor, border: MathColor?, MathNode)
  case enclosure(MathEnclosure, MathNode)
  /// Something whose room is kept and which is not shown, or which is shown and takes no room.
  case phantom(MathPhantom, MathNode)
  /// A node that is spaced as another kind of symbol: `\mathrel{R}`.
  case classed(MathClass, MathNode)
}

/// The kind of symbol that a node is spaced as (The TeXbook, chapter 17).
public enum MathClass: String, Hashable, Sendable {
  case ordinary, largeOperator, binary, relation, opening, closing, punctuation, inner
}

/// A letter, number, operator or other symbol.
public struct MathAtom: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// A variable: set in italics unless an alphabet says otherwise.
    case letter
    /// A symbol or letter that stands upright: `\Gamma`, `\infty`.
    case upright
    case number
    case binary, relation, arrow, opening, closing
    /// A delimiter that opens as well as closes: `|`.
    case fence
    case punctuation
    /// `\sum` and the like: scripts stand above and below where there is room.
    case sum
    case integral
  }

  /// The character, such as `R` of `\mathbb{R}`, whose alphabet is ``MathAlphabet/doubleStruck``.
  public var text: String
  public var kind: Kind
  public var alphabet: MathAlphabet?

  public init(_ text: String, _ kind: Kind, alphabet: MathAlphabet? = nil) {
    self.text = text
    self.kind = kind
    self.alphabet = alphabet
  }

  /// The text in the characters of its alphabet: `ℝ` of `R` in double-struck letters.
  public var styledText: String { alphabet?.styled(text) ?? text }
}

/// The style of text within a formula.
public enum MathTextStyle: String, Hashable, Sendable {
  case plain, bold, italic, monospace, sansSerif
}

/// A base with something at its upper and lower right, or above and below it.
public struct MathScripts: Hashable, Sendable {
  public enum Placement: Hashable, Sendable {
    /// As the base and the style have it: above and below `\sum` in a display formula.
    case automatic
    /// `\limits` and `\nolimits`.
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

  /// Whether the scripts stand above and below the base.
  public func areLimits(inDisplayStyle isDisplayStyle: Bool) -> Bool {
    switch placement {
    case .limits: true
    case .beside: false
    case .automatic: base.hasLimitsAlways || isDisplayStyle && base.takesLimits
    }
  }
}

/// Two nodes above each other, with a bar between them or without.
public struct MathFraction: Hashable, Sendable {
  public var numerator: MathNode
  public var denominator: MathNode
  public var hasBar = true
  /// The delimiters around it, as those of `\binom`; empty if there are none.
  public var opening = ""
  public var closing = ""
  /// Whether it is set as in a display formula (`\dfrac`) or as within a line (`\tfrac`); nil as the style around it has it.
  public var isDisplayStyle: Bool?
  /// `\cfrac`: numerator and denominator are as large as what is around.
  public var isContinued = false

  public init(_ numerator: MathNode, _ denominator: MathNode) {
    self.numerator = numerator
    self.denominator = denominator
  }
}

/// A mark above or below something.
public struct MathAccent: Hashable, Sendable {
  public var base: MathNode
  /// The mark as a character with a width of its own: `^` of `\hat`, `⏟` of `\underbrace`.
  public var mark: String
  public var isUnder: Bool
  /// Whether the mark grows with the base: `\widehat`, `\overline`.
  public var isWide: Bool

  /// Whether a script of it is a label beyond the mark.
  public var isBrace: Bool { ["⏞", "⏟", "⎴", "⎵", "⏜", "⏝", "⏠", "⏡"].contains(mark) }
}

/// Delimiters that grow with what they enclose.
public struct MathFence: Hashable, Sendable {
  /// Empty where `\left.` shows none.
  public var opening: String
  public var closing: String
  /// What stands between the delimiters, and between those of `\middle`.
  public var parts: [MathNode]
  /// One fewer than the parts.
  public var middles: [String]

  public init(_ opening: String, _ parts: [MathNode], middles: [String] = [], _ closing: String) {
    self.opening = opening
    self.parts = parts
    self.middles = middles
    self.closing = closing
  }
}

/// Cells in rows: matrices, cases, aligned equations.
public struct MathTable: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case matrix, smallMatrix, cases, aligned, gathered, substack
  }

  public enum Alignment: String, Hashable, Sendable {
    case left, center, right
  }

  public enum Rule: String, Hashable, Sendable {
    case solid, dashed
  }

  public var kind: Kind
  public var rows: [[MathNode]] = []
  /// The alignments of the columns; those beyond the last are as the kind of table has it.
  public var alignments: [Alignment] = []
  /// The rules before columns, keyed by the column's index; the number of columns is after the last one.
  public var verticals: [Int: Rule] = [:]
  /// The rules above rows, keyed by the row's index.
  public var horizontals: [Int: Rule] = [:]
  /// The tag of each row (`\tag{1}`), of the rows that have one.
  public var tags: [Int: String] = [:]

  public init(_ kind: Kind) { self.kind = kind }

  public var columnCount: Int { max(rows.reduce(0) { max($0, $1.count) }, 1) }

  public func alignment(of column: Int) -> Alignment {
    if column < alignments.count { return alignments[column] }
    switch kind {
    case .matrix, .smallMatrix, .gathered, .substack: return .center
    case .cases: return .left
    case .aligned: return column % 2 == 0 ? .right : .left
    }
  }

  /// Whether cells are set as in display formulas.
  public var isDisplayStyle: Bool { kind == .aligned || kind == .gathered }
}

/// The four styles of TeX.
public enum MathStyle: String, Hashable, Sendable {
  case display, text, script, scriptScript
}

/// A frame or lines over something.
public enum MathEnclosure: String, Hashable, Sendable {
  /// `\boxed`.
  case box
  /// `\cancel`: a line from the lower left to the upper right.
  case up
  /// `\bcancel`.
  case down
  /// `\xcancel`.
  case cross
  /// `\sout`.
  case strike
}

/// What is kept of something: its look, its width, its height.
public struct MathPhantom: Hashable, Sendable {
  public var isShown: Bool
  public var keepsWidth: Bool
  public var keepsHeight: Bool
}
