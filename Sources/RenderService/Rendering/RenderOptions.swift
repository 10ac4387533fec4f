internal import HTTPTypes
internal import MarkdownBlocks
internal import MessageStreams
internal import Rendering
internal import RunFormatters
internal import TextMate

/// How a document or conversation is to be understood and to look, as a request says it.
struct RenderOptions: Sendable {
  var format: OutputFormat
  /// At least one; HTML holds all of them, everything else has the first.
  var themes: [Theme]
  var markdown = MarkdownOptions(extensions: .all)
  /// Whether fences without a label are highlighted as what their code looks like.
  var detectsLanguages = true
  var html = HTMLFormatter.Options()
  var isBare = false
  var ansi = ANSIFormatter.Options()
  var text = PlainTextFormatter.Options()
  /// How much of tool calls is shown; nil: what suits the format.
  var expansion: ToolExpansion?
  /// What a stream's text is.
  var input = StreamSession.Input.markdown

  /// What a request renders: that decides which options there are.
  enum Subject {
    case document
    case conversation
    /// Either, while it is written.
    case stream
  }

  /// Takes the members that are options; problems stay in the decoder.
  init(
    _ decoder: inout RequestDecoder, _ subject: Subject = .document,
    format defaultFormat: OutputFormat = .html,
    catalog: Catalog, configuration: ServiceConfiguration
  ) throws(APIError) {
    let formats = subject == .conversation ? OutputFormat.ofConversations : OutputFormat.ofDocuments
    format = decoder.choice("format", among: formats) ?? defaultFormat
    let names = decoder.string("theme") { catalog.problem(withThemes: $0) }
    guard let chosen = try? catalog.knownThemes(named: names ?? configuration.theme) else {
      throw APIError(.internalServerError, .internalError, "the service's own theme cannot be read")
    }
    themes = chosen
    markdown.maximumNesting = configuration.limits.nesting
    if subject != .conversation {
      isBare = decoder.bool("bare") ?? false
      markdown.isOptimistic = decoder.bool("optimistic") ?? false
    }
    if subject != .document { expansion = decoder.choice("expand") }
    if subject == .stream { readInput(&decoder) }
    readMarkdown(&decoder)
    readHTML(&decoder)
    html.links = LinkPolicy(&decoder, ceiling: configuration.addressCeiling)
    // What streams holds is written by a model, mostly, as what conversations hold.
    if subject == .stream { html.links = html.links.forConversations }
    readANSI(&decoder)
  }

  /// What the answer calls the themes.
  var themeNames: String { themes.map(\.id).joined(separator: ",") }

  /// What gives code its colours; nil for HTML that has none.
  func highlighter(in catalog: Catalog) -> Highlighter? {
    isBare ? nil : detectsLanguages ? catalog.highlighter : catalog.labelHighlighter
  }

  private mutating func readInput(_ decoder: inout RequestDecoder) {
    let name = decoder.string("input") { name in
      let names = StreamSession.Input.names
      return names.contains(name) ? nil : "must be one of " + names.joined(separator: ", ")
    }
    input = name.flatMap { StreamSession.Input(name: $0) } ?? .markdown
  }

  private mutating func readMarkdown(_ decoder: inout RequestDecoder) {
    markdown.smart = decoder.bool("smart") ?? false
    detectsLanguages = decoder.bool("detect") ?? true
    let usual: MarkdownOptions.Extensions = isBare ? .gfm : .all
    let names = decoder.strings("extensions") { names in
      do throws(UnknownExtension) {
        _ = try MarkdownOptions.Extensions(names: names, usual: usual)
        return nil
      } catch {
        return error.description
      }
    }
    let chosen = names.flatMap { try? MarkdownOptions.Extensions(names: $0, usual: usual) }
    markdown.extensions = chosen ?? usual
  }

  private mutating func readHTML(_ decoder: inout RequestDecoder) {
    html.isStandalone = decoder.bool("standalone") ?? false
    html.title = decoder.string("title")
    html.pageLanguage = decoder.string("pageLanguage")
    html.styling = decoder.choice("styling") ?? .classes
    html.rawHTML = decoder.choice("rawHTML", HarmlessHTML.self) == .escape ? .escape : .sanitize
    html.wrapsCode = decoder.bool("wrapCode") ?? false
    html.hasCodeHeaders = decoder.bool("codeHeaders") ?? true
    html.hasHeadingAnchors = decoder.bool("headingAnchors") ?? true
    html.recognisesAlerts = decoder.bool("alerts") ?? true
    html.marksUpDrawings = decoder.bool("drawings") ?? false
    html.frontMatter = decoder.choice("frontMatter") ?? .hide
    html.identifierPrefix =
      decoder.string("identifierPrefix") { prefix in
        let isPlain = prefix.allSatisfy {
          $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
        }
        return isPlain && prefix.utf8.count <= 64 ? nil : "must be at most 64 letters, digits, - and _"
      }
    html.lineNumbers = decoder.bool("lineNumbers") ?? false ? .shown : .never
  }

  private mutating func readANSI(_ decoder: inout RequestDecoder) {
    if let width = decoder.integer("width", in: 20...1000) {
      ansi.width = width
      text.width = width
    }
    ansi.colors = decoder.choice("colors") ?? .trueColor
    ansi.links = decoder.choice("links") ?? (ansi.colors == .none ? .inline : .hyperlinks)
    ansi.codeOverflow = decoder.choice("codeOverflow")
    ansi.plainCode = decoder.bool("plainCode") ?? false
    ansi.ambiguousWidth = decoder.choice("ambiguous", AmbiguousWidth.self) == .wide ? 2 : 1
    text.ambiguousWidth = ansi.ambiguousWidth
    ansi.lineNumbers = html.lineNumbers == .shown
    ansi.recognisesAlerts = html.recognisesAlerts
    ansi.frontMatter = html.frontMatter
    text.frontMatter = html.frontMatter
  }
}

/// What may become of HTML in the markdown: whoever may call the service decides what it renders, but not what its
/// readers' browsers run.
private enum HarmlessHTML: String, CaseIterable {
  case escape, sanitize
}

/// Columns of characters that are narrow in some fonts and wide in others.
private enum AmbiguousWidth: String, CaseIterable {
  case narrow, wide
}

extension Catalog {
  /// The most themes that one page or stylesheet holds.
  static let mostThemes = 8

  /// Why themes cannot be had; nil where they can.
  func problem(withThemes names: String) -> String? {
    do throws(LoadError) {
      _ = try knownThemes(named: names)
      return nil
    } catch {
      return error.message
    }
  }

  /// The themes with these identifiers, separated by commas.
  func knownThemes(named names: String) throws(LoadError) -> [Theme] {
    let parts = names.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= Self.mostThemes else {
      throw LoadError(code: .notFound, message: "there may be at most \(Self.mostThemes) themes")
    }
    var themes: [Theme] = []
    for part in parts { themes.append(try knownTheme(named: String(part))) }
    return themes
  }

  /// The theme with an identifier. Never a file of the client's choice, which the library would read as well.
  private func knownTheme(named name: String) throws(LoadError) -> Theme {
    let isPath = name.contains("/") || [".json", ".jsonc", ".tmTheme"].contains { name.hasSuffix($0) }
    if isPath { throw LoadError(code: .notFound, message: "unknown theme '\(name)'") }
    return try themes.theme(named: name)
  }
}
