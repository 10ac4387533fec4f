import Foundation
import Testing
import TextMate

/// The tokens of vscode-textmate, over its own tests and over samples of 119 languages.
@Suite(.enabled(if: ConformanceData.root != nil))
struct ConformanceTests {
  @Test(arguments: ConformanceData.samples)
  func sampleHasTheTokensOfVSCode(name: String) throws {
    let expected = try JSONDecoder().decode(
      ExpectedTokens.self, from: ConformanceData.decompressed("textmate/expected/\(name).json.gz"))
    let scope = ScopeName(expected.scopeName)
    let registry = GrammarRegistry(
      source: RawGrammars(
        grammars: RawGrammars.conformance,
        injections: ConformanceData.injections[name].map { [scope: $0] } ?? [:]))
    let tokenizer = Tokenizer(grammar: try #require(registry.grammar(scope: scope)))
    let lines = ConformanceData.lines(of: try ConformanceData.text("textmate/samples/\(name).sample"))
    #expect(lines.count == expected.lines.count)
    var state = LineState.initial
    for (number, (line, wanted)) in zip(lines, expected.lines).enumerated() {
      let (tokens, result) = tokenizer.tokenize(line, from: state)
      state = result.state
      let found = ExpectedTokens.tokens(of: line, tokens, tokenizer)
      guard found == wanted else {
        Issue.record("line \(number + 1): \(line)\n  wanted \(wanted)\n  found  \(found)")
        return
      }
      #expect(!result.isLimited)
    }
  }

  @Test(arguments: VSCodeTest.all)
  func testOfVSCodeTextmatePasses(test: VSCodeTest) throws {
    var grammars: [ScopeName: RawGrammar] = [:]
    var root = test.grammarScopeName
    for path in test.grammars {
      let grammar = try GrammarFile.read(path: ConformanceData.path("\(test.folder)/\(path)")).grammar
      grammars[ScopeName(grammar.scopeName)] = grammar
      if root == nil, path == test.grammarPath { root = grammar.scopeName }
    }
    let scope = ScopeName(try #require(root))
    let registry = GrammarRegistry(
      source: RawGrammars(
        grammars: grammars, injections: [scope: (test.grammarInjections ?? []).map { ScopeName($0) }]))
    let tokenizer = Tokenizer(grammar: try #require(registry.grammar(scope: scope)))
    var state = LineState.initial
    for line in test.lines {
      let (tokens, result) = tokenizer.tokenize(line.line, from: state)
      state = result.state
      let wanted = line.line.isEmpty ? line.tokens : line.tokens.filter { !$0.value.isEmpty }
      var start = 0
      let bytes = Array(line.line.utf8)
      let found = tokens.map { token in
        defer { start = Int(token.end) }
        return VSCodeTest.Token(
          value: String(decoding: bytes[start..<Int(token.end)], as: UTF8.self),
          scopes: tokenizer.scopeNames(of: token.scopes))
      }
      #expect(found == wanted, "\(line.line)")
    }
  }
}

/// A file of `expected`.
struct ExpectedTokens: Decodable {
  var scopeName: String
  var lines: [[ExpectedToken]]

  struct ExpectedToken: Decodable, Equatable, CustomStringConvertible {
    var start: Int
    var end: Int
    var scopes: [String]

    init(start: Int, end: Int, scopes: [String]) {
      self.start = start
      self.end = end
      self.scopes = scopes
    }

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      start = try values.decode(Int.self)
      end = try values.decode(Int.self)
      scopes = try values.decode([String].self)
    }

    var description: String { "\(start)-\(end) \(scopes.joined(separator: " "))" }
  }

  /// The tokens of a line in UTF-16 units, as the files have them.
  static func tokens(of line: String, _ tokens: [Token], _ tokenizer: Tokenizer) -> [ExpectedToken] {
    let bytes = Array(line.utf8)
    var byteEnd = 0
    var start = 0
    return tokens.map { token in
      let text = String(decoding: bytes[byteEnd..<Int(token.end)], as: UTF8.self)
      let end = start + text.utf16.count
      defer {
        start = end
        byteEnd = Int(token.end)
      }
      return ExpectedToken(start: start, end: end, scopes: tokenizer.scopeNames(of: token.scopes))
    }
  }
}

/// One of vscode-textmate's own tests.
struct VSCodeTest: Decodable, Sendable, CustomTestStringConvertible {
  struct Line: Decodable, Sendable {
    var line: String
    var tokens: [Token]
  }
  struct Token: Decodable, Equatable, Sendable {
    var value: String
    var scopes: [String]
  }

  var desc: String
  var grammars: [String]
  var grammarPath: String?
  var grammarScopeName: String?
  var grammarInjections: [String]?
  var lines: [Line]
  /// The folder of its grammars.
  var folder = ""

  private enum CodingKeys: String, CodingKey {
    case desc, grammars, grammarPath, grammarScopeName, grammarInjections, lines
  }

  var testDescription: String { desc }

  static let all: [VSCodeTest] = ["first-mate/tests", "suite1/tests", "suite1/whileTests"].flatMap { file in
    guard let bytes = try? ConformanceData.bytes("vscode-textmate/\(file).json"),
      var tests = try? JSONDecoder().decode([VSCodeTest].self, from: Data(bytes))
    else { return [VSCodeTest]() }
    let folder = "vscode-textmate/" + String(file.prefix { $0 != "/" })
    for index in tests.indices { tests[index].folder = folder }
    return tests
  }
}
