import Foundation
import StyledRuns
import Testing
import TextMate

/// The colours of vscode-textmate's own theme tests: 72 files in 14 themes.
@Suite("Theme tests of vscode-textmate")
struct ThemeFixturesTests {
  /// The folder `test-cases/themes` of vscode-textmate; nil where it is not there.
  private static let folder: String? = {
    var candidates: [String] = []
    if let named = ProcessInfo.processInfo.environment["ILSRENDER_VSCODE_TEXTMATE"] {
      candidates.append(named + "/test-cases/themes")
    }
    if ConformanceData.root != nil {
      candidates += ["vscode-textmate/test-cases/themes", "vscode-textmate/themes"].map(ConformanceData.path)
    }
    return candidates.first { FileManager.default.fileExists(atPath: $0 + "/grammars.json") }
  }()

  private static let fixtures = folder.flatMap { try? ThemeFixtures(folder: $0) }

  @Test(
    "each piece of the files has the colour in each theme",
    .enabled(
      if: fixtures != nil,
      "the theme tests of vscode-textmate are not here: ILSRENDER_VSCODE_TEXTMATE names a checkout of it"),
    arguments: fixtures?.files ?? [])
  func samplesHaveTheExpectedColours(file: String) throws {
    let fixtures = try #require(Self.fixtures)
    let tokens = try #require(try fixtures.tokens(of: file), "no grammar for \(file)")
    let expected = try fixtures.expected(file)
    #expect(!expected.isEmpty)
    for (name, wanted) in expected {
      let theme = try Theme(path: "\(fixtures.folder)/\(try #require(ThemeFixtures.themes[name]))")
      let found = ThemeFixtures.colored(tokens, in: theme)
      let difference = zip(found, ThemeFixtures.joined(wanted)).first { $0 != $1 }
      #expect(
        difference == nil && found.count == ThemeFixtures.joined(wanted).count,
        "\(name): \(difference.map { "\($0.0), not \($0.1)" } ?? "\(found.count) pieces")")
    }
  }

  @Test("a file's colours are compared with what is expected")
  func comparisonFindsDifferences() throws {
    let folder = try TemporaryFolder([
      "grammars.json": #"[{"language": "toy", "scopeName": "source.toy", "path": "./toy.json"}]"#,
      "languages.json": #"[{"id": "toy", "extensions": [".toy"]}]"#,
      "toy.json":
        #"{"scopeName": "source.toy", "patterns": [{"match": "\\d+", "name": "constant.numeric"}]}"#,
      "solarized.tmTheme": """
      <plist version="1.0"><dict><key>settings</key><array>
        <dict><key>settings</key><dict><key>background</key><string>#FDF6E3</string>
          <key>foreground</key><string>#586E75</string></dict></dict>
        <dict><key>scope</key><string>constant.numeric</string><key>settings</key>
          <dict><key>foreground</key><string>#D33682</string></dict></dict>
      </array></dict></plist>
      """,
      "tests/a.toy": "x = 1\r\n\n2",
      "tests/a.toy.result":
        ##"{"t": [{"content": "x ", "color": "#586E75"}, {"content": "= ", "color": "#586E75"}, {"content": "1", "color": "#D33682"}, {"content": "2", "color": "#D33682"}]}"##,
    ])
    let fixtures = try ThemeFixtures(folder: folder.path)
    #expect(fixtures.files == ["a.toy"])
    let tokens = try #require(try fixtures.tokens(of: "a.toy"))
    let wanted = ThemeFixtures.joined(try #require(try fixtures.expected("a.toy")["t"]))
    let theme = try Theme(path: folder.path + "/solarized.tmTheme")
    #expect(ThemeFixtures.colored(tokens, in: theme) == wanted)
    let other = try Theme(Array(##"{"colors": {"editor.foreground": "#586E76"}}"##.utf8))
    #expect(ThemeFixtures.colored(tokens, in: other) != wanted)
  }
}
