import Testing

/// Whether a file is read as markdown, code or a conversation, where nobody says it.
@Suite struct InputKindTests {
  private func text(of name: String, _ contents: String, _ options: String...) throws -> String {
    var output = ""
    try withFiles([name: contents]) { folder in
      let result = try Program().run(options + ["--format", "text", "\(folder)/\(name)"])
      #expect(result.status == 0)
      output = result.output
    }
    return output
  }

  @Test(arguments: ["x.py", "Makefile", "x.json", "x.yaml"]) func fileNamesOfLanguagesAreCode(_ name: String)
    throws
  {
    let shown = try text(of: name, "# *comment*\n")
    #expect(shown == "    # *comment*\n")
  }

  @Test(arguments: ["x.md", "x.txt", "x", "x.markdown", "README"]) func fileNamesOfMarkdownAreMarkdown(
    _ name: String
  )
    throws
  {
    let shown = try text(of: name, "so *it* is\n")
    #expect(shown == "so it is\n")
  }

  @Test func whatIsSaidCountsBeforeTheName() throws {
    let markdown = try text(of: "x.py", "so *it* is\n", "--input", "markdown")
    #expect(markdown == "so it is\n")
    let code = try text(of: "x.md", "so *it* is\n", "--language", "python")
    #expect(code == "    so *it* is\n")
  }

  @Test func binaryFilesAreShownWithAWord() throws {
    try withFiles(["x.bin": "\0\u{7F}ELF\n"]) { folder in
      let result = try Program().run(["--format", "text", "\(folder)/x.bin"])
      #expect(result.status == 3)
      #expect(result.errors.contains("x.bin looks like a binary file"))
      #expect(!result.output.isEmpty)
    }
  }

  @Test func messagesAreFoundInJSON() throws {
    let text = try text(of: "x.json", #"[{"role": "user", "content": "6 times *7*?"}]"#)
    #expect(text.contains("6 times 7?"))
  }

  /// Values that are no known conversation are code, whether they come through a pipe piece by piece or whole.
  @Test(arguments: ["{\"a\": 1}\n{\"b\": \"*x*\"}\n", "{\n  \"b\": \"*x*\"\n}\n"], ["text", "html", "ansi"])
  func unknownJSONIsCode(_ input: String, _ format: String) throws {
    let piped = try Program().run(["--format", format, "--color", "never"], input: input)
    #expect(piped.status == 0)
    #expect(piped.output.contains("*x*"))
    #expect(piped.output.contains("JSON") == (format != "text"))
    let whole = try Program().run(
      ["--format", format, "--color", "never", "--no-stream"], input: input)
    #expect(whole.output == piped.output)
    // A document of markdown may begin with such a line.
    #expect(try text(of: "x.md", input).contains("*x*") == false)
  }

  @Test(arguments: ["text", "html", "ansi", "markdown"])
  func aConversationWithNothingToShowIsAnError(_ format: String) throws {
    let input = #"{"type":"init","session_id":"x","model":"m","timestamp":"2026-01-01T00:00:00Z"}"# + "\n"
    let result = try Program().run(["--format", format], input: input)
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("in the form gemini-cli, but holds no messages"))
  }

  /// `git diff` and `git show` need no option, and other text is not taken for a diff.
  @Test(arguments: ["", "commit 0123456789abcdef0123456789abcdef01234567\nAuthor: A\n\n"])
  func diffsAreRecognisedByTheirFirstLine(_ opening: String) throws {
    let diff = "\(opening)diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-int a;\n+int b;\n"
    for options in [["--color", "never"], ["--color", "never", "--no-stream"]] {
      let shown = try Program().run(options, input: diff)
      #expect(shown.status == 0)
      #expect(shown.output.contains("x.c +1 \u{2212}1") && shown.output.contains("\u{2502}-int a;"))
    }
    #expect(try Program().run(["-f", "text"], input: diff).output.contains("    -int a;\n    +int b;\n"))
    let stated = try Program().run(["-f", "text", "--input", "markdown"], input: diff)
    #expect(!stated.output.contains("    -int a;"))
    let other = try Program().run(["-f", "text"], input: "commit *often*\n")
    #expect(other.output == "commit often\n")
  }

  @Test func severalFilesOfOneLanguageAreCode() throws {
    try withFiles(["a.py": "*a*\n", "b.py": "*b*\n", "c.c": "*c*\n"]) { folder in
      let names = ["a.py", "b.py", "c.c"].map { "\(folder)/\($0)" }
      let ofOneLanguage = try Program().run(["--format", "text"] + names[..<2])
      #expect(ofOneLanguage.output == "    *a*\n    *b*\n")
      let ofTwo = try Program().run(["--format", "text"] + names)
      #expect(ofTwo.output == "a b c\n")
    }
  }
}
