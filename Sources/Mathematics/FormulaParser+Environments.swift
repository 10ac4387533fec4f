/// Parses environments, from `\begin{name}` to `\end{name}`.
extension FormulaParser {
  mutating func parseEnvironment() throws(FormulaError) -> MathNode {
    let name = plainText(try source.argument())
    let plain = name.hasSuffix("*") ? String(name.dropLast()) : name
    switch plain {
    case "equation", "displaymath", "math":
      // One formula, which may have a tag.
      let table = try parseTable(.gathered, endsWith: name)
      if table.rows.count == 1, table.rows[0].count == 1, table.tags.isEmpty { return table.rows[0][0] }
      return .table(table)
    case "align", "aligned", "split", "alignat", "alignedat", "flalign", "eqnarray":
      if plain == "alignat" || plain == "alignedat" { _ = try source.argument() }
      if plain == "aligned" { _ = try source.optionalArgument() }
      var table = try parseTable(.aligned, endsWith: name)
      if plain == "eqnarray" { table.alignments = [.right, .center, .left] }
      return .table(table)
    case "gather", "gathered", "multline": return .table(try parseTable(.gathered, endsWith: name))
    case "cases", "dcases":
      return .fence(MathDelimiters("{", [.table(try parseTable(.cases, endsWith: name))], ""))
    case "rcases", "drcases":
      return .fence(MathDelimiters("", [.table(try parseTable(.cases, endsWith: name))], "}"))
    case "array", "darray", "subarray": return try parseArray(name)
    default: return try parseMatrix(plain, name)
    }
  }

  private mutating func parseMatrix(_ plain: String, _ name: String) throws(FormulaError) -> MathNode {
    let delimiters: (String, String)
    var kind = MathTable.TableEnvironment.matrix
    switch plain {
    case "matrix": delimiters = ("", "")
    case "smallmatrix": (delimiters, kind) = (("", ""), .smallMatrix)
    case "pmatrix": delimiters = ("(", ")")
    case "bmatrix": delimiters = ("[", "]")
    case "Bmatrix": delimiters = ("{", "}")
    case "vmatrix": delimiters = ("|", "|")
    case "Vmatrix": delimiters = ("‖", "‖")
    case "psmallmatrix": (delimiters, kind) = (("(", ")"), .smallMatrix)
    case "bsmallmatrix": (delimiters, kind) = (("[", "]"), .smallMatrix)
    case "vsmallmatrix": (delimiters, kind) = (("|", "|"), .smallMatrix)
    default: throw source.error(.unknownEnvironment, name)
    }
    let alignment = name.hasSuffix("*") ? try source.optionalArgument().map { plainText($0) } : nil
    var table = try parseTable(kind, endsWith: name)
    if let alignment, let side = Self.alignment(alignment.first ?? "c") {
      table.alignments = Array(repeating: side, count: table.columnCount)
    }
    if delimiters == ("", "") { return .table(table) }
    return .fence(MathDelimiters(delimiters.0, [.table(table)], delimiters.1))
  }

  private static func alignment(_ letter: Character) -> MathTable.MathColumnAlignment? {
    switch letter {
    case "l": .left
    case "c": .center
    case "r": .right
    default: nil
    }
  }

  private mutating func parseArray(_ name: String) throws(FormulaError) -> MathNode {
    _ = try source.optionalArgument()
    var alignments: [MathTable.MathColumnAlignment] = []
    var verticals: [Int: MathTable.TableRule] = [:]
    for token in try source.argument() {
      switch token.text {
      case "|": verticals[alignments.count] = .solid
      case ":": verticals[alignments.count] = .dashed
      default:
        guard token.kind == .character, let letter = token.text.first, let side = Self.alignment(letter)
        else {
          if token.kind == .space { continue }
          throw source.error(.unexpected, token.source)
        }
        alignments.append(side)
      }
    }
    var table = try parseTable(name == "subarray" ? .substack : .matrix, endsWith: name)
    table.alignments = alignments
    table.verticals = verticals
    return .table(table)
  }

  mutating func parseSubstack() throws(FormulaError) -> MathNode {
    let token = try source.nextVisible()
    guard token.kind == .groupStart else { throw source.error(.incomplete) }
    // The end of a group ends the table here.
    var table = MathTable(.substack)
    var tokens = try source.group()
    tokens.append(TeXToken(kind: .command, text: "end"))
    tokens += [TeXToken(kind: .groupStart, text: "{"), TeXToken(kind: .character, text: "s")]
    tokens.append(TeXToken(kind: .groupEnd, text: "}"))
    for token in tokens.reversed() { source.push(token) }
    table = try parseTable(.substack, endsWith: "s")
    return .table(table)
  }

  /// Parses the cells of an environment, and its end.
  ///
  /// - Parameters:
  ///   - firstCell: The first cell, if it is parsed already.
  ///   - name: The name of the environment; nil for a formula of several lines without an environment.
  mutating func parseTable(
    _ kind: MathTable.TableEnvironment, firstCell: [MathNode]? = nil, endsWith name: String?
  )
    throws(FormulaError) -> MathTable
  {
    var table = MathTable(kind)
    var row: [MathNode] = []
    var hasAlignment = false
    let outerTag = formulaTag
    if name != nil { formulaTag = nil }
    defer { if name != nil { formulaTag = outerTag } }
    var first = firstCell
    while true {
      if row.isEmpty, first == nil { try parseRules(into: &table) }
      var cell = first ?? []
      if first == nil { cell = try parseRow(until: name == nil ? .formula : .cell) }
      first = nil
      row.append(MathNode(cell))
      let token = try source.next()
      if token.kind == .alignment {
        hasAlignment = true
        continue
      }
      if let tag = formulaTag { table.tags[table.rows.count] = tag }
      formulaTag = nil
      // An empty row after the last line break is dropped, as is a formula without content.
      let isRow = row.count > 1 || !row[0].isEmpty || table.tags[table.rows.count] != nil
      if token.kind == .end || token.isCommand("end") {
        if isRow || table.rows.isEmpty { table.rows.append(row) }
        if let name, token.kind != .end {
          let end = plainText(try source.argument())
          guard end == name else { throw source.error(.incomplete, name) }
        }
        break
      }
      table.rows.append(row)
      row = []
      _ = try takeStar()
      try skipRowSpace()
    }
    if name == nil, hasAlignment { table.kind = .aligned }
    try count(cellsOf: table)
    return table
  }

  /// Parses the optional `[1em]` after the end of a row.
  private mutating func skipRowSpace() throws(FormulaError) {
    let token = source.nextRaw()
    source.push(token)
    if token.isCharacter("[") { _ = try source.optionalArgument() }
  }

  private mutating func parseRules(into table: inout MathTable) throws(FormulaError) {
    while true {
      let token = try source.nextVisible()
      if token.isCommand("hline") {
        table.horizontals[table.rows.count] = .solid
      } else if token.isCommand("hdashline") {
        table.horizontals[table.rows.count] = .dashed
      } else {
        return source.push(token)
      }
    }
  }
}
