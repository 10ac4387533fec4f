import Testing

@testable import TextMate

/// Native matches that one can follow by eye; the comparison with the library is `PatternProofTests`.
@Suite struct BacktrackingMatcherTests {
  private func match(
    _ pattern: String, _ text: String, at position: Int = 0, workLimit: Int = 100_000
  ) throws -> (outcome: BacktrackingMatcher.BacktrackingOutcome, slots: [Int32]) {
    let matcher = BacktrackingMatcher(try #require(ProgramContents(Array(pattern.utf8))))
    let scratch = MatchScratch()
    var slots = [Int32](repeating: -7, count: 2 * (matcher.captureCount + 1))
    let bytes = Array(text.utf8)
    let outcome = slots.withUnsafeMutableBufferPointer { slots in
      bytes.withUnsafeBufferPointer { text in
        guard let base = slots.baseAddress else { return BacktrackingMatcher.BacktrackingOutcome.unknown }
        return matcher.match(
          text, at: position, searchStart: position, slots: base, scratch: scratch, workLimit: workLimit)
      }
    }
    return (outcome, slots)
  }

  @Test(
    arguments: [
      ("abc", "abcd", 3), ("a*?b", "aab", 3), ("(?:a|ab)c", "abc", 3), ("(?>a|ab)c", "abc", nil),
      ("a++a", "aaa", nil),
      ("(?:in|int|integer)\\b", "integer x", 7), ("(?i)SELECT", "select", 6),
      ("\"(?:[^\"\\\\]|\\\\.)*\"", "\"a\\\"b\"c", 6),
      ("[^x]+", "日本x", 6), ("(?=ab)a", "ab", 1), ("(?!ab)a", "ab", nil), ("a{2,3}", "aaaa", 3),
      ("a$", "a\n", 1), ("a{3,1}a", "aaa", nil), ("a{3,1}?b", "b", 1), ("\\s+{1,0}b", "  b", 3),
      ("a\\z", "a\n", nil), ("a\\Z", "a\n", 1), ("\\Ga", "a", 1), ("(a)\\1", "aa", 2),
      ("(?i)(a)\\1", "aA", 2), ("(a|bc)x\\g<1>", "axbc", 4),
      ("(\\((?:[^()]|\\g<1>)*\\))", "(a(b)(c(d)))e", 12), ("(\\((?:[^()]++|\\g<1>)*+\\))", "(a(b)", nil),
      ("(?<t>a\\g<t>?b)c", "aaabbbc", 7), ("(?<t>a\\g<t>?a)b", "aaaab", 5), ("(?=\\g<1>x)(a+)", "aax", 2),
      ("(?<a>x\\g<b>?)(?<b>y\\g<a>?)", "xyxyy", 5), ("(a|b)(x)\\g<2>\\1", "bxxb", 4),
    ] as [(String, String, Int?)])
  func matchEndsAtExpectedPosition(pattern: String, text: String, end: Int?) throws {
    let expected: BacktrackingMatcher.BacktrackingOutcome = end.map { .match(end: $0) } ?? .noMatch
    #expect(try match(pattern, text).outcome == expected)
  }

  @Test func groupsHoldWhatTheyTook() throws {
    #expect(try match("(a)|(b)", "b").slots == [0, 1, -1, -1, 0, 1])
    #expect(try match("(?:(a)|b)*", "ab").slots == [0, 2, 0, 1])
    #expect(try match("(?:(a)b|ac)", "ac").slots == [0, 2, -1, -1])
    #expect(try match("(?!(a)b)ac", "ac").slots == [0, 2, -1, -1])
    #expect(try match("(?=(a)).", "a").slots == [0, 1, 0, 1])
    #expect(try match("(a|b)\\g<1>", "ab").slots == [0, 2, 1, 2])
    #expect(try match("(<(?:a|\\g<1>)*>)b", "<a<a>>b").slots == [0, 7, 0, 6])
    #expect(try match("(?<t><(a|\\g<t>)+>)", "<a<a>>").slots == [0, 6, 0, 6, 2, 5])
    #expect(try match("(?:(a)|b)\\g<1>?c", "bc").slots == [0, 2, -1, -1])
    #expect(try match("(?:x(a)|x)\\g<1>?c|x(a)b", "xab").slots == [0, 3, -1, -1, 1, 2])
  }

  /// The bytes of `p` and `0` are equal modulo 64.
  @Test(
    arguments: [
      ("0", 1), ("p", 1), ("0p", 2), ("pp", 2), ("p0", 2), ("°0", 3), ("°", nil), ("P", nil), ("00", 1),
      ("q", nil),
    ] as [(String, Int?)])
  func keywordsOfOneClassOfBytesAreDistinct(text: String, end: Int?) throws {
    let expected: BacktrackingMatcher.BacktrackingOutcome = end.map { .match(end: $0) } ?? .noMatch
    #expect(try match("0p|pp|p0|°0|0|p", text).outcome == expected)
  }

  /// The alternatives of a pattern in which a list of keywords stands before and after others.
  private static let mixed = "ab|ac|ad|a|ae|af|ag|ah|a(x)?y|a[0-9]+|ba|bb|bc|bd|b|be|bf|bg"

  @Test(
    arguments: [
      ("ab", 2), ("aey", 1), ("axy", 1), ("b", 1), ("bgx", 1), ("bcd", 2), ("c", nil), ("", nil),
    ] as [(String, Int?)])
  func keywordsAmongOtherAlternativesKeepTheirOrder(text: String, end: Int?) throws {
    let expected: BacktrackingMatcher.BacktrackingOutcome = end.map { .match(end: $0) } ?? .noMatch
    #expect(try match("(?:\(Self.mixed))", text).outcome == expected)
  }

  @Test(
    arguments: [
      ("ab", 2), ("aey", nil), ("axy", 3), ("ay", 2), ("a12", 3), ("bg", 2), ("b", 1), ("AXY", 3), ("BG", 2),
    ] as [(String, Int?)])
  func alternativesAfterKeywordsAreTriedInTurn(text: String, end: Int?) throws {
    let expected: BacktrackingMatcher.BacktrackingOutcome = end.map { .match(end: $0) } ?? .noMatch
    #expect(try match("(?i)(?:\(Self.mixed))$", text).outcome == expected)
  }

  /// A list of hundreds of keywords is no list of hundreds of choices, even if something else is among them.
  @Test func keywordsAmongOtherAlternativesAreATrie() throws {
    let words = (1000..<1400).map { "w\($0)" }
    let list = (words[..<200] + ["create(\\s+or)?"] + words[200...]).joined(separator: "|")
    let contents = try #require(ProgramContents(Array("\\b(?:\(list))\\b".utf8)))
    #expect(contents.code.count < 20)
    #expect(try match("\\b(?:\(list))\\b", "w1399").outcome == .match(end: 5))
    #expect(try match("\\b(?:\(list))\\b", "create or").outcome == .match(end: 9))
  }

  /// One of several assertions that hold is enough: another one would lead to the same failure, three to the power of
  /// twelve times.
  @Test func assertionsThatHoldTogetherAreTriedOnce() throws {
    let pattern = String(repeating: "(?:^|(?<!\\w)|(?=x))", count: 12)
    #expect(try match(pattern + "y", "x").outcome == .noMatch)
    #expect(try match(pattern + "x", "x").outcome == .match(end: 1))
    #expect(try match("a(?:^|(?<=a)|$)b", "ab").outcome == .match(end: 2))
    #expect(try match("a(?:^|(?=c)|$)b", "ab").outcome == .noMatch)
    #expect(try match("a(?:$|\\p{Lu}|^)", "aé").outcome == .unknown)
  }

  @Test func lookBehindMatchesAlternativesOfSeveralWidths() throws {
    let words = (1...20).map { String(repeating: "a", count: $0) + "b" }.joined(separator: "|")
    #expect(try match("(?<!(?:\\W|^)(?:\(words)))c", "x aaaaaaaaaaabc", at: 14).outcome == .noMatch)
    #expect(try match("(?<!(?:\\W|^)(?:\(words)))c", "xaaaaaaaaaaabc", at: 13).outcome == .match(end: 14))
    #expect(try match("(?<=ab|c)d", "abd", at: 2).outcome == .match(end: 3))
    #expect(try match("(?<!\\w)d", "ad", at: 1).outcome == .noMatch)
    #expect(try match("(?<=日)d", "日d", at: 3).outcome == .match(end: 4))
    #expect(try match("(?<=(?:^|x)\\.)d", ".d", at: 1).outcome == .match(end: 2))
  }

  /// The matcher leaves text to the library if the result depends on Unicode data other than the types of characters.
  @Test(arguments: [
    ("\\p{L}+", "é"), ("[\\w&&\\p{Lu}]", "é"), ("(?i)ss", "ß"), ("(?i)k", "\u{212A}"), ("\\p{Nd}", "\u{663}"),
    ("(?i)[[:alpha:]]", "é"), ("[\\d\\s]", "\u{663}"),
  ])
  func nonASCIITextIsLeftToTheLibrary(pattern: String, text: String) throws {
    #expect(try match(pattern, text).outcome == .unknown)
  }

  /// Only the scalars that fold to ASCII letters can match where case is ignored.
  @Test(arguments: [
    ("(?i)sk", "é"), ("(?i)(?:small|font|kbd|a)", "日"), ("(?i)(?:small|font|kbd|a)", "s\u{FFFD}"),
    ("(?i)fi", "f\u{130}"),
  ])
  func otherScalarsMatchNoLetters(pattern: String, text: String) throws {
    #expect(try match(pattern, text).outcome == .noMatch)
  }

  @Test(arguments: [
    ("(?i)ss", "\u{1E9E}"), ("(?i)xs", "x\u{17F}"), ("(?i)(?:ski|x)", "s\u{212A}i"),
    ("(?i)(?:fit|x)", "\u{FB01}t"),
    ("(?i)(?:stop|x)", "\u{FB06}op"), ("(?i)(?:off|x)", "o\u{FB00}"),
  ])
  func scalarsThatFoldToLettersAreLeftToTheLibrary(pattern: String, text: String) throws {
    #expect(try match(pattern, text).outcome == .unknown)
  }

  @Test(arguments: [
    ("\\w+", "é\u{301}日_", 8), ("\\W", "\u{1F600}", 4), ("a\\b", "aé", nil), ("a\\b", "a\u{2028}", 1),
    ("é\\b", "é", 2),
    ("é\\B", "éa", 2), ("\\d+", "\u{663}4", 3), ("[^\\d]", "\u{663}", nil),
    ("[[:alpha:]_][[:alnum:]]*", "é\u{663}\u{B2}", 4),
    ("\\w", "²", 2), ("[\\w]", "²", nil), ("\\p{Word}", "²", nil), ("a\\b", "a²", nil),
    ("[\\w-]+", "é-日.", 6), ("(?i)\\w+", "\u{212A}", 3), ("(?i)[\\w-]+", "ßé-\u{212A}.", 8),
    ("(?i)(?<![\\w-])k", "k", 1), ("(?i).(?<![\\w-])k", "ék", nil), ("(?i).(?<![\\w-])k", "\u{FFFD}k", 4),
    ("(?i)k(?![\\w-])", "ké", nil), ("[\\w\\W]", "é", 2),
  ])
  func typesOfCharactersAreThoseOfTheLibrary(pattern: String, text: String, end: Int?) throws {
    #expect(try match(pattern, text).outcome == end.map { .match(end: $0) } ?? .noMatch)
  }

  @Test(arguments: [
    "(?~a)", "\\X", "(?<n>\\g<n>|a)", "(?<n>a\\g<n>)", "(?<n>a?\\g<n>?b)", "(a)\\1\\g<1>", "a\\g<0>?",
    "(?<=\\g<1>)b|(a)", "a\\Kb", "(?<=a+)b", "(?<=(?=a))b", "(?<=(?<!a))b", "(?:a|b?){2}",
  ])
  func intricaciesAreLeftToTheLibrary(pattern: String) {
    #expect(ProgramContents(Array(pattern.utf8)) == nil)
  }

  @Test func hostileTextIsBounded() throws {
    #expect(try match("(?:a*)*b", String(repeating: "a", count: 5_000)).outcome == .exhausted)
    #expect(try match("(a|aa)+$", String(repeating: "a", count: 100) + "b").outcome == .exhausted)
    // More choices than the stack has at first, and more than it may grow to.
    #expect(try match("(?:a|b)*", String(repeating: "ab", count: 5_000)).outcome == .match(end: 10_000))
    let many = String(repeating: "ab", count: MatchScratch.mostEntries / 2 + 1)
    #expect(try match("(?:a|b)*", many, workLimit: .max).outcome == .exhausted)
    let open = String(repeating: "(", count: 5_000)
    #expect(try match("(\\((?:\\g<1>)*\\))", open + "a").outcome == .unknown)
    // Each level of an atomic body takes stack of the thread, so that their number is limited, too.
    let nested = "(\\((?:[^()]++|\\g<1>)*+\\))"
    let levels = Int(MatchScratch.callCapacity)
    let closed = String(open.prefix(levels)) + String(repeating: ")", count: levels)
    #expect(try match(nested, closed).outcome == .match(end: 2 * levels))
    #expect(try match(nested, open).outcome == .unknown)
    #expect(try match("(\\(\\))\\g<1>*+", String(repeating: "()", count: 100)).outcome == .match(end: 200))
    #expect(try match("[ab]*c", String(repeating: "ab", count: 50_000)).outcome == .noMatch)
  }
}
