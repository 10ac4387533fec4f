import Foundation
import Testing

@testable import TextMate

/// The filtered search gives what asking every pattern gives: same rule, same places of all groups, on every find.
@Suite(.enabled(if: ConformanceData.root != nil))
struct ProofTests {
  @Test(arguments: ConformanceData.samples)
  func filteredSearchFindsWhatAskingAllFinds(name: String) throws {
    let grammar = try #require(try Self.grammar(of: name))
    let lines = ConformanceData.lines(of: try ConformanceData.text("textmate/samples/\(name).sample"))
    #expect(Self.differences(grammar, lines).map(\.description) == [])
  }

  @Test(arguments: ConformanceData.samples)
  func filteredSearchFindsTheSameInMutatedText(name: String) throws {
    let grammar = try #require(try Self.grammar(of: name))
    let text = try ConformanceData.text("textmate/samples/\(name).sample")
    var mutation = Mutation(seed: UInt64(name.utf8.reduce(5381) { $0 &* 33 &+ UInt64($1) }))
    let lines = ConformanceData.lines(of: mutation.apply(to: text)).prefix(120)
    #expect(Self.differences(grammar, lines).map(\.description) == [])
  }

  /// With calls of groups and reversed intervals left to the library, the rest of a long text in C++ exceeded the budget
  /// and stayed plain.
  @Test(arguments: ["cpp.cpp", "csharp.cs"])
  func longTextsStayWithinTheUsualLimits(file: String) throws {
    let grammar = try #require(try Self.grammar(of: String(file.prefix { $0 != "." })))
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let sample = try String(
      contentsOf: folder.appending(path: "GrammarTests/Samples/\(file)"), encoding: .utf8)
    let lines = ConformanceData.lines(of: sample)
    let tokenizer = Tokenizer(grammar: grammar)
    var state = LineState.initial
    var limited = 0
    for index in 0..<500 {
      let result = tokenizer.tokenize(lines[index % lines.count], from: state).result
      state = result.state
      if result.isLimited { limited += 1 }
    }
    #expect(limited == 0)
    #expect(tokenizer.counters.libraryMatches < 2 * 500)
  }

  @Test func corruptedTableIsDetected() throws {
    let grammar = try #require(try Self.grammar(of: "json"))
    let lines = ConformanceData.lines(of: try ConformanceData.text("textmate/samples/json.sample"))
    #expect(Self.differences(grammar, lines).isEmpty)
    // Makes all tables deny that anything starts with a quotation mark.
    for scanner in grammar.compiler.scanners {
      let row = Int(scanner.pointee.classes[Int(UInt8(ascii: "\""))]) * scanner.pointee.words
      for word in 0..<scanner.pointee.words { scanner.pointee.first[row + word] = 0 }
    }
    #expect(!Self.differences(grammar, lines).isEmpty)
  }

  private static func grammar(of name: String) throws -> Grammar? {
    let path = ConformanceData.path("textmate/grammars/\(name).tmLanguage.json")
    let scope = ScopeName(try GrammarFile.read(path: path).grammar.scopeName)
    return GrammarRegistry(
      source: RawGrammars(
        grammars: RawGrammars.conformance,
        injections: ConformanceData.injections[name].map { [scope: $0] } ?? [:])
    ).grammar(scope: scope)
  }

  private static func differences(_ grammar: Grammar, _ lines: some Sequence<String>) -> [SearchDifference] {
    let tokenizer = Tokenizer(
      grammar: grammar, limits: TokenizerLimits(workPerMatch: 100_000))
    tokenizer.mode = .proving
    var state = LineState.initial
    for line in lines { state = tokenizer.tokenize(line, from: state).result.state }
    return tokenizer.differences
  }
}

/// Puts into a text what regular expressions and their analysis stumble over; the same for the same seed.
struct Mutation {
  private var state: UInt64

  init(seed: UInt64) { state = seed | 1 }

  private mutating func next(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  /// Accents, sharp s and ligatures (folds of several letters), Kelvin sign and long s (folds into ASCII), no-break
  /// space, line and paragraph separators, emoji, combining marks, what invalid bytes become, NUL, CR, controls.
  private static let insertions = [
    "é", "ß", "ẞ", "\u{FB00}", "\u{FB03}", "\u{FB05}", "\u{212A}", "\u{17F}", "\u{A0}", "\u{2028}",
    "\u{2029}",
    "😀", "👩‍👩‍👧", "e\u{301}", "\u{FFFD}", "\u{0}", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{7F}", "\u{130}", "Ω",
    "日本", "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}", "\t", "  ", "\\", "\"", "'", "`", "(", ")", "{", "}", "[",
    "]",
    "<", ">", "/", "*", "#", "$", "@", "=", ":", ";", "0x1F", "1e9", "_", "é_a",
  ]

  mutating func apply(to text: String) -> String {
    var lines = ConformanceData.lines(of: text)
    for index in lines.indices {
      switch next(8) {
      case 0: lines[index] = lines[index].uppercased()
      case 1, 2, 3, 4:
        var scalars = Array(lines[index].unicodeScalars)
        for _ in 0...next(3) {
          let place = next(scalars.count + 1)
          let insertion = Self.insertions[next(Self.insertions.count)]
          scalars.insert(contentsOf: insertion.unicodeScalars, at: place)
        }
        if next(3) == 0, !scalars.isEmpty { scalars.remove(at: next(scalars.count)) }
        lines[index] = String(String.UnicodeScalarView(scalars))
      case 5:
        let other = lines[next(lines.count)]
        let cut = lines[index].unicodeScalars.prefix(next(lines[index].unicodeScalars.count + 1))
        lines[index] = String(cut) + other
      case 6 where next(8) == 0:
        // Past the length from which VS Code searches in another way.
        while lines[index].utf8.count < 1100 { lines[index] += " " + lines[next(lines.count)] + "x" }
      default: break
      }
    }
    return lines.joined(separator: "\n")
  }
}
