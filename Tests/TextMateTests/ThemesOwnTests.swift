import Foundation
import StyledRuns
import Testing
import TextMate

@Suite("Our themes")
struct ThemesOwnTests {
  /// The themes, by the names of their files.
  private static let ids =
    ((try? FileManager.default.contentsOfDirectory(atPath: PackageFolder.themes)) ?? [])
    .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  private let library = ThemeLibrary(folders: [PackageFolder.themes])

  @Test("all are there")
  func everyFileIsATheme() {
    #expect(library.ids == Self.ids)
    #expect(Self.ids.count >= 12)
  }

  @Test("a theme with a dark background says so, and only such a theme", arguments: ids)
  func themesAreDarkByTheirBackground(id: String) throws {
    let theme = try library.theme(named: id)
    #expect(theme.isDark == (Contrast.luminance(theme.palette.background) < 0.2))
  }

  @Test("nothing in them is malformed, every role of the palette is stated", arguments: ids)
  func ownThemesStateEveryRole(id: String) throws {
    #expect(try library.theme(named: id).issues.isEmpty)
    let roles = try #require(json(id)["ils"] as? [String: String])
    #expect(
      roles.keys.sorted() == [
        "accent", "background", "border", "codeBackground", "codeText", "error", "heading",
        "important", "info", "inlineCode", "inlineCodeBackground", "link", "mutedText", "quote", "success",
        "text", "textOnAccent", "warning",
      ])
  }

  @Test("text can be read on all that it stands on", arguments: ids)
  func textIsReadableOnEverySurface(id: String) throws {
    let palette = try library.theme(named: id).palette
    #expect(Contrast.ratio(palette.text, palette.background) >= 7)
    #expect(Contrast.ratio(palette.codeText, palette.codeBackground) >= 7)
    for ink in Palette.inks {
      let color = palette[keyPath: ink.role]
      for surface in ink.surfaces {
        let ratio = Contrast.ratio(color, palette.color(of: surface))
        #expect(ratio >= 4.5, "\(color.hex) on \(surface)")
      }
    }
    #expect(palette.accent != palette.error)
    #expect(palette.accent != palette.warning)
  }

  @Test("every token colour can be read on code, on marked lines and on those of diffs", arguments: ids)
  func tokensAreReadableOnEveryLine(id: String) throws {
    let palette = try library.theme(named: id).palette
    let entries = try #require(json(id)["tokenColors"] as? [[String: Any]])
    #expect(entries.count > 30)
    for entry in entries {
      let settings = try #require(entry["settings"] as? [String: String])
      #expect(settings["background"] == nil)
      guard let foreground = settings["foreground"] else { continue }
      let color = try #require(Color(hex: foreground))
      for surface in Palette.Surface.lines {
        let ratio = Contrast.ratio(color, palette.color(of: surface))
        #expect(ratio >= 4.5, "\(entry["name"] ?? "") \(foreground) on \(surface)")
      }
    }
  }

  @Test("what is important is purple", arguments: ids)
  func importantAlertsArePurple(id: String) throws {
    let color = try library.theme(named: id).palette.important
    #expect(color.blue > color.red && color.red > color.green, "\(color.hex)")
  }

  @Test("what must be told apart has colours of its own", arguments: ids)
  func importantRolesHaveDistinctColours(id: String) throws {
    let theme = try library.theme(named: id)
    let scopes = [
      "keyword.control.x", "storage.type.x", "entity.name.type.x", "entity.name.function.x",
      "string.quoted.x", "constant.numeric.x", "constant.language.x", "comment.line.x", "variable.other.x",
      "variable.parameter.x", "entity.name.tag.x", "entity.other.attribute-name.x", "string.regexp.x",
      "constant.character.escape.x", "keyword.operator.x", "punctuation.separator.x",
    ]
    let colors = scopes.map { theme.style(for: ["source.x", $0]).foreground }
    #expect(!colors.contains(nil))
    #expect(Set(colors).count == scopes.count)
  }

  @Test(
    "markup and invalid text have a style of their own, not by colour alone", arguments: ids,
    [
      ("markup.heading.x", FontStyle.bold), ("markup.bold.x", .bold), ("markup.italic.x", .italic),
      ("markup.strikethrough.x", .strikethrough), ("markup.underline.link.x", .underline),
      ("markup.inserted.x", []), ("markup.deleted.x", []), ("invalid.illegal.x", []),
      ("invalid.deprecated.x", .strikethrough), ("comment.block.x", .italic),
    ] as [(String, FontStyle)])
  func markupHasStylesBesidesColours(id: String, scope: (name: String, fontStyle: FontStyle)) throws {
    let style = try library.theme(named: id).style(for: ["text.x", scope.name])
    #expect(style.fontStyle == scope.fontStyle)
    #expect(style.foreground != nil)
  }

  @Test(
    "the colours that make their identity",
    arguments: [
      ("ghost-protocol", "accent", "#7df9ff"), ("ghost-protocol", "background", "#08080c"),
      ("electric-grid", "accent", "#00ff88"), ("electric-grid", "background", "#050510"),
      ("crimson", "accent", "#dc2626"), ("ember", "accent", "#f59e0b"),
      ("ember", "warning", "#fbbf24"), ("paper", "accent", "#ea580c"), ("snow", "accent", "#2563eb"),
    ])
  func ownThemesHaveTheirIdentityColours(id: String, role: String, color: String) throws {
    let roles = try #require(json(id)["ils"] as? [String: String])
    #expect(roles[role] == color)
  }

  @Test("text on the bright accents is dark", arguments: ["ghost", "electric", "ember"])
  func textOnBrightAccentsIsDark(id: String) throws {
    #expect(try Contrast.luminance(library.theme(named: id).palette.textOnAccent) < 0.05)
  }

  @Test("code inside of a string is not drawn as a string", arguments: ids)
  func codeInsideStringsIsNotDrawnAsString(id: String) throws {
    let theme = try library.theme(named: id)
    let stack = ["source.x", "string.quoted.x", "meta.embedded.line.x"]
    #expect(theme.style(for: stack).foreground == theme.palette.codeText)
  }

  /// Many grammars have no scope for brackets.
  @Test("brackets are drawn as text", arguments: ids)
  func bracketsAreDrawnAsText(id: String) throws {
    let theme = try library.theme(named: id)
    for scope in [
      "punctuation.section.block.begin.bracket.curly.x", "meta.brace.round.x",
      "punctuation.definition.parameters.begin.x",
      "punctuation.definition.array.begin.x", "punctuation.definition.list.begin.x",
      "punctuation.parenthesis.open.x",
    ] {
      #expect(theme.style(for: ["source.x", scope]).foreground == theme.palette.codeText, "\(scope)")
    }
  }

  private func json(_ id: String) throws -> [String: Any] {
    let bytes = try Data(contentsOf: URL(filePath: PackageFolder.themes + "/\(id).json"))
    return try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }
}
