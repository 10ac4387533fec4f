import Testing

/// `--redact` in every way of rendering.
@Suite struct RedactingTests {
  private static let token = "ghp" + "_q7Wm2ZkR9tYp4LsX1vBn8DfG3hJc6Ae5UoTi"
  private static let summary = "ilsrender: 1 secret redacted (GitHub token 1)\n"

  @Test(arguments: [
    ["ansi"], ["ansi", "--no-stream"], ["text"], ["html"], ["ir"], ["updates", "--chunk", "3"],
  ])
  func standardInputIsRedactedAndCounted(format: [String]) throws {
    let result = try Program().run(["--redact", "--format"] + format, input: "a \(Self.token)\n")
    #expect(result.output.contains("GitHub token"))
    #expect(!result.output.contains("q7Wm2Z"))
    #expect(result.errors == Self.summary)
  }

  @Test func codeIsRedacted() throws {
    let result = try Program().run(
      ["--redact", "--language", "c", "--format", "html"], input: "char *k = \"\(Self.token)\";\n")
    #expect(!result.output.contains("q7Wm2Z"))
    #expect(result.errors == Self.summary)
  }

  @Test func withoutTheOptionNothingChanges() throws {
    let result = try Program().run(["--format", "text"], input: Self.token)
    #expect(result.output.contains(Self.token))
    #expect(result.errors.isEmpty)
  }

  @Test func ownPatternsAreReadFromAFile() throws {
    try withFiles(["good": "acme_ A-Z0-9 8 Acme key\n", "bad": "# x\nacme_\n"]) { folder in
      let result = try Program().run(
        ["--redact-patterns", folder + "/good", "--format", "text"], input: "acme_Q7W2ZK9T")
      #expect(result.output == "[redacted: Acme key]\n")
      let wrong = try Program().run(["--redact-patterns", folder + "/bad"], input: "x")
      #expect(wrong.status == 2)
      #expect(wrong.errors.contains("bad: line 2: a pattern is PREFIX ALPHABET LENGTH KIND"))
    }
  }
}
