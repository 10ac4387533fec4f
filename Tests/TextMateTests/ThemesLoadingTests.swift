import StyledRuns
import Testing
import TextMate

@Suite("Reading themes")
struct ThemesLoadingTests {
  @Test("an included theme comes first, its including theme overrides")
  func include() throws {
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
  func textMate() throws {
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
      ("[]", LoadError.Code.content), ("{}", .content), (#"{"colors": "#, .cutOff),
      (#"{"include": "./missing.json"}"#, .notFound), ("", .cutOff),
    ])
  func errors(text: String, code: LoadError.Code) {
    #expect(#expect(throws: LoadError.self) { try Theme(Array(text.utf8)) }?.code == code)
  }

  @Test("a theme that includes itself ends in an error")
  func circle() throws {
    let folder = try TemporaryFolder([
      "a.json": #"{"include": "b.json"}"#, "b.json": #"{"include": "a.json"}"#,
    ])
    #expect(#expect(throws: LoadError.self) { try Theme(path: folder.path + "/a.json") }?.code == .tooLarge)
  }

  @Test(
    "every palette role of a bare theme can be read", arguments: ["#ffffff", "#101014", "#7f7f7f", "#804040"])
  func derivedPalette(background: String) throws {
    let theme = try Theme(
      Array(##"{"colors": {"editor.background": "\##(background)", "editor.foreground": "#808080"}}"##.utf8))
    let palette = theme.palette
    for color in [
      palette.text, palette.mutedText, palette.link, palette.heading, palette.quote, palette.error,
    ] {
      let best = max(
        Contrast.ratio(Color(red: 0, green: 0, blue: 0), palette.background),
        Contrast.ratio(Color(red: 255, green: 255, blue: 255), palette.background))
      #expect(Contrast.ratio(color, palette.background) >= min(4.5, best))
    }
    #expect(Contrast.ratio(palette.textOnAccent, palette.accent) >= 4.5)
  }

  @Test("themes are found by identifier, by a former one, and by path")
  func library() throws {
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
  func contrast(one: String, other: String, ratio: Double) throws {
    let found = try Contrast.ratio(#require(Color(hex: one)), #require(Color(hex: other)))
    #expect(abs(found - ratio) < 0.01)
  }
}
