import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `--format svg` and `png`: pictures of what a terminal shows.
@Suite struct ImageOutputTests {
  private func svg(_ arguments: [String], input: String) throws -> String {
    let result = try Program().run(["--format", "svg"] + arguments, input: input)
    #expect(result.errors.isEmpty)
    #expect(XMLParser(data: Data(result.output.utf8)).parse(), "the picture is no XML")
    return result.output
  }

  @Test func textCanBeSelectedAndLinksFollowed() throws {
    let picture = try svg([], input: "A **bold** word & [a link](https://example.org/?a=1&b=2).\n")
    #expect(picture.contains(">bold</tspan>") && picture.contains("font-weight=\"bold\""))
    #expect(picture.contains("<a href=\"https://example.org/?a=1&amp;b=2\">"))
    #expect(!picture.contains("<script") && !picture.contains("<image"))
  }

  @Test func thePictureHasTheThemesColours() throws {
    let variables = ["paper", "obsidian"].map { theme in
      try? svg(["--theme", theme], input: "x")
    }
    #expect(variables[0] != variables[1])
    #expect(
      try svg(["--theme", "obsidian", "--window", "--title", "a < b"], input: "x").contains("a &lt; b"))
  }

  @Test func hostileTextStaysText() throws {
    let picture = try svg([], input: "`</text><script>alert(1)</script>` \u{FFFE} <svg onload=x>\n")
    #expect(!picture.contains("<script") && !picture.contains("onload=x>"))
  }

  /// The same picture comes from any terminal.
  @Test func nothingDependsOnTheTerminal() throws {
    let pictures = try [["TERM": "dumb", "NO_COLOR": "1"], ["COLUMNS": "200", "COLORFGBG": "0;15"]].map {
      try Program().run(["-f", "svg"], input: "# A\n\n`b`", variables: $0).output
    }
    #expect(pictures[0] == pictures[1])
    #expect(pictures[0].contains("#"))
  }

  @Test func aPNGIsDrawn() throws {
    try withFiles(["a.swift": "let x = 1\n"]) { folder in
      let result = try Program().run(["-o", "\(folder)/a.png", "--window", "\(folder)/a.swift"])
      if result.errors.contains("needs librsvg") { return }
      #expect(result.status == 0, "\(result.errors)")
      let bytes = try Data(contentsOf: URL(filePath: "\(folder)/a.png"))
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
      let once = try Program().run(["-f", "svg", "--window", "\(folder)/a.swift"]).output
      #expect(once.contains("width=\"\(number(16) / 2)\" height=\"\(number(20) / 2)\""))
    }
  }
}
