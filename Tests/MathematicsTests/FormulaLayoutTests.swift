import Testing

@testable import Mathematics

@Suite("Formulas are drawn with characters")
struct FormulaLayoutTests {
  static let lines: [(String, String)] = [
    ("E = mc^2", "E = mc²"), ("x \\in \\mathbb{R}^n", "x ∈ ℝⁿ"), ("\\sqrt{a^2+b^2}", "√(a² + b²)"),
    ("\\frac12", "½"), ("\\frac{a}{b}", "a/b"), ("\\frac{a+b}{c}", "(a + b)/c"), ("\\frac{a}{bc}", "a/(bc)"),
    ("\\frac{dy}{dx}", "dy/dx"), ("\\frac{n!}{f(x)}", "n!/f(x)"), ("{x^2}^3", "(x²)³"), ("x = -1", "x = −1"),
    ("a - -b", "a − −b"), ("\\sin x \\cos y", "sin x cos y"), ("\\sin(x)", "sin(x)"),
    ("\\sum_{i=1}^n i", "∑ᵢ₌₁ⁿ i"), ("x_{max}", "xₘₐₓ"), ("x_{\\text{eff}}", "x_eff"), ("x^{a/b}", "x^(a/b)"),
    ("e^{i\\pi}", "e^(iπ)"), ("\\hat x + \\vec v", "x̂ + v⃗"), ("\\text{if } x", "if x"), ("f''(x)", "f′′(x)"),
    ("\\binom nk", "(n choose k)"), ("\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}", "(1  2; 3  4)"),
    ("1,000", "1,000"), ("f(1,2)", "f(1, 2)"), ("|x|", "|x|"), ("a\\frac{b}{c}d", "a b/c d"),
    ("\\ce{H2O}", "H₂O"), ("\\ce{SO4^2-}", "SO₄²⁻"), ("\\ce{2H2 + O2 -> 2H2O}", "2 H₂ + O₂ → 2 H₂O"),
    ("\\sqrt[3]{8}", "∛8"), ("\\sqrt[n]{x}", "ⁿ√x"), ("25^\\circ\\text{C}", "25°C"), ("a \\not= b", "a ≠ b"),
    ("\\mathrm{d}x", "dx"), ("\\lim_{x\\to0} f", "lim_(x→0) f"), ("\\boxed{42}", "[42]"), ("", ""),
  ]

  @Test(arguments: lines) func formulasFitInALine(_ tex: String, _ expected: String) throws {
    #expect(FormulaLayout().line(of: try Formula(tex: tex))?.text == expected)
  }

  @Test func drawingsEqualGoldenFile() throws {
    var text = ""
    for tex in FormulaFile.all {
      text += "» \(tex)\n"
      guard let formula = try? Formula(tex: tex) else {
        text += "not understood\n\n"
        continue
      }
      text += (FormulaLayout(columns: 72).drawing(of: formula)?.text ?? "too wide") + "\n\n"
    }
    #expect(try FormulaFile.golden("drawings.txt", updatedWith: text) == text)
  }

  @Test(arguments: FormulaFile.all) func drawingsKeepToTheirWidth(_ tex: String) throws {
    guard let formula = try? Formula(tex: tex) else { return }
    for columns in [10, 24, 40, 80] {
      for usesASCII in [false, true] {
        let layout = FormulaLayout(columns: columns, usesASCII: usesASCII)
        guard let drawing = layout.drawing(of: formula) else { continue }
        #expect(drawing.columns <= columns)
        #expect(drawing.rows.indices.contains(drawing.baseline))
        for row in drawing.rows {
          #expect(row.reduce(0) { $0 + $1.columns } <= drawing.columns)
          #expect(row.allSatisfy { $0.columns == $0.text.count && !$0.text.contains("\n") })
        }
      }
    }
    let line = try #require(FormulaLayout().line(of: formula))
    #expect(line.rows.count == 1)
  }

  /// Spaces inside a box have its colours, those around it have not.
  @Test func boxesColorTheirOwnSpaces() {
    let red = MathColor(red: 255, green: 0, blue: 0)
    func text(_ text: String) -> FormulaBox { FormulaBox(text, columns: text.count) }
    let inner = FormulaBox.stacked([text("xyz"), text("y")], baseline: 0).colored(red)
    let drawing = FormulaDrawing(.joined([(0, text("a")), (1, inner), (1, text("b"))]))
    #expect(drawing.text == "a xyz b\n   y")
    #expect(drawing.rows[0].map(\.text) == ["a ", "xyz", " b"])
    #expect(drawing.rows[1].map(\.text) == ["  ", " y"])
    #expect(drawing.rows.map { $0.map { $0.color == red } } == [[false, true, false], [false, true]])
    #expect(
      FormulaDrawing(.joined([(0, text("a")), (1, text("b"))]).marked("\u{305}")).text == "a\u{305} b\u{305}")
  }

  @Test func aLineThatIsWrappedMayBeLonger() throws {
    let layout = FormulaLayout(columns: 4)
    let formula = try Formula(tex: "abcdefgh")
    #expect(layout.drawing(of: formula) == nil)
    #expect(layout.drawing(of: formula, lineLength: 8) == layout.line(of: formula))
  }

  @Test func whatIsDeepInsideFractionsAndFramesIsOneLine() throws {
    func rows(_ count: Int, _ level: String = "x+\\frac{1}{") throws -> Int? {
      let start = String(repeating: level, count: count)
      let tex = start + "wxyz" + String(repeating: "}", count: count)
      return FormulaLayout(columns: 400).drawing(of: try Formula(tex: tex))?.rows.count
    }
    let most = FormulaLimits.drawnLevels
    #expect(try rows(most) == 2 * most + 1)
    #expect(try rows(most + 1) == 2 * most + 1)
    #expect(try rows(40) == 2 * most + 1)
    #expect(try rows(40, "\\boxed{") == 2 * most + 1)
  }

  @Test func whatIsTooWideIsBrokenThenALineThenNothing() throws {
    let formula = try Formula(tex: "f(x) = \\frac{a}{b} + aaaaaaaaaa + bbbbbbbbbb = cccccccccc")
    func rows(_ columns: Int) -> Int? { FormulaLayout(columns: columns).drawing(of: formula)?.rows.count }
    #expect(rows(80) == 3)
    #expect(rows(30) == 4)
    #expect(rows(5) == nil)
    let matrix = try Formula(tex: "\\begin{pmatrix} a & b \\end{pmatrix}")
    #expect(FormulaLayout(columns: 6).drawing(of: matrix)?.text == "(a  b)")
  }

  @Test func coloursStandInPieces() throws {
    let drawing = try #require(FormulaLayout().line(of: Formula(tex: "a + \\textcolor{#010203}{b}")))
    #expect(drawing.rows[0].map(\.color?.hex) == [nil, "#010203"])
  }

  @Test func largeFormulasAreBounded() throws {
    let row = String(repeating: "\\frac{a}{b} &", count: 300) + "c \\\\"
    let formula = try Formula(tex: "\\begin{matrix}" + String(repeating: row, count: 9) + "\\end{matrix}")
    #expect(FormulaLayout(columns: 100).drawing(of: formula) == nil)
    let long = try Formula(tex: String(repeating: "x+", count: 7000) + "x")
    #expect(FormulaLayout(columns: 100).line(of: long) == nil)
  }
}
