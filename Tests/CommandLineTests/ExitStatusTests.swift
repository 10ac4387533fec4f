import Foundation
import Testing

/// The exit status distinguishes input that was understood in part from input that could not be read.
@Suite struct ExitStatusTests {
  private static let event =
    #"{"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"Hello"}]}}"#

  struct Case: CustomStringConvertible {
    var arguments: [String] = []
    var input: String
    var status: Int32
    var says = ""

    var description: String { "\(arguments) \(input.prefix(20))" }
  }

  @Test(arguments: [
    Case(input: "# Title\n", status: 0),
    Case(input: event + "\n", status: 0),
    Case(input: event + "\n{broken\n", status: 3, says: "skipped 1 broken line"),
    Case(arguments: ["--no-stream"], input: event + "\n{broken\n", status: 3, says: "skipped 1 broken line"),
    Case(arguments: ["-f", "html"], input: event + "\n{broken\n", status: 3, says: "skipped 1 broken line"),
    Case(input: event + "\n" + #"{"type":"nonsense"}"# + "\n", status: 3, says: "unknown type (nonsense)"),
    // Nothing is lost where only colours are missing.
    Case(input: "```nonsense\nx\n```\n", status: 0),
    Case(arguments: ["-l", "js"], input: String(repeating: "a + ", count: 6000), status: 0),
  ])
  func tellsWhatWasUnderstood(_ use: Case) throws {
    let result = try Program().run(use.arguments, input: use.input)
    #expect(result.status == use.status, "\(result.errors)")
    #expect(use.says.isEmpty ? result.errors.isEmpty : result.errors.contains(use.says), "\(result.errors)")
    #expect(!result.output.isEmpty)
  }

  @Test(arguments: [
    [], ["--no-stream"], ["-f", "html"], ["-f", "text"], ["-l", "swift"], ["-f", "updates"], ["-f", "svg"],
  ])
  func invalidBytesAreReported(_ arguments: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ilsrender-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "latin1.md").path
    try Data([0x61, 0xE4, 0x62, 0xF6, 0x0A]).write(to: URL(filePath: file))
    let result = try Program().run(arguments + [file])
    #expect(result.status == 3)
    #expect(
      result.errors == "ilsrender: \(file) is no valid UTF-8; 2 sequences of bytes shown as \u{FFFD}\n")
    #expect(result.output.contains("\u{FFFD}"))
  }

  /// The file of `--output` is replaced, because everything that was understood is in it.
  @Test func theOutputFileIsWritten() throws {
    try withFiles([:]) { folder in
      let result = try Program().run(["-o", folder + "/x.txt"], input: Self.event + "\n{broken\n")
      #expect(result.status == 3)
      #expect(try String(contentsOfFile: folder + "/x.txt", encoding: .utf8).contains("Hello"))
    }
  }

  @Test func aFileThatCannotBeReadCountsMore() throws {
    try withFiles(["a.jsonl": Self.event + "\n{broken\n"]) { folder in
      let result = try Program().run([folder + "/a.jsonl", folder + "/missing.md"])
      #expect(result.status == 1)
      #expect(result.output.contains("Hello"))
    }
  }

  @Test func theVersionNamesLibrariesAndData() throws {
    let result = try Program().run(["--version"])
    let lines = result.output.split(separator: "\n")
    #expect(result.status == 0)
    #expect(lines.first?.allSatisfy { $0.isNumber || $0 == "." } == true)
    for name in ["cmark-gfm", "Oniguruma", "libpng", "data"] {
      #expect(lines.contains { $0.hasPrefix("  \(name) ") }, "\(name)")
    }
    try withFiles(["config": "--theme snow\n"]) { folder in
      let own = try Program().run(["--version"], variables: ["ILSRENDER_CONFIG": folder + "/config"]).output
      #expect(own.contains("\(folder)/config\n"))
    }
  }
}
