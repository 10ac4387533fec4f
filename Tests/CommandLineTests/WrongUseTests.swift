import Testing

/// Wrong use prints one line on standard error that says what to do, and nothing on standard output.
@Suite struct WrongUseTests {
  struct Use: CustomStringConvertible {
    var arguments: [String]
    var input = ""
    var status: Int32 = 2
    var says: String

    var description: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Use(arguments: ["--colour"], says: "Did you mean '--color'?"),
    Use(
      arguments: ["--format", "htm"],
      says: "one of the following: html, ansi, text, ir, markdown, updates, svg, png ("),
    Use(arguments: ["--width", "5"], says: "from 20 to 10000"),
    Use(arguments: ["--theme", "obsidan"], says: "did you mean obsidian? (ilsrender themes lists all)"),
    Use(
      arguments: ["--language", "swfit"],
      says: "unknown language 'swfit'; did you mean swift? (ilsrender languages lists all)"),
    Use(
      arguments: ["tokens", "--language", "foo"],
      says: "unknown language 'foo' (ilsrender languages lists all)"),
    Use(arguments: ["help", "nosuch"], says: "no command 'nosuch' to help with; there are: render, replay,"),
    Use(arguments: ["help", "grammar", "nosuch"], says: "there are: check, index"),
    Use(arguments: ["--grammars", "/nowhere"], status: 1, says: "/nowhere: no such folder"),
    Use(arguments: ["--themes", "/nowhere"], status: 1, says: "/nowhere: no such folder"),
    Use(arguments: ["/nowhere/x.md"], status: 1, says: "cannot open /nowhere/x.md: No such file"),
    Use(arguments: ["langauges"], status: 1, says: "directory; did you mean the command languages?"),
    Use(arguments: [""], status: 1, says: "cannot open '': No such file"),
    Use(arguments: ["/"], status: 1, says: "cannot read /: Is a directory"),
    Use(
      arguments: ["--redact", "--server", "http://localhost:1", "x.md"],
      says: "--redact does not go with --server"),
    Use(arguments: ["--redact-patterns", "/nowhere/p"], status: 1, says: "cannot open /nowhere/p"),
    Use(arguments: ["--input", "markdown", "--language", "c"], says: "--language goes with --input code"),
    Use(
      arguments: ["--format", "html", "--images-from", "a b"],
      says: "--images-from: 'a b' is no host (example.org"),
    Use(
      arguments: ["--format", "html", "--links-to", "ftp://x/"], says: "--links-to: 'ftp://x/' is no host"),
    Use(arguments: ["--format", "html", "--image-proxy", "https://x/"], says: "with {url} in it"),
    Use(
      arguments: ["--format", "html", "--base-url", "x"], says: "an address such as https://example.org/docs/"
    ),
    Use(arguments: ["--images-from", "same"], says: "go with --format html, without --bare"),
    Use(
      arguments: ["--format", "html", "--bare", "--links-to", "same"],
      says: "go with --format html, without --bare"),
    Use(
      arguments: ["--format", "html", "--unsafe-html", "--images-from", "same"],
      says: "cannot hold with --html unsafe"),
    Use(arguments: ["--server", "http://127.0.0.1:9", "x.swift"], says: "x.swift is code"),
    Use(arguments: ["--paging", "sometimes"], says: "one of 'auto', 'always' or 'never'"),
    Use(arguments: ["--lines", "4:2", "x"], says: "'4:2' is invalid for '--lines <from:to>'"),
    Use(arguments: ["--text-width", "5"], says: "'5' is invalid for '--text-width <columns>'"),
    Use(arguments: ["--margin", "900"], says: "--margin takes a number from 0 to 100"),
    Use(arguments: ["--style", "/nowhere/s.json"], says: "cannot open /nowhere/s.json: No such file"),
    Use(arguments: ["--watch"], says: "--watch takes files"),
    Use(arguments: ["--watch", "x.md"], says: "--watch needs a terminal"),
    Use(arguments: ["--window", "x.md"], says: "--window, --font and --scale go with --format svg or png"),
    Use(arguments: ["--format", "svg", "--scale", "2"], says: "--scale goes with --format png"),
    Use(arguments: ["--format", "html", "--file-headers", "x"], says: "--file-headers goes with output for"),
    Use(arguments: ["--output", "/", "x.md"], says: "--output / is a folder"),
    Use(
      arguments: ["--output", "/nowhere/x", "x.md"], status: 1, says: "cannot write /nowhere/x: No such file"),
    Use(arguments: ["--lines", "1:2", "--format", "updates"], says: "--lines goes neither with"),
    Use(arguments: ["--input", "messages"], input: "# Hello\n", status: 1, says: "no messages of this form"),
    Use(
      arguments: ["--input", "messages", "--format", "html"], input: "# Hello\n", status: 1,
      says: "no messages of this form"),
  ])
  func isNamedInOneLine(_ use: Use) throws {
    let result = try Program().run(use.arguments, input: use.input)
    #expect(result.status == use.status)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("ilsrender: "))
    #expect(result.errors.contains(use.says), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(!result.errors.contains("  "))
  }

  /// Port 9 has nobody who answers: that is said at once, not after many tries.
  @Test func aServiceThatIsNotThereIsNamed() throws {
    let result = try Program().run(["--server", "http://127.0.0.1:9"], input: "x")
    #expect(result.status == 1)
    #expect(result.errors == "ilsrender: no answer from http://127.0.0.1:9/api/v1: connection refused\n")
  }

  @Test func emptyInputIsNoMistake() throws {
    for arguments in [[], ["--input", "messages"], ["--input", "code"], ["--format", "text"]] {
      let result = try Program().run(arguments)
      #expect(result.status == 0)
      #expect(result.errors.isEmpty)
    }
  }
}
