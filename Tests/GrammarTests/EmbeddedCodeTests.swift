import Foundation
import Testing
import TextMate

/// Code in a document is highlighted as the language that its label names.
@Suite struct EmbeddedCodeTests {
  private static let languages = GrammarGoldenTests.library.languages

  private static func labels(of language: Language) -> [String] {
    ([language.id.rawValue] + language.aliases).filter { !$0.contains(" ") }
  }

  /// The scopes of the last line.
  private static func scopes(_ lines: [String], in scope: ScopeName) throws -> [String] {
    let tokenizer = Tokenizer(grammar: try #require(GrammarGoldenTests.registry.grammar(scope: scope)))
    var state = LineState.initial
    var scopes: [String] = []
    for line in lines {
      let (tokens, result) = tokenizer.tokenize(line, from: state)
      state = result.state
      scopes = tokens.flatMap { tokenizer.scopeNames(of: $0.scopes) }
    }
    return scopes
  }

  @Test(arguments: Self.languages.all)
  func everyNameOfALanguageOpensItsFenceInMarkdown(language: Language) throws {
    for label in Self.labels(of: language) {
      let meant = try #require(Self.languages.language(named: label)).id.rawValue
      let scopes = try Self.scopes(["```\(label) title=x", "x = 1"], in: "text.html.markdown")
      #expect(scopes.contains("meta.embedded.block.\(meant)"), "```\(label)")
    }
  }

  @Test(arguments: Self.languages.all.filter { !["plain", "asciidoc", "rst"].contains($0.id.rawValue) })
  func languagesInSourceBlocksOfAsciiDocAndReStructuredText(language: Language) throws {
    let id = language.id.rawValue
    let block = try Self.scopes(["[source,\(id)]", "----", "x = 1"], in: "text.asciidoc")
    #expect(block.contains("meta.embedded.block.\(id)"))
    let directive = try Self.scopes([".. code-block:: \(id)", "", "   x = 1"], in: "source.rst")
    #expect(directive.contains("meta.embedded.block.\(id)"))
  }

  @Test func anUnknownLabelLeavesTheCodePlain() throws {
    let scopes = try Self.scopes(["```no-such-language", "let x = 1"], in: "text.html.markdown")
    #expect(!scopes.contains { $0.hasPrefix("meta.embedded") || $0.hasPrefix("keyword") })
  }

  @Test func aBlockEndsWhereItsDelimiterSaysSo() throws {
    let asciidoc = try Self.scopes(["[source,js]", "----", "let x", "----", "text"], in: "text.asciidoc")
    #expect(asciidoc == ["text.asciidoc"])
    let rst = try Self.scopes([".. code-block:: js", "", "   let x", "", "text"], in: "source.rst")
    #expect(rst == ["source.rst"])
    let markdown = try Self.scopes(["```js", "let x = `", "```", "text"], in: "text.html.markdown")
    #expect(!markdown.contains { $0.hasPrefix("meta.embedded") })
  }

  @Test(arguments: [("main.m", "objective-c"), ("paper.tex", "latex"), ("x.cls", "tex"), ("x.rest", "http")])
  func endingsOfSeveralLanguages(file: String, id: LanguageID) {
    #expect(Self.languages.language(forFile: file)?.id == id)
  }
}
