import StyledRuns
import Testing
import TextMate

@Suite("Resolving themes as VS Code does")
struct ThemesResolutionTests {
  private func theme(_ rules: String, _ more: String = "") throws -> Theme {
    try Theme(
      Array(
        #"""
        {"name": "T", "type": "dark", \#(more)
         "colors": {"editor.foreground": "#111111", "editor.background": "#000"}, "tokenColors": [\#(rules)]}
        """#.utf8))
  }

  private func rule(_ scope: String, _ settings: String) -> String {
    #"{"scope": \#(scope), "settings": {\#(settings)}}"#
  }

  private func foreground(_ theme: Theme, _ stack: String) -> String? {
    theme.style(for: stack.split(separator: " ").map(String.init)).foreground?.hex
  }

  @Test(
    "the most specific selector wins",
    arguments: [
      ("source.x", nil), ("source.x string", "#aa0000"), ("source.x string.quoted", "#aa0000"),
      ("source.x string.quoted.double", "#00aa00"), ("source.x strings", nil),
      // Inherited from the enclosing scope where no rule is for the inner one.
      ("source.x string punctuation", "#aa0000"),
      // A parent in the selector, in between and directly.
      ("source.x meta.a entity.b", "#0000aa"), ("source.x meta.a.c other entity.b.c", "#0000aa"),
      ("source.x entity.b", "#0000bb"), ("source.x meta.ab entity.b", "#0000bb"),
      ("source.x meta.child.x leaf", "#cc0000"), ("source.x meta.child other leaf", "#c00000"),
      // The longer parent wins, whatever the order.
      ("source.x one.long two", "#00cc00"), ("source.x one two", "#00dd00"),
      // A deeper scope wins over any parents.
      ("source.x one.long two.deep", "#00ee00"),
    ] as [(String, String?)])
  func mostSpecificSelectorWins(stack: String, wanted: String?) throws {
    let theme = try theme(
      [
        rule(##""string, comment""##, ##""foreground": "#aa0000""##),
        rule(#"["string.quoted.double"]"#, ##""foreground": "#00aa00""##),
        rule(##""meta.a entity.b""##, ##""foreground": "#0000aa""##),
        rule(##""entity.b""##, ##""foreground": "#0000bb""##),
        rule(##""meta.child > leaf""##, ##""foreground": "#cc0000""##),
        rule(##""meta.child leaf""##, ##""foreground": "#c00000""##),
        rule(##""one.long two""##, ##""foreground": "#00cc00""##),
        rule(##""one two""##, ##""foreground": "#00dd00""##),
        rule(##""two.deep""##, ##""foreground": "#00ee00""##),
      ].joined(separator: ","))
    // Of `>` and not, the first of the sorted rules wins, which is the one with more parts.
    #expect(foreground(theme, stack) == wanted)
  }

  @Test("of two rules for one selector the later one overwrites what it sets")
  func laterRuleOverwritesEarlierRule() throws {
    let theme = try theme(
      [
        rule(##""a""##, ##""foreground": "#010101", "fontStyle": "bold""##),
        rule(##""a""##, ##""foreground": "#020202""##),
      ].joined(separator: ","))
    #expect(theme.style(for: ["a"]) == Style(foreground: Color(hex: "#020202"), fontStyle: .bold))
  }

  @Test("a font style is inherited until one is set; an empty one resets it")
  func fontStylesAreInheritedUntilSet() throws {
    let theme = try theme(
      [
        rule(#""a""#, #""fontStyle": "italic underline bold strikethrough nonsense""#),
        rule(##""a.plain""##, ##""fontStyle": """##), rule(##""b""##, ##""foreground": "#123""##),
        rule(#""c""#, #""fontStyle": """#),
      ].joined(separator: ","))
    let all: FontStyle = [.italic, .bold, .underline, .strikethrough]
    #expect(theme.style(for: ["a"]).fontStyle == all)
    #expect(theme.style(for: ["a.x"]).fontStyle == all)
    #expect(theme.style(for: ["a.plain"]).fontStyle == [])
    #expect(theme.style(for: ["a", "b"]) == Style(foreground: Color(hex: "#112233"), fontStyle: all))
    #expect(theme.style(for: ["a", "c"]).fontStyle == [])
  }

  @Test("a rule with parents takes what it does not set from the rule of the same scope")
  func rulesWithParentsInheritFromTheSameScope() throws {
    let theme = try theme(
      [
        rule(##""a""##, ##""foreground": "#010101""##), rule(##""p a""##, ##""fontStyle": "italic""##),
        rule(##""a.b""##, ##""background": "#020202""##),
      ].joined(separator: ","))
    #expect(theme.style(for: ["p", "a"]) == Style(foreground: Color(hex: "#010101"), fontStyle: .italic))
    #expect(theme.style(for: ["p", "a.b"]).background == Color(hex: "#020202"))
    #expect(theme.style(for: ["p", "a.b"]).foreground == Color(hex: "#010101"))
  }

  @Test("rules without a scope change the defaults")
  func rulesWithoutScopeChangeTheDefaults() throws {
    let theme = try theme(##"{"settings": {"foreground": "#222222", "fontStyle": "bold"}}"##)
    #expect(theme.palette.codeText.hex == "#222222")
    #expect(theme.plain.fontStyle == .bold)
  }

  @Test("bad rules are passed over and reported")
  func malformedRulesAreReported() throws {
    let theme = try theme(
      [
        rule(##""a""##, ##""foreground": "red", "background": "#12345""##), ##""x""##, ##"{"settings": 3}"##,
        rule("7", ##""foreground": "#030303""##), ##"{"scope": "b"}"##,
        rule(##"", ,b  c,""##, ##""foreground": "#040404""##),
      ].joined(separator: ","))
    #expect(theme.style(for: ["a"]) == theme.plain)
    #expect(
      theme.issues.map(\.location) == [
        "tokenColors[0].foreground", "tokenColors[0].background", "tokenColors[1]", "tokenColors[2]",
      ])
  }

  @Test("a style sheet answers for every stack, also when the table grows")
  func styleSheetCoversAGrowingTable() throws {
    let theme = try theme(
      rule(##""p string""##, ##""foreground": "#00ff0080""##) + ","
        + rule(##""q""##, ##""foreground": "#111111""##))
    var table = ScopeTable()
    let root = table.push("source.x", onto: .empty)
    let parent = table.push("p", onto: root)
    let string = table.push("string.quoted", onto: parent)
    var sheet = theme.styleSheet(for: table)
    #expect(sheet[.empty] == .plain)
    #expect(sheet[parent] == .plain)
    // Half transparent green over black, and the default colour as none.
    #expect(sheet[string].foreground?.hex == "#008000")
    let late = table.push("q", onto: string)
    theme.extend(&sheet, for: table)
    #expect(sheet[late] == .plain)
    #expect(sheet == theme.styleSheet(for: table))
  }
}
