import Foundation
import Testing

@Suite("Pictures on the command line")
struct PictureTests {
  /// Two pixels by two: red, green, blue, and half white.
  private static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAE0lEQVR42mP4z8DwHwyBNAg0AABJSQl4nFEXkgAAAABJRU5ErkJggg=="

  private func output(of markdown: String, picture: Data, _ arguments: [String]) throws -> String {
    var result = ""
    try withFiles(["page.md": markdown]) { folder in
      try picture.write(to: URL(filePath: folder).appending(path: "dot.png"))
      let program = try Program().run(["--color", "never"] + arguments + [folder + "/page.md"])
      #expect(program.status == 0)
      #expect(program.errors.isEmpty)
      result = program.output
    }
    return result
  }

  @Test func sixelsAreDrawn() throws {
    let picture = try #require(Data(base64Encoded: Self.png))
    let drawn = try output(of: "![a dot](dot.png)\n", picture: picture, ["--images", "sixel"])
    #expect(drawn.contains("\u{1B}P0;1q\"1;1;2;2#0;2;100;0;0"))
    #expect(drawn.contains("a dot"))
    #expect(!drawn.contains("[a dot]"))
    // Not into a pipe, unless it is said how.
    for arguments in [[], ["--images", "auto"], ["--images", "none"]] {
      let text = try output(of: "![a dot](dot.png)\n", picture: picture, arguments)
      #expect(text.contains("[a dot]") && !text.contains("\u{1B}"))
    }
  }

  @Test(arguments: ["![a dot](https://example.org/dot.png)", "![a dot](none.png)", "![a dot](dot.png) text"])
  func whatIsNotDrawnIsText(_ markdown: String) throws {
    let picture = try #require(Data(base64Encoded: Self.png))
    let text = try output(of: markdown + "\n", picture: picture, ["--images", "sixel"])
    #expect(text.contains("[a dot]") && !text.contains("\u{1B}"))
  }

  @Test func brokenPicturesAreText() throws {
    let picture = try #require(Data(base64Encoded: Self.png))
    for broken in [picture.prefix(60), Data(picture.map { $0 == 0x49 ? 0x48 : $0 }), Data("no picture".utf8)]
    {
      let text = try output(of: "![a dot](dot.png)\n", picture: broken, ["--images", "sixel"])
      #expect(text.contains("[a dot]") && !text.contains("\u{1B}"))
    }
  }
}
