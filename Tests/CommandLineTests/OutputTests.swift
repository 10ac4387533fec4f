import Foundation
import Testing

/// Where the output goes, which files it shows, and how much of them.
@Suite struct OutputTests {
  @Test(arguments: [
    ("a.html", "<!DOCTYPE html>"), ("a.svg", "<svg "), ("a.txt", "Title\n====="), ("a.json", "{\"version\""),
    ("a.other", "  Title\n  \u{2501}"), ("A.HTM", "<!DOCTYPE html>"),
  ])
  func theEndingOfTheFileChoosesTheFormat(_ name: String, _ begins: String) throws {
    try withFiles(["a.md": "# Title\n"]) { folder in
      let result = try Program().run(["-o", "\(folder)/\(name)", "\(folder)/a.md"])
      #expect(result.errors.isEmpty && result.output.isEmpty)
      let written = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      #expect(written.hasPrefix(begins), "\(written.prefix(60))")
    }
  }

  @Test func theFormatThatIsStatedWins() throws {
    try withFiles(["a.md": "# Title\n"]) { folder in
      _ = try Program().run(["-f", "html", "-o", "\(folder)/x.txt", "\(folder)/a.md"])
      #expect(try String(contentsOfFile: "\(folder)/x.txt", encoding: .utf8).contains("<h1"))
    }
  }

  @Test func anErrorLeavesTheOldFile() throws {
    try withFiles(["old.html": "old"]) { folder in
      let result = try Program().run(["-o", "\(folder)/old.html", "\(folder)/nowhere.md"])
      #expect(result.status == 1)
      #expect(try String(contentsOfFile: "\(folder)/old.html", encoding: .utf8) == "old")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["old.html"])
    }
  }

  @Test func theInputIsNotOverwritten() throws {
    try withFiles(["a.md": "# Title\n"]) { folder in
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/link.md", withDestinationPath: "\(folder)/a.md")
      for name in ["a.md", "link.md"] {
        let result = try Program().run(["-o", "\(folder)/\(name)", "\(folder)/a.md"])
        #expect(result.status == 2)
        #expect(result.errors.contains("would overwrite the input"))
      }
      #expect(try String(contentsOfFile: "\(folder)/a.md", encoding: .utf8) == "# Title\n")
    }
  }

  @Test func severalFilesStandBelowTheirNames() throws {
    try withFiles(["a.md": "One.\n", "b.swift": "let x = 1\n"]) { folder in
      let result = try Program().run(["\(folder)/a.md", "\(folder)/b.swift"])
      let lines = result.output.split(separator: "\n")
      #expect(lines.count { $0.contains("\(folder)/") && $0.hasPrefix("  \u{2500}\u{2500} ") } == 2)
      // Each is read as what it is.
      #expect(result.output.contains("\u{256D}\u{2500} Swift"))
      let joined = try Program().run(["--no-file-headers", "\(folder)/a.md", "\(folder)/b.swift"])
      #expect(joined.output == "  One. let x = 1\n")
      let one = try Program().run(["--file-headers", "\(folder)/a.md"])
      #expect(one.output.contains("\(folder)/a.md"))
    }
  }

  @Test func aMissingFileDoesNotHideTheOthers() throws {
    try withFiles(["a.md": "One.\n", "c.md": "Three.\n"]) { folder in
      let result = try Program().run(["\(folder)/a.md", "\(folder)/b.md", "\(folder)/c.md"])
      #expect(result.status == 1)
      #expect(result.output.contains("One.") && result.output.contains("Three."))
      #expect(result.errors.contains("cannot open \(folder)/b.md"))
    }
  }

  private static let numbered = (1...30).map { "let line\($0) = \($0)\n" }.joined()

  @Test(arguments: [
    ("10:12", [10, 11, 12]), ("29:", [29, 30]), (":2", [1, 2]), ("7", [7]), ("30:99", [30]),
  ])
  func linesOfAFileKeepTheirNumbers(_ range: String, _ lines: [Int]) throws {
    try withFiles(["a.swift": Self.numbered]) { folder in
      let result = try Program().run(["-n", "--lines", range, "\(folder)/a.swift"])
      for line in 1...30 {
        #expect(result.output.contains("  \(line)  let line\(line) =") == lines.contains(line))
      }
    }
  }

  @Test func linesOfMarkdownAreTheBlocksInThem() throws {
    try withFiles(["a.md": "# One\n\nTwo [x].\n\nThree\nfour.\n\n[x]: https://example.org\n"]) { folder in
      let result = try Program().run(["-f", "html", "--lines", "3:5", "\(folder)/a.md"])
      #expect(result.output.contains("https://example.org") && result.output.contains("four."))
      #expect(!result.output.contains("One"))
      #expect(try Program().run(["--lines", "90:", "\(folder)/a.md"]).errors.contains("there are 8"))
    }
  }
}
