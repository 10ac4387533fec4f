import Foundation
import StyledRuns
import Testing
import TextMate

/// Holds what our themes make of the scopes that our grammars give: the same thing has the same role in every language.
@Suite("Roles of tokens in all languages") struct TokenRoleTests {
  private static let themes = ThemeLibrary(folders: [
    GrammarGoldenTests.tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "themes")
      .path()
  ])

  struct Token {
    var text: String
    var scopes: [String]
  }

  private static func tokens(_ source: String, _ language: String) throws -> [Token] {
    let library = GrammarGoldenTests.library
    let scope = try #require(library.languages[LanguageID(language)]?.scope)
    let tokenizer = Tokenizer(grammar: try #require(GrammarGoldenTests.registry.grammar(scope: scope)))
    var state = LineState.initial
    var found: [Token] = []
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let (tokens, result) = tokenizer.tokenize(String(line), from: state)
      state = result.state
      let bytes = Array(line.utf8)
      var start = 0
      for token in tokens {
        let text = String(decoding: bytes[start..<Int(token.end)], as: UTF8.self)
        start = Int(token.end)
        found.append(Token(text: text, scopes: tokenizer.scopeNames(of: token.scopes)))
      }
    }
    return found
  }

  /// A line, a word of it, and the scope that the word has to look like.
  private static let words: [(language: String, line: String, word: String, scope: String)] = [
    ("yaml", "name: harbour", "name", "variable.other.property.x"),
    ("yaml", "\"name\": harbour", "name", "variable.other.property.x"),
    ("yaml", "- {'name': harbour}", "name", "variable.other.property.x"),
    ("yaml", "name: \"harbour: x\"", "harbour: x", "string.quoted.double.x"),
    ("json", "{\"name\": 1}", "name", "variable.other.property.x"),
    ("jsonc", "{\"name\": 1}", "name", "variable.other.property.x"),
    ("json5", "{name: 1}", "name", "variable.other.property.x"),
    ("toml", "name = 1", "name", "variable.other.property.x"),
    ("ini", "name=1", "name", "variable.other.property.x"),
    ("dotenv", "NAME=1", "NAME", "variable.other.property.x"),
    ("css", "a { color: red }", "color", "variable.other.property.x"),
    ("scss", "a { color: red }", "color", "variable.other.property.x"),
    ("less", "a { color: red }", "color", "variable.other.property.x"),
    ("shellscript", "NAME=1", "NAME", "variable.other.x"),
    ("shellscript", "cp \"$file\" x", "file", "variable.other.x"),
    ("shellscript", "cp \"${file}\" x", "file", "variable.other.x"),
    ("shellscript", "cp $1", "$", "variable.parameter.x"),
    ("fish", "cp $file", "file", "variable.other.x"),
    ("powershell", "$file = 1", "file", "variable.other.x"),
    ("perl", "$file = 1;", "file", "variable.other.x"),
    ("make", "all: $(FILES)", "FILES", "variable.other.x"),
    ("javascript", "a.name = 1", "name", "variable.other.property.x"),
    ("typescript", "a.name = 1", "name", "variable.other.property.x"),
    ("python", "a.name = 1", "name", "variable.other.property.x"),
    ("swift", "a.name = 1", "name", "variable.other.property.x"),
    ("swift", "a.count + 1", "count", "variable.other.property.x"),
    ("c", "a->name = 1;", "name", "variable.other.property.x"),
    ("cpp", "a.name = 1;", "name", "variable.other.property.x"),
    ("java", "a.name = 1;", "name", "variable.other.property.x"),
    ("csharp", "a.name = 1;", "name", "variable.other.property.x"),
    ("php", "<?php $a->name = 1;", "name", "variable.other.property.x"),
    ("rust", "self.name = a.len();", "name", "variable.other.property.x"),
    ("kotlin", "a.name = 1", "name", "variable.other.property.x"),
    ("dart", "a.name = 1;", "name", "variable.other.property.x"),
    ("lua", "a.name = 1", "name", "variable.other.property.x"),
  ]

  @Test(
    "keys, properties and variables have the colour of their role, which is not that of text",
    arguments: themes.ids)
  func keysPropertiesAndVariablesHaveColoursOfTheirRole(id: String) throws {
    let theme = try Self.themes.theme(named: id)
    for example in Self.words {
      let token = try #require(
        Self.tokens(example.line, example.language).first { $0.text == example.word }, "\(example.language)")
      let color = theme.style(for: token.scopes).foreground
      #expect(
        color == theme.style(for: ["source.x", example.scope]).foreground,
        "\(example.language): \(example.word) has \(token.scopes.joined(separator: " "))")
      #expect(color != nil && color != theme.palette.codeText, "\(example.language)")
    }
  }

  /// Parts of scopes in which a bracket is no bracket of the code but a part of something that has a colour of its own: of a
  /// regular expression, the name of a section, a link, an expansion.
  private static let other = [
    "comment", "string.", "regexp", "heading", "section.group-title", "definition.section", "definition.link",
    "definition.constant", "definition.variable", "markup.", "meta.regex", "invalid.", "meta.image",
    "meta.link",
    "constant.language", "support.constant.unit", "entity.name", "meta.attribute.directive", "constant.other",
    "support.type", "support.class.math", "support.function.command", "keyword.other.definition",
    "keyword.operator.macro", "keyword.operator.delete", "variable.interpolation",
  ]

  @Test("brackets have the colour of text", arguments: GrammarGoldenTests.samples)
  func bracketsHaveTheColourOfText(sample: String) throws {
    let theme = try Self.themes.theme(named: "obsidian")
    let delimiter = theme.style(for: ["source.x", "punctuation.section.embedded.begin.x"]).foreground
    let language = String(sample.prefix { $0 != "." })
    let source = try String(
      contentsOf: GrammarGoldenTests.tests.appending(path: "Samples/\(sample)"), encoding: .utf8)
    for token in try Self.tokens(source, language) {
      let text = token.text.trimmingCharacters(in: .whitespaces)
      guard ["(", ")", "[", "]", "{", "}"].contains(text) else { continue }
      if token.scopes.contains(where: { scope in Self.other.contains { scope.contains($0) } }) { continue }
      let color = theme.style(for: token.scopes).foreground ?? theme.palette.codeText
      // Delimiters of code in strings and templates have a colour of their own.
      #expect(
        color == theme.palette.codeText || color == delimiter,
        "\(text) \(token.scopes.joined(separator: " "))")
    }
  }
}
