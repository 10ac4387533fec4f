import OnigurumaRegex
import Testing

@Suite struct RegexTests {
  private func places(_ memory: MatchMemory) -> [[Int32]] {
    (0..<memory.count).map { [memory.starts[$0], memory.ends[$0]] }
  }

  @Test func groupsAreFoundWhereTheyMatch() throws {
    let regex = try Regex(Array("(b)(x)?(c)".utf8))
    defer { regex.free() }
    let memory = MatchMemory(retries: 1000, stack: 1000)
    let text = Array("abc".utf8)
    let outcome = text.withUnsafeBufferPointer {
      memory.search(regex, text: $0.baseAddress.unsafelyUnwrapped, end: 3, from: 0)
    }
    #expect(outcome == .matched)
    #expect(memory.start == 1)
    #expect(places(memory) == [[1, 3], [1, 2], [-1, -1], [2, 3]])
    #expect(regex.captureCount == 3)
  }

  @Test(arguments: [(true, MatchMemory.MatchOutcome.matched), (false, .none)])
  func searchStartHoldsWhereItIsSaid(isStart: Bool, expected: MatchMemory.MatchOutcome) throws {
    let regex = try Regex(Array(#"\Gb"#.utf8))
    defer { regex.free() }
    let memory = MatchMemory(retries: 1000, stack: 1000)
    let text = Array("ab".utf8)
    let outcome = text.withUnsafeBufferPointer {
      memory.match(regex, text: $0.baseAddress.unsafelyUnwrapped, end: 2, at: 1, isStart: isStart)
    }
    #expect(outcome == expected)
  }

  @Test func refusedPatternHasTheLibrarysMessage() {
    #expect(throws: RegexError.self) { try Regex(Array("(a".utf8)) }
    do {
      _ = try Regex(Array("[".utf8))
    } catch {
      #expect(error.message == "premature end of char-class")
    }
  }

  @Test func retriesAreLimited() throws {
    let regex = try Regex(Array("(a|aa)+$".utf8))
    defer { regex.free() }
    let memory = MatchMemory(retries: 1000, stack: 0)
    let text = Array((String(repeating: "a", count: 60) + "!").utf8)
    let outcome = text.withUnsafeBufferPointer {
      memory.match(regex, text: $0.baseAddress.unsafelyUnwrapped, end: $0.count, at: 0, isStart: true)
    }
    #expect(outcome == .failed)
  }
}
