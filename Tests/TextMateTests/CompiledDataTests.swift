import Foundation
import StyledRuns
import Testing

@testable import TextMate

/// Compiled grammars and themes give what their sources give.
@Suite("Compiled data") struct CompiledDataTests {
  private static let bytes: [UInt8] = {
    let compiled = try? CompiledFolder.compile(grammars: PackageFolder.grammars, themes: PackageFolder.themes)
    return compiled?.failures.isEmpty == true ? compiled?.bytes ?? [] : []
  }()
  private static let data = CompiledData(MappedBytes(copying: bytes))
  private static let sources = GrammarLibrary(folders: [PackageFolder.grammars])
  private static let samples = URL(filePath: PackageFolder.grammars).deletingLastPathComponent()
    .appending(path: "Tests/GrammarTests/Samples")

  private func alone() throws -> CompiledFolder { CompiledFolder(try #require(Self.data)) }

  private func library() throws -> GrammarLibrary { GrammarLibrary(folders: [], base: try alone()) }

  @Test func hasAllLanguages() throws {
    let library = try library()
    #expect(library.languages.all == Self.sources.languages.all)
    #expect(library.scopes == Self.sources.scopes)
    for language in Self.sources.languages.all {
      let names = [language.id.rawValue, language.name] + language.aliases
      for name in names + language.extensions + names.map({ $0.uppercased() }) {
        #expect(library.languages.language(named: name) == Self.sources.languages.language(named: name))
      }
      for file in language.filenames + language.extensions.map({ "x" + $0 }) + ["x", "a.b.c", ".x"] {
        #expect(library.languages.language(forFile: file) == Self.sources.languages.language(forFile: file))
      }
      for shebang in language.shebangs {
        let line = "#!/usr/bin/env \(shebang)3.1"
        #expect(
          library.languages.language(forFirstLine: line)
            == Self.sources.languages.language(forFirstLine: line))
      }
    }
    #expect(library.languages.language(named: "no such language") == nil)
  }

  @Test func givesTheSameTokens() throws {
    let compiled = GrammarRegistry(source: try library())
    let parsed = GrammarRegistry(source: Self.sources)
    for language in Self.sources.languages.all {
      guard let scope = language.scope,
        let file = try FileManager.default.contentsOfDirectory(atPath: Self.samples.path)
          .first(where: { $0.hasPrefix(language.id.rawValue + ".") })
      else { continue }
      let text = try String(contentsOf: Self.samples.appending(path: file), encoding: .utf8)
      let grammars = [compiled, parsed].compactMap { $0.grammar(scope: scope) }
      try #require(grammars.count == 2)
      let tokens = grammars.map { grammar -> [[String]] in
        let tokenizer = Tokenizer(grammar: grammar)
        var state = LineState.initial
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
          let (tokens, result) = tokenizer.tokenize(String(line) + "\n", from: state)
          state = result.state
          return tokens.map { "\($0.end) \(tokenizer.scopeNames(of: $0.scopes).joined(separator: " "))" }
        }
      }
      #expect(tokens[0] == tokens[1], "\(language.id)")
    }
  }

  @Test func hasTheSameGrammars() throws {
    let compiled = try library()
    for scope in Self.sources.scopes {
      #expect(try compiled.contents(scope: scope).grammar.record() != nil)
      #expect(
        try compiled.contents(scope: scope).grammar.record()
          == Self.sources.contents(scope: scope).grammar.record())
    }
  }

  @Test func hasTheSameThemes() throws {
    let sources = ThemeLibrary(folders: [PackageFolder.themes])
    let compiled = ThemeLibrary(folders: [], base: try alone())
    #expect(compiled.ids == sources.ids)
    var scopes = ScopeTable()
    var parent = ScopeStackID(rawValue: 0)
    for name in ["source.swift", "string.quoted.double", "keyword.control.swift", "markup.bold", "comment"] {
      parent = scopes.push(name, onto: parent)
    }
    for id in sources.ids {
      let (one, other) = (try sources.theme(named: id), try compiled.theme(named: id))
      #expect(one.styleSheet(for: scopes) == other.styleSheet(for: scopes))
      #expect(one.completeStyleSheet() == other.completeStyleSheet())
    }
  }

  @Test func knowsTheFactsAndThePrograms() throws {
    let data = try #require(Self.data)
    let patterns = try #require(CompiledPatterns(data))
    for scope in Self.sources.scopes {
      for text in try Self.sources.contents(scope: scope).grammar.patternTexts {
        let source = PatternSource(text)
        guard !source.hasAnchor else { continue }
        let entry = try #require(patterns.entry(of: source.bytes, hash: Checksum.of(source.bytes)))
        #expect(String(describing: entry.facts) == String(describing: PatternFacts.analyze(source.bytes)))
        let program = try #require(entry.program.contents())
        #expect(program == ProgramContents(source.bytes), "\(text)")
      }
    }
    let unknown = Array("no grammar has this pattern".utf8)
    #expect(patterns.entry(of: unknown, hash: Checksum.of(unknown)) == nil)
  }

  /// Where this fails, the compiled form changed: raise `CompiledData.version`, so that files in the old form are
  /// ignored, and write the new pair here.
  @Test func aChangeOfTheFormHasANewVersion() throws {
    let grammar =
      ##"{"scopeName": "source.x", "patterns": [{"match": "\\b(if|else)\\b\\s*\\(", "name": "k.x"}, {"include": "#s"}], "repository": {"s": {"begin": "\\G\"", "end": "\"", "captures": {"0": {"name": "q.$1"}}}}}"##
    let theme =
      ##"{"name": "T", "tokenColors": [{"scope": "a b, c", "settings": {"foreground": "#123456"}}]}"##
    let folder = try TemporaryFolder(["g/x.json": grammar, "t/t.json": theme])
    let (bytes, _) = try CompiledFolder.compile(grammars: folder.path + "/g", themes: folder.path + "/t")
    let digest = String(Checksum.of(bytes), radix: 16)
    #expect("\(CompiledData.version) \(digest)" == "8 fe6079487ad9c1cc")
  }
}

/// Compiled data belongs to its sources as they are now.
@Suite("Compiled data and its sources") struct CompiledFreshnessTests {
  private static func grammar(_ scope: String, _ name: String) -> String {
    #"{"scopeName": "\#(scope)", "name": "\#(name)", "patterns": [{"match": "a", "name": "a.\#(name)"}]}"#
  }

  private func compile(_ folder: TemporaryFolder) throws {
    let (bytes, failures) = try CompiledFolder.compile(grammars: folder.path, themes: nil)
    #expect(failures.isEmpty)
    #expect(
      try CompiledFolder.write(bytes, grammars: folder.path) == folder.path + "/" + CompiledFolder.filename)
  }

  @Test func isUsedForAFolder() throws {
    let folder = try TemporaryFolder(["a.json": Self.grammar("source.a", "one")])
    try compile(folder)
    let contents = try FolderContents.read(folder: folder.path)
    #expect(contents.compiled.count == 1)
    #expect(GrammarLibrary(folders: [folder.path]).rawGrammar(scope: "source.a")?.name == "one")
    #expect(GrammarLibrary(folders: [folder.path]).languages["a"] != nil)
  }

  @Test func aChangedFileIsReadFromItsSource() throws {
    let folder = try TemporaryFolder(["a.json": Self.grammar("source.a", "one")])
    try compile(folder)
    try folder.write(Self.grammar("source.a", "two"), to: "a.json")
    #expect(GrammarLibrary(folders: [folder.path]).rawGrammar(scope: "source.a")?.name == "two")
  }

  @Test func aNewFileMakesTheListStale() throws {
    let folder = try TemporaryFolder(["a.json": Self.grammar("source.a", "one")])
    try compile(folder)
    try folder.write(Self.grammar("source.b", "two"), to: "b.json")
    let library = GrammarLibrary(folders: [folder.path])
    #expect(library.scopes == ["source.a", "source.b"])
    #expect(library.languages["b"] != nil)
  }

  @Test func anIndexTellsWhetherTheListIsStale() throws {
    let index = #"[{"file": "a.json", "scopeName": "source.a", "language": {"id": "a", "name": "A"}}]"#
    let folder = try TemporaryFolder(["a.json": Self.grammar("source.a", "one"), "index.json": index])
    try compile(folder)
    try folder.write(Self.grammar("source.a", "longer"), to: "a.json")
    #expect(try FolderContents.read(folder: folder.path).compiled.count == 1)
    #expect(GrammarLibrary(folders: [folder.path]).rawGrammar(scope: "source.a")?.name == "longer")
    try folder.write(index.replacing("\"A\"", with: "\"B\""), to: "index.json")
    #expect(try FolderContents.read(folder: folder.path).compiled.isEmpty)
    #expect(GrammarLibrary(folders: [folder.path]).languages["a"]?.name == "B")
  }

  @Test func aChangedSizeMakesTheListOfAFolderWithoutIndexStale() throws {
    let folder = try TemporaryFolder(["a.json": Self.grammar("source.a", "one")])
    try compile(folder)
    try folder.write(Self.grammar("source.a", "longer"), to: "a.json")
    #expect(try FolderContents.read(folder: folder.path).compiled.isEmpty)
  }

  @Test func malformedGrammarsKeepTheirReports() throws {
    let folder = try TemporaryFolder(["a.json": #"{"scopeName": "source.a", "patterns": [3]}"#])
    try compile(folder)
    #expect(try GrammarLibrary(folders: [folder.path]).contents(scope: "source.a").issues.count == 1)
  }

  @Test func isFoundInTheCache() throws {
    let folder = try TemporaryFolder(["a.json": Self.grammar("source.a", "one")])
    let paths = SourceFolders(grammars: folder.path, names: ["a.json"]).compiledPaths
    #expect(paths.first == folder.path + "/" + CompiledFolder.filename)
    #expect(paths.dropFirst().allSatisfy { $0.contains("/ilsrender/") })
  }
}
