import Foundation
import Testing

/// `--style`: the marks of the layout in a file.
@Suite struct StyleFileTests {
  private func run(_ json: String, _ arguments: [String] = []) throws -> Program.Result {
    var result: Program.Result?
    try withFiles(["style.json": json]) { folder in
      result = try Program().run(
        ["--style", "\(folder)/style.json"] + arguments, input: "# T\n\n- a\n- [x] b\n\n> q\n\n```\nc\n```\n")
    }
    return try #require(result)
  }

  @Test func marksAndMeasuresApply() throws {
    let shown = try run(
      ##"""
      // Comments are allowed.
      {"$schema": "x", "bullets": ["→"], "tasks": {"done": "✔"}, "quoteBar": "▎", "frames": "square", "margin": 0,
       "textWidth": 40, "headings": {"prefixes": ["█ "], "rules": false}}
      """##)
    #expect(shown.errors.isEmpty)
    #expect(shown.output.hasPrefix("█ T\n\n → a\n ✔ b\n\n▎ q\n\n┌─"), "\(shown.output)")
    #expect(shown.output.split(separator: "\n").map(\.count).max() == 40)
    // The command line wins.
    #expect(try run(#"{"margin": 9}"#, ["--margin", "1"]).output.hasPrefix(" T\n"))
  }

  @Test(arguments: [
    ("{", "the file is cut off"), ("[]", "the file must be an object"),
    (#"{"bullet": []}"#, "no member 'bullet'; there are:"),
    (#"{"bullets": []}"#, "bullets must be a list of 1 to 8 texts"),
    (#"{"margin": -1}"#, "margin must be a number"),
    (#"{"bullets": ["\u001b[31m"]}"#, "printable text of at most 16 columns"),
    (#"{"frames": "odd"}"#, "frames must be one of round, square, heavy, ascii"),
    (#"{"headings": {"rules": 1}}"#, "rules must be true or false"),
  ])
  func mistakesAreNamed(_ json: String, _ says: String) throws {
    let result = try run(json)
    #expect(result.status == 2)
    #expect(result.errors.contains(says), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }
}
