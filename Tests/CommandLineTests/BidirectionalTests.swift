import Testing

/// `--bidi`: Hebrew and Arabic in terminals that do not reorder text.
@Suite struct BidirectionalTests {
  private func text(_ markdown: String, _ arguments: String...) throws -> String? {
    let result = try Program().run(["--margin", "0", "--no-stream"] + arguments, input: markdown)
    return result.errors.contains("needs the library fribidi") ? nil : result.output
  }

  @Test(arguments: [
    ("שלום עולם", "םלוע םולש\n"), ("abc שלום 12", "abc 12 םולש\n"), ("שלום abc 12", "abc 12 םולש\n"),
    ("שלום (א) [ב]", "[ב] (א) םולש\n"), ("no hebrew (x)", "no hebrew (x)\n"),
  ])
  func paragraphsAreInVisualOrder(_ markdown: String, _ shown: String) throws {
    guard let text = try text(markdown, "--bidi", "on") else { return }
    #expect(text == shown)
  }

  @Test func tablesKeepTheirFrames() throws {
    guard let text = try text("| שם | n |\n|---|---|\n| אבג | 1 |\n", "--bidi", "on") else { return }
    #expect(text.contains("│ םש  │ n │\n") && text.contains("│ גבא │ 1 │\n"))
  }

  @Test func codeAndPipesKeepTheLogicalOrder() throws {
    guard let code = try text("```\nשלום\n```\n", "--bidi", "on") else { return }
    #expect(code.contains("שלום"))
    #expect(try text("שלום עולם") == "שלום עולם\n")
    #expect(try text("שלום עולם", "--bidi", "on", "--format", "text") == "שלום עולם\n")
  }

  @Test func stylesStayOnTheirLetters() throws {
    let text = try text("א**בג** ד", "--bidi", "on", "--color", "truecolor")
    if let text { #expect(text.contains("\u{1B}[1mגב\u{1B}[")) }
  }
}
