import Foundation
import Testing

@testable import Redaction

/// Texts without secrets: the samples of the grammars and the documents of the repository.
@Suite struct FalseAlarmTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(arguments: [
    "Tests/GrammarTests/Samples", "docs", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Examples",
  ])
  func textsWithoutSecretsStay(path: String) throws {
    let start = Self.root.appending(path: path)
    let inside =
      FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)?.allObjects as? [URL]
    var files = 0
    for file in (inside ?? []) + [start] {
      guard let data = try? Data(contentsOf: file) else { continue }
      files += 1
      var counts = SecretCounts()
      let bytes = [UInt8](data)
      let text = Redactor.redact(bytes, counting: &counts)
      #expect(text == bytes, "\(file.path): \(counts.summary ?? "")")
    }
    #expect(files > 0)
  }
}
