internal import HTTPTypes
internal import MarkdownBlocks
internal import Rendering
internal import RunFormatters
internal import TextMate

/// How a document is to be understood and to look, as a request says it.
struct RenderOptions: Sendable {
  var format: OutputFormat
  var theme: Theme
  var markdown = MarkdownOptions()
  var html = HTMLFormatter.Options()
  var isBare = false
  var ansi = ANSIFormatter.Options()
  var text = PlainTextFormatter.Options()

  /// Takes the members that are options; problems stay in the reader.
  init(
    _ reader: inout MemberReader, format standard: OutputFormat = .html, catalog: Catalog,
    configuration: ServiceConfiguration
  ) throws(APIError) {
    format = reader.choice("format") ?? standard
    let name = reader.string("theme") { catalog.problem(withTheme: $0) }
    guard let chosen = try? catalog.knownTheme(named: name ?? configuration.theme) else {
      throw APIError(.internalServerError, .internalError, "the service's own theme cannot be read")
    }
    theme = chosen
    markdown.maximumNesting = configuration.limits.nesting
    readMarkdown(&reader)
    readHTML(&reader)
    readANSI(&reader)
  }

  private mutating func readMarkdown(_ reader: inout MemberReader) {
    markdown.smart = reader.bool("smart") ?? false
    let names = reader.strings("extensions") { names in
      names.first { Self.extensions[$0] == nil }.map { name in
        "'\(name)' is not known; there are: \(Self.extensions.keys.sorted().joined(separator: ", "))"
      }
    }
    guard let names else { return }
    markdown.extensions = names.reduce(into: []) { $0.formUnion(Self.extensions[$1] ?? []) }
  }

  private static let extensions: [String: MarkdownOptions.Extensions] = [
    "table": .table, "strikethrough": .strikethrough, "autolink": .autolink, "tasklist": .tasklist,
    "tagfilter": .tagfilter, "footnotes": .footnotes,
  ]

  private mutating func readHTML(_ reader: inout MemberReader) {
    isBare = reader.bool("bare") ?? false
    html.isStandalone = reader.bool("standalone") ?? false
    html.title = reader.string("title")
    html.pageLanguage = reader.string("pageLanguage")
    html.styling = reader.choice("styling") ?? .classes
    html.rawHTML = reader.choice("rawHTML", HarmlessHTML.self) == .sanitize ? .sanitize : .escape
    html.wrapsCode = reader.bool("wrapCode") ?? false
    html.hasCodeHeaders = reader.bool("codeHeaders") ?? true
    html.hasHeadingAnchors = reader.bool("headingAnchors") ?? true
    html.recognisesAlerts = reader.bool("alerts") ?? true
    html.identifierPrefix =
      reader.string("identifierPrefix") { prefix in
        let isPlain = prefix.allSatisfy {
          $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
        }
        return isPlain && prefix.utf8.count <= 64 ? nil : "must be at most 64 letters, digits, - and _"
      } ?? ""
    let numbers = reader.bool("lineNumbers") ?? false
    html.lineNumbers = numbers ? .shown : .never
    ansi.lineNumbers = numbers
  }

  private mutating func readANSI(_ reader: inout MemberReader) {
    if let width = reader.integer("width", in: 20...1000) {
      ansi.width = width
      text.width = width
    }
    ansi.colors = reader.choice("colors") ?? .trueColor
    ansi.links = reader.choice("links") ?? (ansi.colors == .none ? .inline : .hyperlinks)
    ansi.codeOverflow = reader.choice("codeOverflow") ?? .wrap
    ansi.plainCode = reader.bool("plainCode") ?? false
    ansi.recognisesAlerts = html.recognisesAlerts
  }
}

/// What may become of HTML in the markdown: whoever may call the service decides what it renders, but not what its
/// readers' browsers run.
private enum HarmlessHTML: String, CaseIterable {
  case escape, sanitize
}

extension Catalog {
  /// Why a theme cannot be had; nil where it can.
  func problem(withTheme name: String) -> String? {
    do throws(LoadError) {
      _ = try knownTheme(named: name)
      return nil
    } catch {
      return error.message
    }
  }

  /// The theme with an identifier. Never a file of the client's choice, which the library would read as well.
  func knownTheme(named name: String) throws(LoadError) -> Theme {
    let isPath = name.contains("/") || [".json", ".jsonc", ".tmTheme"].contains { name.hasSuffix($0) }
    if isPath { throw LoadError(code: .notFound, message: "unknown theme '\(name)'") }
    return try themes.theme(named: name)
  }
}
