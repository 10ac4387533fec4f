/// A recursive-descent parser for TeX mathematics.
///
/// Each function parses one construct of the grammar. It starts after the token that identifies the
/// construct.
struct FormulaParser {
  /// The token that ends a row.
  enum Terminator {
    case formula, group, bracket, cell, fence
    /// A `$` within text.
    case dollar
  }

  var source: MacroExpander
  /// The current alphabet for letters, as selected by `\mathbf` and similar commands.
  var alphabet: MathAlphabet?
  /// The nesting depth of the current construct.
  private var depth = 0
  private var nodeCount = 0
  /// The number of cells that further tables may have.
  private var cellsLeft: Int

  init(_ tex: String) throws(FormulaError) {
    source = try MacroExpander(tex)
    cellsLeft = FormulaLimits.tableCells(forBytes: tex.utf8.count)
  }

  mutating func parseFormula() throws(FormulaError) -> MathNode {
    let first = try parseRow(until: .formula)
    let token = try source.next()
    if token.kind == .end, formulaTag == nil { return MathNode(first) }
    source.push(token)
    // A formula with line breaks but no environment is parsed as an environment.
    let table = try parseTable(.gathered, firstCell: first, endsWith: nil)
    return .table(table)
  }

  /// The tag of the formula, or of the table row that is being parsed.
  var formulaTag: String?

  // MARK: Rows

  /// Parses nodes up to the token that ends the row. The token is not consumed.
  mutating func parseRow(until end: Terminator) throws(FormulaError) -> [MathNode] {
    try descend()
    defer { ascend() }
    let outer = alphabet
    defer { alphabet = outer }
    var nodes: [MathNode] = []
    while true {
      let token = try source.nextVisible()
      if try ends(token, end) {
        source.push(token)
        return nodes
      }
      if token.kind == .command, let entry = SymbolTable.shared.entry(token.text) {
        switch entry {
        case .style(let style):
          return nodes + [.style(style, MathNode(try parseRow(until: end)))]
        case .size(let percent):
          return nodes + [.size(percent, MathNode(try parseRow(until: end)))]
        case .alphabet(let new) where Self.isSwitch(token.text):
          alphabet = new
          continue
        case .command(.color):
          let color = try parseColor()
          return nodes + [.color(color, MathNode(try parseRow(until: end)))]
        case .command(let command):
          if let fraction = try parseInfix(command, nodes, end) { return [fraction] }
        default: break
        }
      }
      if try parseScriptsOrNumber(token, into: &nodes) { continue }
      guard let nucleus = try parseNucleus(token) else { continue }
      nodes.append(try parseScripts(of: nucleus))
    }
  }

  /// Parses a script without a base, or a number of several digits; returns false if the token begins
  /// neither.
  private mutating func parseScriptsOrNumber(_ token: TeXToken, into nodes: inout [MathNode])
    throws(FormulaError) -> Bool
  {
    if token.kind == .superscript || token.kind == .subscripted || token.isCharacter("'") {
      source.push(token)
      nodes.append(try parseScripts(of: .row([])))
      return true
    }
    guard Self.isDigit(token) || token.isCharacter(".") else { return false }
    var text = token.text
    var next = try source.next()
    while Self.isDigit(next) || next.isCharacter("."), text != "." || Self.isDigit(next) {
      if next.isCharacter(".") {
        let behind = try source.next()
        source.push(behind)
        guard Self.isDigit(behind), !text.contains(".") else { break }
      }
      text += next.text
      next = try source.next()
    }
    source.push(next)
    guard text != "." else { return false }
    try count()
    nodes.append(try parseScripts(of: .atom(MathAtom(text, .number, alphabet: alphabet))))
    return true
  }

  private static func isDigit(_ token: TeXToken) -> Bool {
    token.kind == .character && token.text.utf8.count == 1 && ("0"..."9").contains(token.text)
  }

  /// Whether a command changes all letters after it. Other alphabet commands change only their argument.
  private static func isSwitch(_ name: String) -> Bool {
    ["rm", "bf", "it", "sf", "tt", "cal"].contains(name)
  }

  private func ends(_ token: TeXToken, _ end: Terminator) throws(FormulaError) -> Bool {
    switch token.kind {
    case .end:
      if end == .formula { return true }
      throw source.error(.incomplete)
    case .groupEnd:
      if end == .group { return true }
      throw source.error(.unexpected, "}")
    case .alignment:
      if end == .cell || end == .formula { return true }
      throw source.error(.unexpected, "&")
    case .character: return end == .bracket && token.text == "]" || end == .dollar && token.text == "$"
    case .command:
      switch token.text {
      case "\\", "cr", "newline":
        if end == .cell || end == .formula { return true }
        throw source.error(.unexpected, "\\\\")
      case "end":
        if end == .cell { return true }
        throw source.error(.unexpected, "\\end")
      case "right", "middle":
        if end == .fence { return true }
        throw source.error(.unexpected, "\\" + token.text)
      case ")": return end == .dollar
      default: return false
      }
    default: return false
    }
  }

  /// Enters a nested construct.
  ///
  /// - Throws: ``FormulaError`` if constructs are nested more than ``FormulaLimits/depth`` deep.
  mutating func descend() throws(FormulaError) {
    guard depth < FormulaLimits.depth else { throw source.error(.tooDeep) }
    depth += 1
  }

  mutating func ascend() { depth -= 1 }

  mutating func count() throws(FormulaError) {
    nodeCount += 1
    guard nodeCount <= FormulaLimits.nodes else { throw source.error(.tooLarge) }
  }

  mutating func count(cellsOf table: MathTable) throws(FormulaError) {
    cellsLeft -= table.rows.count * table.columnCount
    guard cellsLeft >= 0 else { throw source.error(.tooLarge) }
  }

  // MARK: Scripts

  /// Parses the scripts and primes after a base.
  mutating func parseScripts(of base: MathNode) throws(FormulaError) -> MathNode {
    var scripts = MathScripts(base: base)
    while true {
      let token = try source.nextVisible()
      switch token.kind {
      case .superscript:
        guard scripts.superscript == nil else { throw source.error(.doubleScript) }
        scripts.superscript = try parseArgument()
        continue
      case .subscripted:
        guard scripts.subscripted == nil else { throw source.error(.doubleScript) }
        scripts.subscripted = try parseArgument()
        continue
      case .character where token.text == "'":
        guard scripts.superscript == nil else { throw source.error(.doubleScript) }
        scripts.primes += 1
        continue
      case .command where token.text == "limits":
        scripts.placement = .limits
        continue
      case .command where token.text == "nolimits":
        scripts.placement = .beside
        continue
      default: source.push(token)
      }
      if scripts.superscript == nil, scripts.subscripted == nil, scripts.primes == 0 { return base }
      return .scripts(scripts)
    }
  }

  /// Parses an argument: a group, or a single symbol or command with its arguments.
  mutating func parseArgument() throws(FormulaError) -> MathNode {
    let token = try source.nextVisible()
    switch token.kind {
    case .groupStart: return MathNode(try parseGroup())
    case .end: throw source.error(.incomplete)
    case .groupEnd, .alignment, .superscript, .subscripted: throw source.error(.unexpected, token.source)
    default: break
    }
    try descend()
    defer { ascend() }
    return try parseNucleus(token) ?? .row([])
  }

  /// Parses the rest of a group after its opening brace.
  mutating func parseGroup() throws(FormulaError) -> [MathNode] {
    let nodes = try parseRow(until: .group)
    _ = try source.next()
    return nodes
  }

  /// Parses an argument with its letters in an alphabet.
  mutating func parseArgument(in new: MathAlphabet?) throws(FormulaError) -> MathNode {
    let outer = alphabet
    alphabet = new
    defer { alphabet = outer }
    return try parseArgument()
  }

  // MARK: Symbols

  /// Parses the construct that a token begins, without scripts; returns nil if it produces no output.
  mutating func parseNucleus(_ token: TeXToken) throws(FormulaError) -> MathNode? {
    try count()
    switch token.kind {
    case .groupStart: return .row(try parseGroup())
    case .command: return try parseCommand(token.text)
    case .character: return try character(token.text)
    case .parameter: throw source.error(.unexpected, token.source)
    default: return nil
    }
  }

  private func character(_ text: String) throws(FormulaError) -> MathNode {
    let scalar = text.unicodeScalars.first ?? " "
    // A sign with a mark equals none of these.
    if text.utf8.count == 1, let node = try sign(scalar) { return node }
    switch scalar {
    case "a"..."z", "A"..."Z": return .atom(MathAtom(text, .letter, alphabet: alphabet))
    case "0"..."9": return .atom(MathAtom(text, .number, alphabet: alphabet))
    default: break
    }
    if var atom = SymbolTable.shared.atom(character: text) {
      if atom.kind == .letter || atom.kind == .upright { atom.alphabet = alphabet }
      return .atom(atom)
    }
    if let fraction = Self.fraction(scalar) { return fraction }
    // Letters with marks, letters of other scripts, and emoji.
    return scalar.properties.isAlphabetic && scalar.value < 0x2E80
      ? .atom(MathAtom(text, .letter, alphabet: alphabet)) : .text(text, .plain)
  }

  /// Returns the node of a sign of ASCII that has its own rule.
  private func sign(_ sign: Unicode.Scalar) throws(FormulaError) -> MathNode? {
    let text = String(sign)
    switch sign {
    case "~": return .space(6)
    case "$", "#": throw source.error(.unexpected, text)
    case "-": return .atom(MathAtom("−", .binary))
    case "*": return .atom(MathAtom("∗", .binary))
    case "/", "\"", "@", "`", ".": return .atom(MathAtom(text, .upright))
    case "!", "?": return .atom(MathAtom(text, .closing))
    case ",", ";": return .atom(MathAtom(text, .punctuation))
    case "(", "[": return .atom(MathAtom(text, .opening))
    case ")", "]": return .atom(MathAtom(text, .closing))
    default: return nil
    }
  }

  private static func fraction(_ scalar: Unicode.Scalar) -> MathNode? {
    let known: [(Unicode.Scalar, String, String)] = [("½", "1", "2"), ("¼", "1", "4"), ("¾", "3", "4")]
    guard let (_, top, bottom) = known.first(where: { $0.0 == scalar }) else { return nil }
    return .fraction(MathFraction(.atom(MathAtom(top, .number)), .atom(MathAtom(bottom, .number))))
  }
}
