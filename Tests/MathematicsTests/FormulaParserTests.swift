import Testing

@testable import Mathematics

@Suite("Formulas are read from TeX")
struct FormulaParserTests {
  static let broken: [(String, FormulaErrorCode)] = [
    ("\\unknown", .unknownCommand), ("\\begin{nothing}x\\end{nothing}", .unknownEnvironment),
    ("{x", .incomplete), ("x}", .unexpected), ("\\frac{a}", .incomplete), ("x^2^3", .doubleScript),
    ("x_1_2", .doubleScript), ("x''^2'", .doubleScript), ("x^", .incomplete), ("\\left( x", .incomplete),
    ("\\right)", .unexpected), ("\\begin{matrix} a", .incomplete), ("\\end{matrix}", .unexpected),
    ("\\begin{matrix} a \\end{pmatrix}", .incomplete), ("\\left a", .unexpected),
    ("\\sqrt[3{x}", .incomplete),
    ("\\color{nothing} x", .unknownColor), ("\\textcolor{red;x}{y}", .unknownColor),
    ("\\textcolor{url(x)}{y}", .unknownColor), ("\\hspace{1}", .badLength),
    ("\\hspace{1furlong}", .badLength),
    ("a\u{202E}b", .badCharacter), ("a\u{7}b", .badCharacter), ("\\text{a\u{200B}b}", .badCharacter),
    ("% a comment with \u{1B}[31m\nx", .badCharacter), ("$x$", .unexpected), ("\\text{a", .incomplete),
    ("#1", .unexpected), ("\\htmlClass{x}{y}", .unknownCommand), ("\\includegraphics{x}", .unknownCommand),
    ("\\def\\x{\\x}\\x", .tooManyExpansions), ("\\newcommand{x}{y}", .unexpected), ("\\", .incomplete),
    ("\\ce{\\unknown}", .unknownCommand), ("\\limits", .unexpected), ("\\not", .incomplete),
  ]

  @Test(arguments: broken) func whatIsBrokenIsAnError(_ tex: String, _ code: FormulaErrorCode) {
    let error = #expect(throws: FormulaError.self) { try Formula(tex: tex) }
    #expect(error?.code == code, "\(tex)")
    #expect(error.map { !$0.description.isEmpty && !$0.description.contains("\n") } == true)
  }

  /// Rows are filled up to the longest one, so that few bytes could be many cells.
  @Test func tablesHaveAsManyCellsAsTheirSourceAllows() throws {
    let wide = String(repeating: "a&", count: 400)
    let full = String(repeating: wide + "a\\\\", count: 20)
    _ = try Formula(tex: "\\begin{matrix}" + full + "\\end{matrix}")
    let ragged = wide + String(repeating: "\\\\\\hline a", count: 400)
    let error = #expect(throws: FormulaError.self) {
      try Formula(tex: "\\begin{matrix}" + ragged + "\\end{matrix}")
    }
    #expect(error?.code == .tooLarge)
    let tables = String(repeating: "\\begin{matrix}&&&&&&&&&\\\\\\\\a\\end{matrix}", count: 200)
    #expect(throws: Never.self) { try Formula(tex: tables) }
  }

  @Test func everyCommandOfTheTableIsRead() throws {
    let source = String(decoding: PackageResources.symbols_txt, as: UTF8.self)
    var sections: [Substring: [Substring]] = [:]
    var section: Substring = ""
    for line in source.split(separator: "\n") where !line.hasPrefix("# ") {
      if line.hasPrefix("["), !line.contains(" ") {
        section = line.dropFirst().dropLast()
      } else {
        sections[section, default: []] += line.split(separator: " ")
      }
    }
    var names: Set<Substring> = []
    for (section, words) in sections {
      let isList = section == "skip" || section == "command"
      let commands = isList ? words : stride(from: 0, to: words.count, by: 2).map { words[$0] }
      #expect(isList || words.count % 2 == 0, "\(section)")
      for name in commands {
        #expect(names.insert(name).inserted, "\(name) occurs twice")
        #expect(SymbolTable.shared.entry(String(name)) != nil, "\(name)")
      }
    }
    #expect(names.count > 800)
    for section in [
      "letter", "upright", "binary", "relation", "arrow", "sum", "integral", "function", "limit",
    ] {
      for index in stride(from: 0, to: sections[Substring(section)]?.count ?? 0, by: 2) {
        let name = sections[Substring(section)]![index]
        _ = try Formula(tex: "a \\\(name) b^{\\\(name)}")
      }
    }
  }

  static let alike: [(String, String)] = [
    ("\\frac12", "\\frac{1}{2}"), ("x^2_1", "x_1^2"), ("{a \\over b}", "{\\frac{a}{b}}"),
    ("\\newcommand{\\R}{\\mathbb{R}}\\R", "\\mathbb{R}"), ("\\def\\x#1#2{#2#1}\\x ab", "ba"),
    ("\\newcommand{\\n}[2][p]{#1#2}\\n{x}\\n[q]{y}", "pxqy"), ("a % comment\nb", "ab"),
    ("\\DeclareMathOperator{\\tr}{tr}\\tr A", "\\operatorname{tr} A"), ("≤", "\\le"), ("α", "\\alpha"),
    ("\\href{javascript:x}{y}", "y"), ("x \\label{eq:1}", "x"), ("x \\nonumber", "x"),
    ("\\color{#ff0000}x", "\\color{#f00} x"), ("\\color[RGB]{255,0,0}x", "\\color{#f00} x"),
    ("a &= b \\\\ &= c", "\\begin{aligned} a &= b \\\\ &= c \\end{aligned}"),
    ("\\begin{pmatrix}a\\end{pmatrix}", "\\left(\\begin{matrix}a\\end{matrix}\\right)"),
    ("\\hspace{1em}", "\\quad"), ("\\dots", "\\ldots"), ("\\lbrace x \\rbrace", "\\{ x \\}"),
    ("\\substack{a\\\\b}", "\\begin{subarray}{c} a \\\\ b \\end{subarray}"), ("1.5", "1.5"),
  ]

  @Test(arguments: alike) func formsOfOneFormulaAreOneTree(_ left: String, _ right: String) throws {
    let (left, right) = (try Formula(tex: left).root, try Formula(tex: right).root)
    if case .table(var first) = left, case .table(var second) = right {
      (first.alignments, second.alignments) = ([], [])
      return #expect(first == second)
    }
    #expect(left == right)
  }

  @Test func limitsAreCounts() throws {
    func code(_ tex: String) -> FormulaErrorCode? {
      do throws(FormulaError) { _ = try Formula(tex: tex) } catch { return error.code }
      return nil
    }
    func nested(_ start: String, _ end: String, _ count: Int) -> String {
      String(repeating: start, count: count) + "x" + String(repeating: end, count: count)
    }
    for (start, end) in [
      ("{", "}"), ("x^{", "}"), ("\\sqrt{", "}"), ("\\frac{", "}{y}"), ("\\left(", "\\right)"),
      ("\\hat ", ""),
      ("\\text{", "}"), ("\\text{$", "$}"), ("\\begin{matrix}", "\\end{matrix}"), ("\\color{red} ", ""),
      ("\\large ", ""), ("x\\over ", ""), ("\\mathbf ", ""), ("\\xrightarrow[", "]{}"), ("\\boxed ", ""),
    ] {
      #expect(code(nested(start, end, 1200)) == .tooDeep, "\(start)")
      #expect(code(nested(start, end, 10)) == nil, "\(start)")
    }
    #expect(code(String(repeating: "x", count: 1 << 20)) == .tooLong)
    #expect(code(String(repeating: "x", count: 60_000)) == .tooLarge)
    #expect(code(String(repeating: "x", count: 15_000)) == nil)
    // Each macro doubles what the one before gives.
    var tex = "\\def\\a{xx}"
    for index in 1..<26 {
      let (name, before) = (UnicodeScalar(97 + UInt8(index)), UnicodeScalar(96 + UInt8(index)))
      tex += "\\def\\\(name){\\\(before)\\\(before)}"
    }
    #expect([.tooManyExpansions, .tooLarge].contains(code(tex + "\\z")))
    // Short macros may add as much as twice the source, and a little.
    let macro = "\\def\\a{xxxxxxxxxx}"
    #expect(code(macro + String(repeating: "\\a", count: 10)) == nil)
    #expect(code(macro + String(repeating: "\\a", count: 20)) == .tooManyExpansions)
    #expect(code(macro + String(repeating: "\\a + b + c ", count: 500)) == nil)
    #expect(code(String(repeating: "%\n", count: 30_000)) == nil)
    #expect(code("\\def\\x#1{#1#1#1#1#1#1#1#1}\\x{\\x{\\x{\\x{\\x{\\x{\\x{\\x{\\x{x}}}}}}}}}") != nil)
  }
}
