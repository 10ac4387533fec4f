import Testing

@testable import TextMate

/// Patterns with evident facts, and the facts that the analysis must find.
@Suite struct PatternFactsTests {
  private func facts(_ pattern: String) -> PatternFacts { .analyze(Array(pattern.utf8)) }

  private func members(_ set: ByteSet257) -> String {
    var bytes: [UInt8] = []
    set.forEachByte { bytes.append($0) }
    return String(decoding: bytes, as: UTF8.self) + (set.hasEdge ? "|" : "")
  }

  @Test(arguments: [
    ("abc", "a", "b", "c"),
    ("(?:if|else)", "ei", "fl", "s"),
    ("a?bc", "ab", "bc", "c"),
    ("(?=[xy])[wx]z", "x", "z", ""),
    ("(?!a)[ab]c", "b", "c", ""),
    ("(?i)ab", "Aa", "Bb", ""),
    ("a*b$", "ab", "", ""),
    ("[a-c&&[^b]]-", "ac", "-", ""),
    ("a(?#comment)b", "a", "b", ""),
    ("(?x) a b # c", "a", "b", ""),
    ("a(?i)b|c", "a", "BCbc", ""),
    ("\\x61\\u0062\\x{63}", "a", "b", "c"),
    ("a{2}?b", "ab", "a", "b"),
    ("(?<n>[(]\\g<n>?[)])", "(", "()", "()"),
    ("^\\s*+#", "", "", ""),
  ])
  func firstBytesAreFound(pattern: String, first: String, second: String, third: String) {
    let facts = facts(pattern)
    #expect(facts.isUnderstood)
    for (set, expected) in [(facts.first, first), (facts.second, second), (facts.third, third)]
    where !expected.isEmpty {
      var seen = set
      // What may be behind the match is anything: then there is nothing to compare.
      seen.hasEdge = set.hasEdge && !set.isAll
      if !set.isAll { #expect(members(seen).replacing("\n", with: "").replacing("|", with: "") == expected) }
    }
  }

  @Test func aRunOfASetGivesTheLeastConditionsThatNoFurtherScalarChanges() {
    var random = RandomSource(seed: 1)
    var grown = 0
    for _ in 0..<1_000 {
      let bytes = random.pick([
        .empty, .blanks, .wordBytes, random.bytes().subtracting(.nonASCII.union(.edgeOnly)),
      ])
      let leads = LeadBytes(of: random.pick([.none, .none, .all, .ranges([random.range()])]))
      let rest = FirstSets(
        first: random.bytes(), second: random.bytes(), third: random.bytes(),
        previous: random.pick([.all, .edgeOnly, .wordBytes, .continuations]), afterSpaces: random.bytes(),
        afterWord: random.bytes(), afterSpacesAndWord: random.bytes(),
        allowsNoSearchStart: random.below(2) == 0)
      var run = rest
      run.prependRun(of: bytes, leads: leads)
      var expected = rest
      var last: FirstSets
      repeat {
        last = expected
        var withOneMore = last
        withOneMore.prepend(bytes)
        expected.formUnion(withOneMore)
        expected.formUnion(last.preceded(by: leads))
      } while expected != last
      #expect(run == expected)
      if expected != rest { grown += 1 }
    }
    #expect(grown > 250)
  }

  @Test func whatComesBeforeIsFound() {
    #expect(members(facts("(?<=[.:])x").previous) == ".:")
    #expect(members(facts("(?<=^|\\.)x").previous) == "\n.|")
    #expect(facts("(?<!a)x").previous == ByteSet257.all.subtracting(ByteSet257(byte: 0x61)))
    #expect(facts("\\bx").previous == ByteSet257.all.subtracting(.wordBytes))
    #expect(facts("\\Bx").previous == ByteSet257.wordBytes.union(.nonASCII))
    #expect(facts("(?<!^)x").previous.isAll)
  }

  @Test func whereASearchMayBeginIsFound() {
    #expect(facts("\\Gx").requiresSearchStart)
    #expect(facts("\\Ga|\\Gb").requiresSearchStart)
    #expect(!facts("\\Ga|b").requiresSearchStart)
    let (textStart, lineStart) = (ByteSet257(edge: true), ByteSet257(edge: true).union(.init(byte: 0x0A)))
    #expect(facts("^x").previous == lineStart && facts("\\Ax").previous == textStart)
    #expect(facts("^x|y").previous.isAll)
    #expect(facts("a\\Kb").usesKeep && !facts("ab").usesKeep)
  }

  @Test func whatComesBehindSpacesAndWordsIsFound() {
    #expect(members(facts("\\s*;").firstAfterSpaces.intersection(.init(0xFFFF_FFFE_0000_0000))) == ";")
    #expect(members(facts("[a-z]+(?=\\()").firstAfterWord) == "(")
    #expect(members(facts("\\w+\\(").firstAfterWord) == "(")
    #expect(members(facts("é+\\(").firstAfterWord) == "(")
    #expect(members(facts("(\\w*[ \\t]*)+=").firstAfterSpacesAndWord) == "=")
  }

  @Test func whatMustComeLaterIsFound() {
    #expect(facts("[a-z]+.*;").laterBytes == [.init(bytes: [0x3B], offset: 1)])
    #expect(facts("(?!.*;)a+").laterBytes.isEmpty)
    #expect(facts("(?:.*;)?a").laterBytes == [.init(bytes: [0x61], offset: 0)])
  }

  @Test(arguments: [
    "(", "a)", "*a", "[a", "[z-a]", "\\", "(?<=(?=a)b", "[\\w-a]", "\\k<x>", "\\2", "(?s)a",
  ])
  func nothingIsConcludedFromInvalidPatterns(pattern: String) {
    #expect(!facts(pattern).isUnderstood)
    #expect(facts(pattern).first.isAll)
    #expect(ProgramContents(Array(pattern.utf8)) == nil)
  }

  @Test func nastyPatternsAreBounded() {
    let nested = String(repeating: "(?:a", count: 50) + String(repeating: ")*", count: 50)
    #expect(facts(nested).isUnderstood)
    let tooDeep = String(repeating: "(", count: 5_000) + String(repeating: ")", count: 5_000)
    #expect(!facts(tooDeep).isUnderstood)
    #expect(!facts(String(repeating: "[", count: 5_000)).isUnderstood)
    let calls = "(?<a>x?\\g<b>*\\g<b>*)(?<b>y?\\g<a>*\\g<a>*)"
    #expect(facts(calls).isUnderstood)
    #expect(facts(String(repeating: "(?:ab|", count: 1_000)).first.isAll)
  }
}

extension RandomSource {
  /// Returns a set of one to four bytes or the edge.
  fileprivate mutating func bytes() -> ByteSet257 {
    var set = ByteSet257(byte: UInt8(below(256)))
    for _ in 0..<below(4) { set.insert(UInt8(below(256))) }
    return below(8) == 0 ? .edgeOnly : set
  }

  /// Returns a range of non-ASCII scalars.
  fileprivate mutating func range() -> ClosedRange<UInt32> {
    let start = UInt32(pick([0x80, 0x400, 0x900, 0x3000, 0x1_F600]) + below(0x100))
    return start...(start + UInt32(below(0x800)))
  }
}
