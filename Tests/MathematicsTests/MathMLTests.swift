import Testing

@testable import Mathematics

@Suite("Formulas are written as MathML")
struct MathMLTests {
  private func content(_ tex: String, isDisplayed: Bool = false) throws -> String {
    let html = MathMLWriter().html(of: try Formula(tex: tex), isDisplayed: isDisplayed)
    let start = html.firstRange(of: "<semantics>")!.upperBound
    return String(html[start..<html.firstRange(of: "<annotation")!.lowerBound])
  }

  static let examples: [(String, String)] = [
    ("x", "<mi>x</mi>"), ("12.5", "<mn>12.5</mn>"), ("\\mathbb{R}", "<mi mathvariant=\"normal\">ℝ</mi>"),
    ("\\frac{a}{b}", "<mfrac><mi>a</mi><mi>b</mi></mfrac>"), ("\\sqrt{x}", "<msqrt><mi>x</mi></msqrt>"),
    ("x^2", "<msup><mi>x</mi><mn>2</mn></msup>"), ("\\text{a b}", "<mtext>a\u{A0}b</mtext>"),
    ("\\text{<b>}", "<mtext>&lt;b&gt;</mtext>"),
    ("\\color{#f00}x", "<mstyle mathcolor=\"#ff0000\"><mi>x</mi></mstyle>"),
    ("\\color{black}x", "<mrow><mi>x</mi></mrow>"),
    ("\\boxed{x}", "<mrow class=\"ils-box\"><mi>x</mi></mrow>"),
    ("\\mathrm{max}", "<mrow><mi>max</mi></mrow>"),
    ("\\quad", "<mspace width=\"1.000em\"></mspace>"), ("\\,", "<mspace width=\"0.167em\"></mspace>"),
    ("\\sum_i x", "<mrow><msub><mo>∑</mo><mi>i</mi></msub><mi>x</mi></mrow>"),
  ]

  @Test(arguments: examples) func elementsAreThoseOfMathMLCore(_ tex: String, _ expected: String) throws {
    #expect(try content(tex) == expected)
  }

  @Test func limitsStandAboveAndBelowInDisplayStyle() throws {
    #expect(try content("\\sum_i x", isDisplayed: true).contains("<munder><mo>∑</mo><mi>i</mi></munder>"))
    #expect(try content("\\frac{\\sum_i x}{2}", isDisplayed: true).contains("<msub><mo>∑</mo>"))
    #expect(try content("\\dfrac{1}{2}").contains("<mstyle displaystyle=\"true\""))
  }

  @Test func theSourceIsAnnotated() throws {
    let html = MathMLWriter().html(of: try Formula(tex: "a < b % c\n"), isDisplayed: true)
    #expect(html.hasPrefix("<math class=\"ils-formula\" display=\"block\"><semantics>"))
    #expect(
      html.hasSuffix(
        "<annotation encoding=\"application/x-tex\">a &lt; b % c\n</annotation></semantics></math>"))
  }

  @Test(arguments: [false, true]) func outputIsWellFormed(_ usesInlineStyles: Bool) throws {
    let writer = MathMLWriter(usesInlineStyles: usesInlineStyles)
    for tex in FormulaFile.all {
      guard let formula = try? Formula(tex: tex) else { continue }
      for isDisplayed in [false, true] {
        let problems = StrictMathML(writer.html(of: formula, isDisplayed: isDisplayed)).problems
        #expect(problems.isEmpty, "\(tex): \(problems)")
      }
    }
  }

  /// Every prefix of every formula, and formulas with pieces of others and of attacks in them.
  @Test func whateverComesInIsReadSafelyOrRefused() {
    let pieces = [
      "<script>", "\"", "'", "&", "&lt;", "-->", "</math>", "<img src=x onerror=x>", "\u{202E}", "\u{1B}[31m",
      "\u{0}", "\\text{", "{", "}", "\\left", "\\right)", "\\\\", "^", "_", "\\color{", "red}", "\\frac", "$",
      "%",
      "\\begin{matrix}", "\\end{matrix}", "#1", "\\href{javascript:alert(1)}{x}", "\\url{x\"y}", "é̂̂̂̂̂̂", "日",
      "👩", "\\ce{",
      "\\not", "\\def\\x{", "\\x", "\\limits", "[", "]", "\\sqrt[", "\\middle|", "\\over", "'", "\\tag{<b>}",
      "~",
    ]
    var texts: Set<String> = []
    for tex in FormulaFile.sheet {
      for end in tex.indices { texts.insert(String(tex[..<end])) }
    }
    var random = RandomNumbers(seed: 7)
    for _ in 0..<4000 {
      var tex = Array(FormulaFile.all[random.number(0..<FormulaFile.all.count)])
      for _ in 0..<random.number(1..<4) {
        let place = random.number(0..<tex.count + 1)
        switch random.number(0..<3) {
        case 0: tex.insert(contentsOf: Array(pieces[random.number(0..<pieces.count)]), at: place)
        case 1: if place < tex.count { tex.remove(at: place) }
        default:
          let other = Array(FormulaFile.all[random.number(0..<FormulaFile.all.count)])
          tex.insert(contentsOf: other.prefix(random.number(0..<other.count + 1)), at: place)
        }
      }
      texts.insert(String(tex))
    }
    var understood = 0
    for tex in texts {
      guard let formula = try? Formula(tex: tex) else { continue }
      understood += 1
      let problems =
        StrictMathML(MathMLWriter().html(of: formula, isDisplayed: true)).problems
        + StrictMathML(MathMLWriter(usesInlineStyles: true).html(of: formula, isDisplayed: false)).problems
      #expect(problems.isEmpty, "\(tex): \(problems)")
      for drawing in [FormulaLayout(columns: 60).drawing(of: formula), FormulaLayout().line(of: formula)] {
        let isSafe = drawing?.text.unicodeScalars.allSatisfy { scalar in
          scalar == "\n"
            || ![.control, .format, .lineSeparator, .paragraphSeparator].contains(
              scalar.properties.generalCategory)
        }
        #expect(isSafe != false, "\(tex)")
      }
    }
    #expect(understood > 1500)
  }
}
