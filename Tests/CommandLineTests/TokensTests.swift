import Foundation
import Testing

/// `ilsrender tokens` takes a file for what rendering takes it for.
@Suite struct TokensTests {
  private static let grammars = [
    // Its endings are those of the files that it is injected into, as in many a collection of grammars.
    "a-tagged.json": """
    {"scopeName": "inline.tagged", "injectionSelector": "L:source.tsx", "fileTypes": ["tsx", "ts", "html"],
     "patterns": [{"match": "zzz", "name": "keyword.tagged"}]}
    """,
    "tsx.json": #"{"scopeName": "source.tsx", "patterns": [{"match": "x", "name": "variable.mine"}]}"#,
  ]

  @Test(arguments: [("x.tsx", "source.tsx"), ("x.ts", "source.ts"), ("x.html", "text.html.basic")])
  func anInjectionIsNoLanguage(file: String, scope: String) throws {
    try withFiles(Self.grammars.merging([file: "x"]) { one, _ in one }) { folder in
      let tokens = try Program().run(["tokens", "--grammars", folder, "\(folder)/\(file)"])
      #expect(tokens.status == 0)
      #expect(tokens.output.contains("\"scopes\":[\"\(scope)\""), "\(tokens.output)\(tokens.errors)")
      let rendered = try Program().run(["--format", "ir", "--grammars", folder, "\(folder)/\(file)"])
      #expect(rendered.output.contains("[0,\"\(scope)\"]"))
    }
  }

  @Test func aFolderOverridesAndTheRestIsOurs() throws {
    try withFiles(Self.grammars.merging(["x.tsx": "x", "x.swift": "let x = 1"]) { one, _ in one }) { folder in
      let mine = try Program().run(["tokens", "--grammars", folder, "\(folder)/x.tsx"])
      #expect(mine.output.contains("variable.mine"))
      let ours = try Program().run(["tokens", "--grammars", folder, "\(folder)/x.swift"])
      #expect(ours.output.contains("source.swift"))
    }
  }

  @Test func aTokenWithoutARuleHasTheColourThatTheThemeStates() throws {
    let theme = """
      {"colors": {"editor.background": "#FDF6E3", "editor.foreground": "#586E75"},
       "tokenColors": [{"scope": "comment", "settings": {"foreground": "#EEE8D5"}}]}
      """
    try withFiles(["faint.json": theme, "x.c": "y // c"]) { folder in
      let result = try Program().run(["tokens", "--theme", "\(folder)/faint.json", "\(folder)/x.c"])
      #expect(result.output.contains("\"foreground\":\"#586e75\""))
      #expect(result.output.contains("\"foreground\":\"#eee8d5\""))
      let page = try Program().run(
        ["--format", "html", "--styling", "inline", "--theme", "\(folder)/faint.json", "\(folder)/x.c"])
      #expect(page.output.contains("color:#586e75"))
      #expect(page.output.contains("color:#eee8d5"))
      let readable = try Program().run(
        [
          "--format", "html", "--styling", "inline", "--contrast", "4.5", "--theme", "\(folder)/faint.json",
          "\(folder)/x.c",
        ])
      #expect(readable.status == 0)
      #expect(!readable.output.contains("color:#eee8d5"))
    }
  }

  @Test(arguments: ["0", "22", "high"]) func aContrastIsANumberFrom1To21(ratio: String) throws {
    let result = try Program().run(["--contrast", ratio], input: "x")
    #expect(result.status == 2)
    #expect(result.errors.contains("contrast"))
  }
}
