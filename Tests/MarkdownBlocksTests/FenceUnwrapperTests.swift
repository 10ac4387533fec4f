import MarkdownSource
import Testing

/// Markdown between fences, shown as markdown.
@Suite struct FenceUnwrapperTests {
  private func unwrapped(_ text: String, pieces size: Int = .max) -> String {
    var unwrapper = FenceUnwrapper()
    var output: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      output += unwrapper.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return String(decoding: output + unwrapper.finish(), as: UTF8.self)
  }

  static let cases: [(String, String)] = [
    ("a\n```markdown\n# T\n```\nb\n", "a\n\n# T\n\nb\n"), ("~~~MD\nx\n~~~", "\nx\n\n"),
    // Code in the text stays code, although its fences are as long.
    ("```markdown\n```sh\nls\n```\n- a\n```\nb\n", "\n```sh\nls\n```\n- a\n\nb\n"),
    ("````md\n```\nx\n```\n````\n", "\n```\nx\n```\n\n"),
    // Other code stays as it is, also if it contains markdown.
    ("```swift\n```markdown\n```\n", "```swift\n```markdown\n```\n"),
    ("    ```markdown\n    x\n", "    ```markdown\n    x\n"),
    ("```markdownish\nx\n```\n", "```markdownish\nx\n```\n"),
    ("`` `markdown` ``\n", "`` `markdown` ``\n"), ("```markdown\nnever closed", "\nnever closed"),
    ("   ```md title=\"x\"\r\na\r\n   ```\r\n", "\na\r\n\n"), ("", ""), ("```", "```"),
  ]

  @Test(arguments: cases) func fencesAroundMarkdownAreRemoved(_ text: String, _ wanted: String) {
    #expect(unwrapped(text) == wanted)
  }

  /// However the text is cut, the output is the same.
  @Test(arguments: cases) func piecesOfAnySizeGiveTheSame(_ text: String, _ wanted: String) {
    for size in 1...7 { #expect(unwrapped(text, pieces: size) == wanted) }
  }

  @Test func textThatIsNoFenceIsNotHeldBack() {
    var unwrapper = FenceUnwrapper()
    #expect(unwrapper.append(Array("half a li".utf8)) == Array("half a li".utf8))
    #expect(unwrapper.append(Array("ne\n  `".utf8)) == Array("ne\n".utf8))
    #expect(unwrapper.append(Array(repeating: UInt8(ascii: "`"), count: 10_000)).count > 9000)
  }
}
