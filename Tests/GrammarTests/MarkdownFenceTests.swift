import Foundation
import Testing
import TextMate

/// A fence in Markdown source is highlighted as the language that its label names.
@Suite struct MarkdownFenceTests {
  private static func labels(of language: Language) -> [String] {
    ([language.id.rawValue] + language.aliases).filter { !$0.contains(" ") }
  }

  @Test(arguments: GrammarGoldenTests.library.languages.all)
  func everyNameOfALanguageOpensItsFence(language: Language) throws {
    let languages = GrammarGoldenTests.library.languages
    let markdown = try #require(GrammarGoldenTests.registry.grammar(scope: "text.html.markdown"))
    let tokenizer = Tokenizer(grammar: markdown)
    for label in Self.labels(of: language) {
      let meant = try #require(languages.language(named: label)).id.rawValue
      let opening = tokenizer.tokenize("```\(label) title=x", from: .initial)
      let code = tokenizer.tokenize("x = 1", from: opening.result.state)
      let scopes = code.tokens.flatMap { tokenizer.scopeNames(of: $0.scopes) }
      #expect(scopes.contains("meta.embedded.block.\(meant)"), "```\(label)")
    }
  }

  @Test func anUnknownLabelLeavesTheCodePlain() throws {
    let markdown = try #require(GrammarGoldenTests.registry.grammar(scope: "text.html.markdown"))
    let tokenizer = Tokenizer(grammar: markdown)
    let opening = tokenizer.tokenize("```no-such-language", from: .initial)
    let code = tokenizer.tokenize("let x = 1", from: opening.result.state)
    #expect(code.tokens.count == 1)
  }

  @Test(arguments: [("main.m", "objective-c"), ("paper.tex", "latex"), ("x.cls", "tex"), ("x.rest", "http")])
  func endingsOfSeveralLanguages(file: String, id: LanguageID) {
    #expect(GrammarGoldenTests.library.languages.language(forFile: file)?.id == id)
  }
}
