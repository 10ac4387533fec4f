import Foundation
import StyledRuns
import TextMate

/// vscode-textmate's own tests of themes: the colours that it gives to each piece of some source files, in some themes.
///
/// The folder is `test-cases/themes` of a checkout of microsoft/vscode-textmate: `grammars.json` and `languages.json` say which
/// grammar reads which file, `tests` holds the files with the expected colours (`NAME.result`) beside them.
struct ThemeFixtures {
  /// A piece of text and its colour.
  struct Piece: Decodable, Equatable {
    var content: String
    var color: String
  }

  private struct Grammar: Decodable {
    var language: String?
    var scopeName: String
    var path: String
  }

  private struct Language: Decodable {
    var id: String
    var extensions: [String]?
    var filenames: [String]?
  }

  /// The files of the themes by the names that the expected colours have for them, as `themes.test.ts` lists them.
  static let themes = [
    "abyss": "Abyss.tmTheme", "dark_vs": "dark_vs.json", "light_vs": "light_vs.json",
    "hc_black": "hc_black.json", "dark_plus": "dark_plus.json", "light_plus": "light_plus.json",
    "kimbie_dark": "Kimbie_dark.tmTheme", "monokai": "Monokai.tmTheme",
    "monokai_dimmed": "dimmed-monokai.tmTheme", "quietlight": "QuietLight.tmTheme", "red": "red.tmTheme",
    "solarized_dark": "Solarized-dark.tmTheme", "solarized_light": "Solarized-light.tmTheme",
    "tomorrow_night_blue": "Tomorrow-Night-Blue.tmTheme",
  ]

  let folder: String
  private let registry: GrammarRegistry
  private let grammars: [Grammar]
  private let languages: [Language]

  init(folder: String) throws {
    self.folder = folder
    let decoder = JSONDecoder()
    func read<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
      try decoder.decode(type, from: Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
    }
    grammars = try read("grammars.json", as: [Grammar].self)
    languages = try read("languages.json", as: [Language].self)
    var files: [ScopeName: RawGrammar] = [:]
    for grammar in grammars where files[ScopeName(grammar.scopeName)] == nil {
      files[ScopeName(grammar.scopeName)] = try? GrammarFile.read(path: "\(folder)/\(grammar.path)").grammar
    }
    registry = GrammarRegistry(source: RawGrammars(grammars: files))
  }

  /// The source files, sorted.
  var files: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/tests")) ?? []
    return names.filter { names.contains($0 + ".result") }.sorted()
  }

  /// The colours that a file is expected to have, by the theme.
  func expected(_ file: String) throws -> [String: [Piece]] {
    let data = try Data(contentsOf: URL(filePath: "\(folder)/tests/\(file).result"))
    return try JSONDecoder().decode([String: [Piece]].self, from: data)
  }

  /// A file's pieces with their scopes, line by line; nil where no grammar is named for the file.
  func tokens(of file: String) throws -> [(content: String, scopes: [String])]? {
    guard let scope = scope(of: file), let grammar = registry.grammar(scope: scope) else { return nil }
    let text = String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/tests/\(file)")), as: UTF8.self)
    let tokenizer = Tokenizer(grammar: grammar)
    var state = LineState.initial
    var pieces: [(content: String, scopes: [String])] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let bytes = Array(line.utf8)
      let (tokens, result) = tokenizer.tokenize(String(line), from: state)
      state = result.state
      var start = 0
      for token in tokens where Int(token.end) > start && start < bytes.count {
        let end = min(Int(token.end), bytes.count)
        let content = String(decoding: bytes[start..<end], as: UTF8.self)
        pieces.append((content, tokenizer.scopeNames(of: token.scopes)))
        start = end
      }
    }
    return pieces
  }

  private func scope(of file: String) -> ScopeName? {
    let ending = file.lastIndex(of: ".").map { String(file[$0...]) }
    let language =
      languages.first { language in ending.map { language.extensions?.contains($0) == true } ?? false }
      ?? languages.first { $0.filenames?.contains(file) == true }
    return grammars.first { $0.language == language?.id }.map { ScopeName($0.scopeName) }
  }

  /// The pieces as a theme colours them. Neighbours of one colour are one piece, since only that can be seen.
  static func colored(_ tokens: [(content: String, scopes: [String])], in theme: Theme) -> [Piece] {
    joined(
      tokens.map { token in
        let color = theme.style(for: token.scopes).foreground ?? theme.palette.codeText
        return Piece(content: token.content, color: color.hex)
      })
  }

  /// The same form of what is expected.
  static func joined(_ pieces: [Piece]) -> [Piece] {
    pieces.reduce(into: []) { joined, piece in
      let color = Color(hex: piece.color)?.hex ?? piece.color
      if let last = joined.indices.last, joined[last].color == color {
        joined[last].content += piece.content
      } else {
        joined.append(Piece(content: piece.content, color: color))
      }
    }
  }
}
