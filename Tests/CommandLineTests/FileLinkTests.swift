import Foundation
import Testing

/// `--file-links`: names of files in a text that are clickable in a terminal.
@Suite struct FileLinkTests {
  /// The addresses of the links in the output for a document, with the folder replaced by `$`.
  private func links(_ markdown: String, _ arguments: [String] = [], format: String = "ansi") throws
    -> [String]
  {
    var found: [String] = []
    try withFiles(["a.md": markdown, "main.swift": "x", "b c.md": "y"]) { folder in
      try FileManager.default.createDirectory(
        atPath: "\(folder)/sub", withIntermediateDirectories: true)
      try Data("z".utf8).write(to: URL(filePath: "\(folder)/sub/x.md"))
      let real = URL(filePath: folder).resolvingSymlinksInPath().path
      let template = "edit://{path}:{line}:{column}"
      let result = try Program().run(
        ["--color", "always", "--links", "osc8", "--file-links", template] + arguments + ["\(folder)/a.md"])
      #expect(result.errors.isEmpty)
      for part in result.output.components(separatedBy: "\u{1B}]8;").dropFirst() {
        let address = part.prefix { $0 != "\u{1B}" }.drop { $0 != ";" }.dropFirst()
        if !address.isEmpty { found.append(address.replacingOccurrences(of: real, with: "$")) }
      }
    }
    return found
  }

  @Test(arguments: [
    ("See main.swift:12.", ["edit://$/main.swift:12:1"]), ("`main.swift:3:7`", ["edit://$/main.swift:3:7"]),
    ("[x](sub/x.md#L4)", ["edit://$/sub/x.md:4:1"]), ("[x](b%20c.md)", ["edit://$/b%20c.md:1:1"]),
    ("at (sub/x.md:2), then main.swift:9", ["edit://$/sub/x.md:2:1", "edit://$/main.swift:9:1"]),
    ("| a |\n|---|\n| main.swift:5 |\n", ["edit://$/main.swift:5:1"]),
    ("```\nerror: main.swift:8:2: no\n```\n", ["edit://$/main.swift:8:2"]),
    // What does not exist, has no line, or lies outside of the folder is text.
    ("nowhere.swift:1 main.swift main.swift:0 12:30 a:b", []), ("[x](../../etc/passwd) /etc/passwd:1", []),
    ("[x](nowhere.md)", []), ("main.swift:12a", []),
    // Links keep their own addresses.
    ("[main.swift:3](https://example.org/)", ["https://example.org/"]),
  ])
  func filesThatExistAreLinks(_ markdown: String, _ wanted: [String]) throws {
    #expect(try links(markdown) == wanted)
  }

  @Test func pipesDoNotDependOnFiles() throws {
    #expect(try links("main.swift:12", ["--file-links", "auto"]).isEmpty)
    #expect(try links("main.swift:12", ["--file-links", "none"]).isEmpty)
  }

  @Test func toolCallsHaveLinks() throws {
    try withFiles(["main.swift": "x"]) { folder in
      let call = ##"{"type":"tool_use","id":"1","name":"Read","input":{"file_path":"main.swift"}}"##
      let result = ##"{"type":"tool_result","tool_use_id":"1","content":"main.swift:4: warning"}"##
      let messages =
        ##"{"messages":[{"role":"assistant","content":[\##(call)]},{"role":"user","content":[\##(result)]}]}"##
      try Data(messages.utf8).write(to: URL(filePath: "\(folder)/m.json"))
      let output = try Program().run([
        "--color", "always", "--links", "osc8", "--file-links", "edit:{path}:{line}", "--input", "messages",
        "--expand", "all", "\(folder)/m.json",
      ]).output
      #expect(output.contains("main.swift:1\u{1B}\\") && output.contains("main.swift:4\u{1B}\\"), "\(output)")
    }
  }
}
