import Foundation
import Testing
import TextMate

@Suite("ilsrender grammar index")
struct GrammarIndexTests {
  @Test func keepsEverythingThatAGrammarSaysOfItsLanguage() throws {
    let grammar = """
      {"scopeName": "source.a", "patterns": [],
       "language": {"id": "c++", "name": "C \\"++\\"", "aliases": ["cc"], "extensions": [".cc"],
         "filenames": ["x"], "shebangs": ["crun"], "firstLine": "^\\\\s*//\\t"}}
      """
    try withFiles(["a.json": grammar, "b.json": #"{"scopeName": "source.b", "patterns": []}"#]) { folder in
      let scanned = try GrammarIndex.scan(folder).index
      let result = try Program().run(["grammar", "index", folder])
      #expect(result.status == 0, "\(result.errors)")
      let stored = GrammarLibrary(folders: [folder]).languages
      #expect(Set(stored.all) == Set(scanned.entries.compactMap(\.language)))
      #expect(stored["c++"]?.firstLine == "^\\s*//\t")
      #expect(stored["c++"]?.name == "C \"++\"")
      let json = try Data(contentsOf: URL(filePath: folder).appending(path: "index.json"))
      #expect((try JSONSerialization.jsonObject(with: json) as? [Any])?.count == 2)
    }
  }

  @Test("the index of our own grammars is fresh (ilsrender grammar index grammars)")
  func indexOfOwnGrammarsIsUpToDate() throws {
    let grammars = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "grammars")
    try withFiles([:]) { folder in
      let copy = URL(filePath: folder).appending(path: "grammars")
      try FileManager.default.copyItem(at: grammars, to: copy)
      #expect(try Program().run(["grammar", "index", copy.path]).status == 0)
      let name = GrammarIndex.filename
      let isFresh =
        try Data(contentsOf: copy.appending(path: name)) == Data(contentsOf: grammars.appending(path: name))
      #expect(isFresh)
    }
  }
}
