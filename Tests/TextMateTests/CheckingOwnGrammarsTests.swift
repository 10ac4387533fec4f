import Foundation
import Testing
import TextMate

/// Our grammars, as `ilsrender grammar check` sees them.
@Suite("Checking our own grammars")
struct CheckingOwnGrammarsTests {
  private static let library = GrammarLibrary(folders: [PackageFolder.grammars])
  private static let files =
    FileBytes.names(inFolder: PackageFolder.grammars)?
    .filter { $0.hasSuffix(".tmLanguage.json") } ?? []

  @Test("nothing is found in a grammar", arguments: files)
  func ownGrammarsHaveNoFindings(file: String) throws {
    let library = Self.library
    let findings = try GrammarCheck.findings(
      inFile: PackageFolder.grammars + "/" + file, source: library,
      neighbours: { library.scopes.compactMap(library.rawGrammar) })
    #expect(findings.map { "\(file):\($0.line): \($0.location): \($0.message)" } == [])
  }

  @Test("every grammar tells its language, and no two the same")
  func ownGrammarsHaveDistinctLanguages() throws {
    let entries = try GrammarIndex.scan(PackageFolder.grammars).index.entries
    #expect(entries.count == Self.files.count)
    #expect(Set(entries.map(\.scope)).count == entries.count)
    #expect(Set(entries.compactMap(\.language?.id)).count == entries.count)
  }
}
