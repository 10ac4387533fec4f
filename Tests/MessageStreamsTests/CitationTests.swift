import StyledRuns
import Testing

@testable import MessageStreams

@Suite struct CitationTests {
  @Test func aSourceHasOneNumber() {
    var list = SourceList()
    let wind = SourceReference(title: "Wind", address: "https://a.example")
    #expect(list.number(of: wind) == 1)
    #expect(list.number(of: SourceReference(title: "Pilot book")) == 2)
    #expect(list.number(of: SourceReference(address: "https://a.example", quote: "Five")) == 1)
    #expect(list.number(of: SourceReference(title: "")) == nil)
    #expect(list.sources.map(\.quote) == ["Five", nil])
    #expect(list.mark(for: [1, 2, 1]) == "<sup>[1](<https://a.example> \"Wind\")</sup>\u{202F}<sup>2</sup>")
    #expect(list.mark(for: []).isEmpty)
  }

  @Test(arguments: [
    ("https://a.example/(b)", #"T"]("#, #"[1](<https://a.example/(b)> "T&#34;&#93;(")"#),
    ("https://a.example/<b>\\\n", "", "[1](<https://a.example/%3Cb%3E%5C >)"),
    ("javascript:x", "a\nb", #"[1](<javascript:x> "a b")"#),
  ])
  func nothingOfASourceEndsItsMark(address: String, title: String, mark: String) {
    var list = SourceList()
    _ = list.number(of: SourceReference(title: title, address: address))
    #expect(list.mark(for: [1]) == "<sup>\(mark)</sup>")
  }

  static let places: [(String, Bool)] = [
    ("It is six", true), ("", false), ("It is six\n", false), ("a\n  b", true), ("```\ncode", false),
    ("```\ncode\n```", false), ("```\ncode\n```\ntext", true), ("~~~ x\na\n```\nb", false), ("``` `x`", true),
    ("- a\n  ```\n  b", false), ("````\n```\na", false), ("````\na\n`````\nb", true),
    ("```\na\n``` b\nc", false),
  ]

  @Test(arguments: places) func aMarkStandsBehindTextOnly(text: String, takesMark: Bool) {
    var whole = MarkPlace()
    whole.append(text)
    #expect(whole.takesMark == takesMark)
    var byCharacter = MarkPlace()
    for character in text { byCharacter.append(String(character)) }
    #expect(byCharacter.takesMark == takesMark)
  }

  @Test func marksStandBehindAsManyCharacters() {
    #expect("Größe x".inserting([(5, "¹"), (7, "²"), (5, "³")]) == "Größe¹³ x²")
    #expect("ab".inserting([(9, "¹"), (-1, "²"), (0, "³")]) == "ab¹")
    #expect("a\n".inserting([(2, "¹")]) == "a\n")
  }
}
