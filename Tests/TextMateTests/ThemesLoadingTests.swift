import StyledRuns
import Testing
import TextMate

@Suite("Reading themes")
struct ThemesLoadingTests {
  @Test("an included theme comes first, its including theme overrides")
  func includingThemeOverridesIncludedTheme() throws {
    let folder = try TemporaryFolder([
      "base/base.json": """
      { // the base
        "name": "Base", "colors": {"editor.background": "#fefefe", "editor.foreground": "#010101"},
        "tokenColors": [{"scope": "a", "settings": {"foreground": "#111111"}},
          {"scope": "b", "settings": {"foreground": "#222222"}},],
      }
      """,
      "top-color-theme.json": """
      {"include": "./base/base.json", "type": "light", "colors": {"editor.foreground": "#020202"},
       "tokenColors": [{"scope": "b", "settings": {"foreground": "#333333"}}]}
      """,
    ])
    let theme = try Theme(path: folder.path + "/top-color-theme.json")
    #expect(theme.id == "top")
    #expect(theme.name == "Base")
    #expect(!theme.isDark)
    #expect(theme.style(for: ["a"]).foreground?.hex == "#111111")
    #expect(theme.style(for: ["b"]).foreground?.hex == "#333333")
    #expect(theme.palette.codeBackground.hex == "#fefefe")
    #expect(theme.palette.codeText.hex == "#020202")
  }

  @Test("a TextMate theme gives the editor's colours and the rules")
  func textMateThemeGivesEditorColoursAndRules() throws {
    let plist = """
      <?xml version="1.0"?><plist version="1.0"><dict><key>name</key><string>Old</string>
      <key>settings</key><array>
        <dict><key>settings</key><dict><key>background</key><string>#202020</string>
          <key>foreground</key><string>#eeeeee</string></dict></dict>
        <dict><key>scope</key><string>string, constant</string><key>settings</key>
          <dict><key>foreground</key><string>#aabbcc</string><key>fontStyle</key><string>italic</string></dict></dict>
      </array></dict></plist>
      """
    let theme = try Theme(Array(plist.utf8), path: "x/Old School.tmTheme")
    #expect(theme.id == "Old School")
    #expect(theme.name == "Old")
    #expect(theme.isDark)
    #expect(theme.palette.codeBackground.hex == "#202020")
    #expect(theme.palette.codeText.hex == "#eeeeee")
    #expect(
      theme.style(for: ["constant.x"]) == Style(foreground: Color(hex: "#aabbcc"), fontStyle: .italic))
  }

  @Test(
    "what is no theme is an error",
    arguments: [
      ("[]", LoadErrorCode.content), ("{}", .content), (#"{"colors": "#, .cutOff),
      (#"{"include": "./missing.json"}"#, .notFound), ("", .cutOff),
    ])
  func fileThatIsNoThemeIsRefused(text: String, code: LoadErrorCode) {
    #expect(#expect(throws: LoadError.self) { try Theme(Array(text.utf8)) }?.code == code)
  }

  @Test("a theme that includes itself ends in an error")
  func themeThatIncludesItselfIsAnError() throws {
    let folder = try TemporaryFolder([
      "a.json": #"{"include": "b.json"}"#, "b.json": #"{"include": "a.json"}"#,
    ])
    #expect(#expect(throws: LoadError.self) { try Theme(path: folder.path + "/a.json") }?.code == .tooLarge)
  }

  @Test("what a theme states is shown as it is, however faint")
  func statedColoursAreNotChanged() throws {
    let colors = [
      "editor.background": "#fdf6e3", "editor.foreground": "#93a1a1", "descriptionForeground": "#aabbaa",
      "focusBorder": "#b58900", "textLink.foreground": "#b5a000", "textPreformat.foreground": "#a0c0c0",
      "textPreformat.background": "#f0f0e0", "editorError.foreground": "#ff9080",
      "editorWarning.foreground": "#e0c060", "testing.iconPassed": "#90d090",
      "editorInfo.foreground": "#90b0ff",
      "panel.border": "#eeeecc", "button.background": "#ffeebb", "button.foreground": "#ffffff",
    ]
    let members = colors.map { "\"\($0)\": \"\($1)\"" }.joined(separator: ",")
    let theme = try Theme(
      Array(
        ##"{"colors": {\##(members)}, "tokenColors": [{"scope": "markup.heading", "settings": {"foreground": "#ccbb99"}}, {"scope": "markup.quote", "settings": {"foreground": "#bbccaa"}}, {"scope": "comment", "settings": {"foreground": "#eee8d5"}}]}"##
          .utf8))
    let palette = theme.palette
    #expect(!theme.isDark)
    #expect(palette.background.hex == "#fdf6e3")
    #expect(palette.codeBackground.hex == "#fdf6e3")
    #expect(palette.text.hex == "#93a1a1")
    #expect(palette.codeText.hex == "#93a1a1")
    #expect(palette.mutedText.hex == "#aabbaa")
    #expect(palette.accent.hex == "#b58900")
    #expect(palette.link.hex == "#b5a000")
    #expect(palette.heading.hex == "#ccbb99")
    #expect(palette.quote.hex == "#bbccaa")
    #expect(palette.inlineCode.hex == "#a0c0c0")
    #expect(palette.inlineCodeBackground.hex == "#f0f0e0")
    #expect(palette.error.hex == "#ff9080")
    #expect(palette.warning.hex == "#e0c060")
    #expect(palette.success.hex == "#90d090")
    #expect(palette.info.hex == "#90b0ff")
    #expect(palette.border.hex == "#eeeecc")
    // The button's text belongs to the button's background, which is not the accent here.
    #expect(Contrast.ratio(palette.textOnAccent, palette.accent) >= 4.5)
    var scopes = ScopeTable()
    let comment = scopes.push("comment", onto: .empty)
    #expect(theme.styleSheet(for: scopes)[comment].foreground?.hex == "#eee8d5")
  }

  @Test(
    "what a theme leaves open can be read", arguments: ["#ffffff", "#101014", "#7f7f7f", "#804040"])
  func derivedColoursAreReadable(background: String) throws {
    let theme = try Theme(
      Array(##"{"colors": {"editor.background": "\##(background)", "editor.foreground": "#808080"}}"##.utf8))
    let palette = theme.palette
    #expect(palette.text.hex == "#808080")
    #expect(palette.heading == palette.text)
    let best = Contrast.ratio(Contrast.farEnd(from: palette.background), palette.background)
    for color in [
      palette.mutedText, palette.link, palette.quote, palette.error, palette.warning, palette.success,
      palette.info, palette.important,
    ] {
      #expect(Contrast.ratio(color, palette.background) >= min(4.5, best))
    }
    #expect(Contrast.ratio(palette.textOnAccent, palette.accent) >= 4.5)
  }

  @Test(
    "what a theme leaves open can be read on every background that it can stand on",
    arguments: ["#ffffff", "#101014", "#fdf6e3", "#282c34"], ["#ffcc00", "#7700cc", "#808080"])
  func derivedColoursAreReadableOnEverySurface(background: String, accent: String) throws {
    let theme = try Theme(
      Array(##"{"colors": {"editor.background": "\##(background)", "focusBorder": "\##(accent)"}}"##.utf8))
    let palette = theme.palette
    #expect(palette.accent.hex == accent)
    let derived: [WritableKeyPath<Palette, Color>] = [
      \.mutedText, \.link, \.quote, \.error, \.warning, \.success, \.info, \.important, \.inlineCode,
    ]
    for ink in Palette.inks where derived.contains(ink.role) {
      for surface in ink.surfaces {
        let ratio = Contrast.ratio(palette[keyPath: ink.role], palette.color(of: surface))
        #expect(ratio >= 4.5, "\(palette[keyPath: ink.role].hex) on \(surface)")
      }
    }
  }

  @Test("a colour that a theme states is shown as it is, wherever it stands")
  func statedRolesAreNotChanged() throws {
    let theme = try Theme(
      Array(
        ##"{"colors": {"editor.background": "#ffffff", "charts.purple": "#eeddff"}, "ils": {"mutedText": "#dddddd"}}"##
          .utf8))
    #expect(theme.palette.important.hex == "#eeddff")
    #expect(theme.palette.mutedText.hex == "#dddddd")
  }

  @Test(
    "a contrast that is asked for holds for text and tokens, and changes nothing that has it",
    arguments: [4.5, 7])
  func requestedContrastHoldsForTextAndTokens(ratio: Double) throws {
    let faint = try Theme(
      Array(
        ##"{"colors": {"editor.background": "#fdf6e3", "editor.foreground": "#93a1a1"}, "tokenColors": [{"scope": "comment", "settings": {"foreground": "#eee8d5"}}, {"scope": "string", "settings": {"foreground": "#102030"}}, {"scope": "mark", "settings": {"background": "#606060"}}]}"##
          .utf8))
    let theme = faint.withContrast(ratio)
    let palette = theme.palette
    #expect(Contrast.ratio(palette.text, palette.background) >= ratio)
    #expect(Contrast.ratio(palette.mutedText, palette.background) >= ratio)
    #expect(Contrast.ratio(palette.codeText, palette.codeBackground) >= ratio)
    var scopes = ScopeTable()
    let comment = scopes.push("comment", onto: .empty)
    let string = scopes.push("string", onto: .empty)
    let mark = scopes.push("mark", onto: .empty)
    let sheet = theme.styleSheet(for: scopes)
    for surface in Palette.Surface.lines {
      let color = try #require(sheet[comment].foreground)
      #expect(Contrast.ratio(color, palette.color(of: surface)) >= ratio, "\(surface)")
    }
    #expect(sheet[string].foreground?.hex == "#102030")
    #expect(sheet[mark].background?.hex == "#606060")
    #expect(
      Contrast.ratio(sheet[mark].foreground ?? palette.codeText, try #require(sheet[mark].background))
        >= min(ratio, 6.2))
    // What a stylesheet for all documents holds is what documents use.
    let complete = Set(theme.completeStyleSheet().styles.map(\.foreground))
    #expect(complete.contains(sheet[comment].foreground))
    #expect(faint.palette.text.hex == "#93a1a1")
  }

  @Test(
    "a theme without a type is dark or light by its background, its text, or its token colours",
    arguments: [
      (
        ##"{"settings": [{"scope": "a", "settings": {"foreground": "#000080"}}, {"scope": "b", "settings": {"foreground": "#008000"}}, {"scope": "c", "settings": {"foreground": "#FF0000"}}]}"##,
        false, "#000000"
      ),
      (
        ##"{"settings": [{"scope": "a", "settings": {"foreground": "#9cdcfe"}}, {"scope": "b", "settings": {"foreground": "#808080"}}]}"##,
        true, "#d4d4d4"
      ),
      (
        ##"{"settings": [{"settings": {"foreground": "#FFFFFF"}}, {"scope": "a", "settings": {"foreground": "#000080"}}]}"##,
        true, "#ffffff"
      ),
      (##"{"settings": [{"settings": {"foreground": "#222222"}}]}"##, false, "#222222"),
      (
        ##"{"settings": [{"settings": {"background": "#222222", "foreground": "#222222"}}]}"##, true,
        "#222222"
      ),
      (##"{"type": "dark", "settings": [{"settings": {"background": "#ffffff"}}]}"##, true, "#d4d4d4"),
      (##"{"settings": []}"##, true, "#d4d4d4"),
    ])
  func themeWithoutTypeIsDarkOrLightByItsColours(theme: String, isDark: Bool, text: String) throws {
    let theme = try Theme(Array(theme.utf8))
    #expect(theme.isDark == isDark)
    #expect(theme.palette.codeText.hex == text)
  }

  @Test("themes are found by identifier, by a former one, and by path")
  func themesAreFoundByIdentifierAndPath() throws {
    let folder = try TemporaryFolder([
      "ghost-protocol.json": #"{"name": "Ghost", "colors": {}}"#,
      "Other.json": #"{"name": "O", "colors": {}}"#,
    ])
    let user = try TemporaryFolder([
      "package.json": #"{"contributes": {"themes": [{"id": "other", "path": "t.json", "uiTheme": "vs"}]}}"#,
      "t.json": #"{"name": "Mine", "tokenColors": []}"#,
    ])
    let library = ThemeLibrary(folders: [folder.path, user.path])
    #expect(library.ids == ["ghost-protocol", "other"])
    #expect(try library.theme(named: "ghost").name == "Ghost")
    #expect(try library.theme(named: "OTHER").name == "Mine")
    #expect(try !library.theme(named: "other").isDark)
    #expect(try library.theme(named: folder.path + "/Other.json").name == "O")
    #expect(library.summaries.map(\.name) == ["Ghost", "Mine"])
    let error = #expect(throws: LoadError.self) { try library.theme(named: "othr") }
    #expect(error?.code == .notFound)
    #expect(error?.message == "unknown theme 'othr'; did you mean other?")
  }

  @Test(
    "contrast is what WCAG says",
    arguments: [("#000000", "#ffffff", 21), ("#777777", "#ffffff", 4.478), ("#2563eb", "#ffffff", 5.17)])
  func contrastEqualsThatOfWCAG(one: String, other: String, ratio: Double) throws {
    let found = try Contrast.ratio(#require(Color(hex: one)), #require(Color(hex: other)))
    #expect(abs(found - ratio) < 0.01)
  }
}
