import Foundation
import MarkdownBlocks
import Rendering
import StyledRuns
import Testing
import TextMate

@testable import RunFormatters

/// The appearance of single constructs in a terminal.
@Suite struct TerminalLooksTests {
  private func text(_ markdown: String, _ change: (inout ANSIOptions) -> Void = { _ in }) -> String {
    var options = ANSIOptions()
    options.colors = .none
    change(&options)
    let document = Renderer().render(markdown: Array(markdown.utf8))
    return String(decoding: ANSIFormatter(options: options).format(document, sheet: nil), as: UTF8.self)
  }

  @Test(arguments: [
    ("H<sub>2</sub>O", "H\u{2082}O"), ("x<sup>2</sup> + 1", "x\u{B2} + 1"),
    ("10<sup>-13</sup>", "10\u{207B}\u{B9}\u{B3}"), ("a<sub>n+1</sub>", "a_n+1"),
    ("2<SUP>n</SUP>", "2\u{207F}"),
    ("1<sup>st</sup> of", "1^st of"), ("x<sup>**2**</sup>", "x\u{B2}"), ("<p>m<sup>3</sup></p>", "m\u{B3}"),
  ])
  func textAboveAndBelowTheLine(_ markdown: String, _ shown: String) {
    #expect(text(markdown) { $0.margin = 0 } == shown + "\n")
  }

  /// The terminal output for a document with one heading.
  private func heading(_ level: Int, colors: ANSIFormatter.Colors, _ sheet: StyleSheet?) -> String {
    var options = ANSIOptions()
    options.colors = colors
    let document = Renderer().render(markdown: Array("\(String(repeating: "#", count: level)) Title".utf8))
    return String(decoding: ANSIFormatter(options: options).format(document, sheet: sheet), as: UTF8.self)
  }

  @Test(arguments: [ANSIFormatter.Colors.basic, .indexed, .trueColor])
  func looksTellHeadingsApartWithoutNumberSigns(colors: ANSIFormatter.Colors) {
    let sheet = SampleThemes.dark(Document().scopes)
    let headings = (1...6).map { heading($0, colors: colors, sheet) }
    #expect(headings.allSatisfy { !$0.contains("#") })
    #expect(Set(headings).count == 6)
    // A theme without colours for headings leaves the attributes and the rules.
    #expect(Set((1...5).map { heading($0, colors: colors, nil) }).count == 5)
  }

  @Test func withoutLooksTheSignsTellHeadingsApart() {
    let headings = (1...6).map { heading($0, colors: .none, nil) }
    #expect(Set(headings).count == 6)
    #expect(headings[2] == "  ### Title\n" && headings[5] == "  ###### Title\n")
    #expect(!headings[0].contains("#") && !headings[1].contains("#"))
  }

  private func rules(_ table: String, rowRules: Bool) -> Int {
    text(table) {
      $0.width = 40
      $0.rowRules = rowRules
    }.split(separator: "\n").count { $0.contains("\u{253C}") }
  }

  @Test func rulesStandBetweenRowsOnlyWhenTheyAreAskedFor() {
    let long = "some words that need more than the line that they have in a narrow table"
    for table in [
      "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
      "| a | b |\n|---|---|\n| 1 | \(long) |\n| 3 | \(long) |\n",
    ] {
      #expect(rules(table, rowRules: false) == 1)
      #expect(rules(table, rowRules: true) == 2)
    }
  }

  @Test func plainCodeStandsAtTheEdge() {
    let code = "if x:\n\n    y()"
    let rule = String(repeating: "\u{2500}", count: 76)
    #expect(text("a\n\n```\n\(code)\n```") { $0.plainCode = true } == "  a\n\n\(rule)\n\(code)\n\(rule)\n")
    let nested = text("- a\n\n  ```\n  b\n\n  c\n  ```") { $0.plainCode = true }
    #expect(nested.contains("\n     b\n\n     c\n"))
  }

  @Test func plainCodeWrapsWhereItIsTold() {
    let long = Array(repeating: "word", count: 30).joined(separator: " ")
    let asItIs = text("```\n\(long)\n```") { $0.plainCode = true }
    #expect(asItIs.contains(long + "\n"))
    let wrapped = text("```\n\(long)\n```") {
      $0.plainCode = true
      $0.codeOverflow = .wrap
    }
    #expect(wrapped.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(wrapped.contains("\u{21B3}"))
  }

  /// With 256 colours, each colour of a theme has a similar hue, or is grey if the original is nearly grey.
  @Test(arguments: Catalog().themes.ids) func hasItsHuesOf256Colours(_ name: String) throws {
    let theme = try Catalog().themes.theme(named: name)
    let scopes = [
      "comment.line", "keyword.control", "string.quoted", "constant.numeric", "constant.language",
      "entity.name.function", "entity.name.type", "entity.name.tag", "variable.parameter", "storage.type",
      "support.type.property-name", "markup.inserted", "markup.deleted", "invalid.illegal",
    ]
    for color in scopes.compactMap({ theme.style(for: ["source.x", $0 + ".x"]).foreground }) {
      let shown = OKLab(IndexedPalette.color(at: IndexedPalette.nearest(to: color)))
      let wanted = OKLab(color)
      guard wanted.chroma > 0.06 else { continue }
      let turn = abs(atan2(wanted.b, wanted.a) - atan2(shown.b, shown.a))
      #expect(min(turn, 2 * .pi - turn) < 0.5 && shown.chroma > 0.02, "\(color.hex)")
    }
  }

  @Test func swatchesShowAThemeWhereItCanBeShown() {
    let swatch = ThemeSwatch(background: Color(red: 1, green: 2, blue: 3), isDark: true)
    let parts = [
      (text: "let", color: Color(red: 9, green: 8, blue: 7)),
      (text: " x", color: Color(red: 4, green: 5, blue: 6)),
    ]
    let line = String(decoding: swatch.line(parts, colors: .trueColor), as: UTF8.self)
    #expect(
      line == "\u{1B}[48;2;1;2;3m \u{1B}[38;2;9;8;7mlet\u{1B}[38;2;4;5;6m x \u{1B}[m")
    #expect(swatch.line(parts, colors: .basic).isEmpty)
    #expect(swatch.line(parts, colors: .none).isEmpty)
  }

  @Test func thePaletteIsItself() {
    for index in UInt8(16)...255 {
      let color = IndexedPalette.color(at: index)
      #expect(IndexedPalette.color(at: IndexedPalette.nearest(to: color)) == color)
    }
  }

  private func basicColor(of scope: String, in name: String) throws -> ANSIColor {
    let theme = try Catalog().themes.theme(named: name)
    let foreground = try #require(theme.style(for: ["source.x", scope]).foreground)
    return ANSIColor(foreground, depth: .basic, isDark: theme.isDark)
  }

  /// With sixteen colours comments are quiet, whatever tint a theme gives its greys.
  @Test(arguments: Catalog().themes.ids) func commentsAreQuiet(_ theme: String) throws {
    let (comment, keyword) = try (
      basicColor(of: "comment.line.x", in: theme), basicColor(of: "keyword.control.x", in: theme)
    )
    #expect(comment == .basic(8))
    #expect(keyword != .basic(8) && keyword != .standard)
  }

  /// The browns of paper are no yellow.
  @Test(arguments: ["punctuation.separator.x", "variable.other.x"]) func almostGreyTextIsPlainInSixteenColors(
    _ scope: String
  )
    throws
  {
    let color = try basicColor(of: scope, in: "paper")
    #expect(color == .standard || color == .basic(8))
  }
}
