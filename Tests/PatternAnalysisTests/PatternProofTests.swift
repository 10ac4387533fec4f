import Foundation
import Testing

@testable import TextMate

/// The analysis and the native matcher against the library: not one difference.
///
/// `ILSRENDER_PATTERN_ROUNDS=100 swift test -c release -Xswiftc -enable-testing --filter PatternProofTests` looks
/// a hundred times as long.
@Suite struct PatternProofTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["ILSRENDER_PATTERN_ROUNDS"].flatMap { Int($0) } ?? 0

  private static let texts: [[UInt8]] = [
    "aabbss st if else int ab", "  ab1 = \"x\";\n", "sK fi ffi \u{FB01} ß \u{1E9E} \u{17F}\u{212A}",
    "²ab¼ a¹", "éà日 a\u{A0}b", "\nab\n",
    "", "ab ab ab", "(a)[b]{c} abcabc -_. x", "ABCabc SS ss Ss", "iffi stst kk", "\t a\r\n",
  ].map { Array($0.utf8) }

  @Test(arguments: 0..<4) func randomPatternsAgreeWithTheLibrary(part: Int) {
    var proof = PatternProof(seed: UInt64(part))
    for index in 0..<(200 + Self.rounds * 1_000) {
      var patterns = RandomPatterns(seed: UInt64(index * 4 + part))
      let pattern = Array(patterns.pattern().utf8)
      proof.check(pattern, extraTexts: [proof.random.pick(Self.texts)], rounds: 2)
    }
    if Self.rounds > 0 { print("Random patterns:", proof.tally) }
    #expect(proof.tally.differences == [])
    #expect(proof.tally.nativePatterns > 50)
    #expect(proof.tally.matches > 500)
  }

  @Test(.enabled(if: ConformancePatterns.root != nil), arguments: 0..<4)
  func grammarsAgreeWithTheLibrary(part: Int) throws {
    let patterns = try ConformancePatterns.all()
    var proof = PatternProof(seed: UInt64(100 + part))
    let stride = Self.rounds > 0 ? 4 : 120
    for (index, entry) in patterns.enumerated() where index % stride == part * stride / 4 {
      var texts: [[UInt8]] = []
      for _ in 0..<max(Self.rounds, 1) where !entry.lines.isEmpty {
        let line = proof.random.pick(entry.lines)
        texts += [line, PatternTexts.spoiled(line, &proof.random)]
      }
      proof.check(entry.pattern, extraTexts: texts, rounds: max(Self.rounds, 1))
    }
    if Self.rounds > 0 { print("Grammars:", proof.tally) }
    #expect(proof.tally.differences == [])
    #expect(proof.tally.nativePatterns * 10 > proof.tally.patterns * 9)
  }

  @Test(.enabled(if: ConformancePatterns.root != nil))
  func callsOfGroupsAreNotLeftToTheLibrary() throws {
    let patterns = try ConformancePatterns.all().map(\.pattern).filter { $0.contains("\\g<".utf8) }
    let native = patterns.count { ProgramContents($0) != nil }
    #expect(patterns.count > 70)
    #expect(native * 10 > patterns.count * 8, "\(native) of \(patterns.count)")
  }

  /// Each condition, made narrower than it is, must be found out.
  @Test(arguments: [
    "first", "second", "third", "previous", "firstAfterSpaces", "firstAfterWord", "firstAfterSpacesAndWord",
    "minLength", "laterBytes", "requiresSearchStart",
  ])
  func wrongFactsAreFound(field: String) {
    var proof = PatternProof(seed: 7)
    let newline = ByteSet257(byte: 0x0A)
    proof.sabotage = { facts in
      switch field {
      case "first": facts.first = newline
      case "second": facts.second = newline
      case "third": facts.third = newline
      case "previous": facts.previous = newline
      case "firstAfterSpaces": facts.firstAfterSpaces = newline
      case "firstAfterWord": facts.firstAfterWord = newline
      case "firstAfterSpacesAndWord": facts.firstAfterSpacesAndWord = newline
      case "minLength": facts.minLength += 40
      case "laterBytes": facts.laterBytes = [.init(bytes: [0x7F], offset: 0)]
      default: facts.requiresSearchStart = true
      }
    }
    proof.check(Array("\\b(let|var)\\s+(\\w+)".utf8), extraTexts: [Array("  let name = 1\n".utf8)], rounds: 4)
    #expect(proof.tally.differences.contains { $0.contains("'\(field)'") })
  }
}

/// The patterns of the conformance data's grammars, each with lines of its language.
enum ConformancePatterns {
  struct Entry {
    var pattern: [UInt8]
    var lines: [[UInt8]]
  }

  static let root: String? = {
    var candidates: [String] = []
    if let named = ProcessInfo.processInfo.environment["ILSRENDER_CONFORMANCE"] { candidates.append(named) }
    candidates.append(
      "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/../shared/conformance")
    let found = candidates.first { FileManager.default.fileExists(atPath: $0 + "/textmate/grammars") }
    if found == nil { print("Conformance data not found: the proof over its patterns is skipped.") }
    return found
  }()

  static func all() throws -> [Entry] {
    guard let root else { return [] }
    var entries: [Entry] = []
    var seen: Set<String> = []
    let folder = root + "/textmate/grammars"
    for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let data = try Data(contentsOf: URL(filePath: folder + "/" + file))
      let name = file.prefix { $0 != "." }
      let sample = try? Data(contentsOf: URL(filePath: root + "/textmate/samples/\(name).sample"))
      let lines = String(decoding: sample ?? Data(), as: UTF8.self).utf8.split(separator: 0x0A).prefix(400)
        .map { Array($0) + [0x0A] }.filter { $0.count < 400 }
      collect(try JSONSerialization.jsonObject(with: data)) { pattern in
        if seen.insert(pattern).inserted { entries.append(Entry(pattern: Array(pattern.utf8), lines: lines)) }
      }
    }
    return entries
  }

  private static func collect(_ value: Any, _ take: (String) -> Void) {
    if let object = value as? [String: Any] {
      for key in object.keys.sorted() {
        guard let member = object[key] else { continue }
        if ["match", "begin", "end", "while"].contains(key), let pattern = member as? String {
          take(pattern)
        } else {
          collect(member, take)
        }
      }
    } else if let elements = value as? [Any] {
      for element in elements { collect(element, take) }
    }
  }
}
