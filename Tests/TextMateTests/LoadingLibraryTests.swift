import Testing
import TextMate

@Suite("Finding grammars in folders")
struct LoadingLibraryTests {
  private func grammar(_ scope: String, _ extra: String = "") -> String {
    #"{"name": "N", \#(extra) "patterns": [{"match": "[\"}"}], "scopeName": "\#(scope)"}"#
  }

  @Test("a plain folder offers its JSON and XML grammars, by scope and by the names of its files")
  func plainFolderOffersItsGrammars() throws {
    let folder = try TemporaryFolder([
      "a.tmLanguage.json": grammar("source.a"), "b.json": grammar("source.b", #""fileTypes": ["bb"],"#),
      "c.tmLanguage": "<plist><dict><key>scopeName</key><string>source.c</string></dict></plist>",
      "d.plist": "<plist><dict><key>scopeName</key><string>source.d</string></dict></plist>",
      "other.json": "{}", "broken.json": "{", "readme.md": "x", "package.json": #"{"name": "x"}"#,
    ])
    let library = GrammarLibrary(folders: [folder.path])
    #expect(library.scopes.map(\.rawValue) == ["source.a", "source.b", "source.c", "source.d"])
    #expect(library.rawGrammar(scope: "source.a")?.patterns.first?.match == "[\"}")
    #expect(library.rawGrammar(scope: "source.c")?.scopeName == "source.c")
    #expect(library.rawGrammar(scope: "source.x") == nil)
    #expect(library.languages.language(named: "a")?.scope == "source.a")
    #expect(library.languages.language(forFile: "x.bb")?.scope == "source.b")
    #expect(library.folderFailures.map(\.code) == [.cutOff])
  }

  @Test("a later folder overrides an earlier one, scope by scope")
  func laterFolderOverridesEarlierOne() throws {
    let first = try TemporaryFolder(["a.json": grammar("source.a"), "b.json": grammar("source.b")])
    let second = try TemporaryFolder([
      "z.json": #"{"scopeName": "source.a", "patterns": [{"match": "new"}]}"#
    ])
    let library = GrammarLibrary(folders: [first.path, second.path])
    #expect(library.rawGrammar(scope: "source.a")?.patterns.first?.match == "new")
    #expect(library.rawGrammar(scope: "source.b")?.patterns.first?.match == "[\"}")
  }

  private static let manifest = """
    {"name": "ext", "contributes": {
      "languages": [{"id": "zed", "aliases": ["Zed Lang", "z"], "extensions": [".zed"],
        "filenames": ["Zedfile"], "firstLine": "^zed!"}],
      "grammars": [
        {"language": "zed", "scopeName": "source.zed", "path": "./syntaxes/zed.json",
         "embeddedLanguages": {"meta.embedded.css": "css"}},
        {"scopeName": "inject.zed", "path": "syntaxes/inject.json", "injectTo": ["text.html", "source.zed"]},
        {"scopeName": "inject.two", "path": "syntaxes/inject.json", "injectTo": ["text"]}],
      "themes": [{"label": "Zed Dark", "uiTheme": "vs-dark", "path": "./themes/zed.json"}]}}
    """

  @Test("an extension offers what its manifest says", arguments: ["", "nested/"])
  func extensionOffersWhatItsManifestLists(prefix: String) throws {
    let folder = try TemporaryFolder([
      prefix + "package.json": Self.manifest,
      prefix + "syntaxes/zed.json": grammar("source.zed"),
      prefix + "syntaxes/inject.json": grammar("inject.zed"),
    ])
    let library = GrammarLibrary(folders: [folder.path], injecting: ["always"])
    #expect(library.rawGrammar(scope: "source.zed")?.scopeName == "source.zed")
    #expect(library.languages.language(named: "ZED LANG")?.id == "zed")
    #expect(library.languages.language(forFile: "dir/Zedfile")?.scope == "source.zed")
    #expect(library.embeddedLanguage(scope: "meta.embedded.css", in: "source.zed") == "css")
    #expect(library.injections(for: "source.zed") == ["always", "inject.zed"])
    #expect(library.injections(for: "text.html.vue") == ["always", "inject.two", "inject.zed"])
    #expect(library.injections(for: "texts") == ["always"])
  }

  @Test("an index is used while it names the files that are there, and no longer")
  func indexIsUsedWhileItMatchesTheFolder() throws {
    let folder = try TemporaryFolder(["a.json": grammar("source.a"), "b.json": grammar("source.b")])
    // A name that only the index knows shows that it was read.
    try folder.write(
      """
      [{"file": "a.json", "scopeName": "source.a", "language": {"id": "indexed", "name": "a"}},
       {"file": "b.json", "scopeName": "source.b", "language": {"id": "b", "name": "b"}}]
      """, to: "index.json")
    #expect(GrammarLibrary(folders: [folder.path]).languages["indexed"]?.scope == "source.a")
    try folder.write(grammar("source.c"), to: "c.json")
    let fresh = GrammarLibrary(folders: [folder.path])
    #expect(fresh.languages["indexed"] == nil)
    #expect(fresh.hasGrammar(scope: "source.c"))
    try folder.write("{", to: "index.json")
    #expect(GrammarLibrary(folders: [folder.path]).languages["a"] != nil)
  }

  @Test("a folder that is not there is reported, and the others work")
  func missingFolderIsReported() throws {
    let folder = try TemporaryFolder(["a.json": grammar("source.a")])
    let library = GrammarLibrary(folders: ["/nowhere/at/all", folder.path])
    #expect(library.folderFailures.map(\.code) == [.unreadable])
    #expect(library.hasGrammar(scope: "source.a"))
  }

  @Test("many threads at once get one and the same grammar")
  func manyThreadsGetTheSameGrammar() async throws {
    let folder = try TemporaryFolder(["a.json": grammar("source.a")])
    let library = GrammarLibrary(folders: [folder.path])
    let rules = await withTaskGroup(of: ObjectIdentifier?.self) { group in
      for _ in 0..<32 {
        group.addTask { library.rawGrammar(scope: "source.a")?.patterns.first.map(ObjectIdentifier.init) }
      }
      return await group.reduce(into: Set<ObjectIdentifier?>()) { $0.insert($1) }
    }
    #expect(rules.count == 1 && !rules.contains(nil))
  }
}
