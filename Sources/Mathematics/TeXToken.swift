/// A TeX token.
struct TeXToken: Hashable {
  enum TeXTokenKind: Hashable {
    /// A command. The token's text is the name without the backslash.
    case command
    /// A character with its combining marks.
    case character
    case groupStart, groupEnd, superscript, subscripted, alignment, space
    /// A parameter in a macro body: `#1`.
    case parameter
    case end
  }

  var kind: TeXTokenKind
  var text: String

  /// The source text of the token.
  var source: String {
    switch kind {
    case .command: "\\" + text
    case .parameter: "#" + text
    default: text
    }
  }

  func isCharacter(_ character: String) -> Bool { kind == .character && text == character }
  func isCommand(_ name: String) -> Bool { kind == .command && text == name }

  static let end = TeXToken(kind: .end, text: "")
}

/// A lexer for TeX source.
struct TeXTokenizer {
  private let scalars: [Unicode.Scalar]
  /// The offset of the next token, in scalars.
  private(set) var position = 0

  /// Creates a tokenizer for a formula.
  ///
  /// - Throws: ``FormulaError`` if the source is too long, or contains a character that can change how other
  ///   text is displayed.
  init(_ source: String) throws(FormulaError) {
    guard source.utf8.count <= FormulaLimits.bytes else {
      throw FormulaError(code: .tooLong, subject: "", offset: 0)
    }
    scalars = Array(source.unicodeScalars)
    for (index, scalar) in scalars.enumerated() where !Self.isAllowed(scalar) {
      throw FormulaError(code: .badCharacter, subject: "", offset: index)
    }
  }

  /// Whether a formula may contain the character. Control characters, format characters (bidirectional marks,
  /// joiners, tags), line separators, private-use and unassigned characters are rejected.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value >= 0x20 || [0x09, 0x0A, 0x0D].contains(scalar.value) }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      return false
    default: return true
    }
  }

  mutating func next() -> TeXToken {
    while position < scalars.count, scalars[position] == "%" { skipLine() }
    guard position < scalars.count else { return .end }
    let scalar = scalars[position]
    position += 1
    switch scalar {
    case "\\": return command()
    case "{": return TeXToken(kind: .groupStart, text: "{")
    case "}": return TeXToken(kind: .groupEnd, text: "}")
    case "^": return TeXToken(kind: .superscript, text: "^")
    case "_": return TeXToken(kind: .subscripted, text: "_")
    case "&": return TeXToken(kind: .alignment, text: "&")
    case "#":
      guard position < scalars.count, ("1"..."9").contains(scalars[position]) else {
        return TeXToken(kind: .character, text: "#")
      }
      position += 1
      return TeXToken(kind: .parameter, text: String(scalars[position - 1]))
    case _ where Self.isSpace(scalar):
      skipSpaces()
      return TeXToken(kind: .space, text: " ")
    default: return character(from: position - 1)
    }
  }

  /// Skips a comment and its line end.
  private mutating func skipLine() {
    while position < scalars.count, scalars[position] != "\n" { position += 1 }
    position = min(position + 1, scalars.count)
  }

  private mutating func command() -> TeXToken {
    guard position < scalars.count else { return TeXToken(kind: .command, text: "") }
    let start = position
    position += 1
    guard Self.isLetter(scalars[start]) else {
      // A line end counts as a space.
      let text = Self.isSpace(scalars[start]) ? " " : String(scalars[start])
      return TeXToken(kind: .command, text: text)
    }
    while position < scalars.count, Self.isLetter(scalars[position]) { position += 1 }
    var name = String.UnicodeScalarView()
    name.append(contentsOf: scalars[start..<position])
    skipSpaces()
    return TeXToken(kind: .command, text: String(name))
  }

  /// The maximum number of combining marks that a character keeps, so that a formula cannot draw over other
  /// lines.
  private static let maximumMarks = 3

  private mutating func character(from start: Int) -> TeXToken {
    guard position < scalars.count, Self.isMark(scalars[position]) else {
      return TeXToken(kind: .character, text: String(scalars[start]))
    }
    var text = String.UnicodeScalarView([scalars[start]])
    while position < scalars.count, Self.isMark(scalars[position]) {
      if text.count <= Self.maximumMarks { text.append(scalars[position]) }
      position += 1
    }
    return TeXToken(kind: .character, text: String(text))
  }

  private mutating func skipSpaces() {
    while position < scalars.count, Self.isSpace(scalars[position]) { position += 1 }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: return true
    default: return false
    }
  }
}
