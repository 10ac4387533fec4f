internal import HTTPTypes
internal import MarkdownBlocks
internal import MarkdownSource
internal import MessageStreams
internal import Redaction
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// The options of a request for parsing and formatting a document or conversation.
struct RequestOptions: Sendable {
  /// The output format and the options of each format.
  var output: ContentFormatter
  /// The themes, at least one. HTML contains all of them; other formats use the first.
  var themes: [Theme]
  var markdown = MarkdownOptions(extensions: .all)
  /// Whether the language of fences without an info string is detected from the code.
  var detectsLanguages = true
  /// The secrets to redact; nil for none.
  var redaction: SecretPatterns?
  /// The kind of a stream's text.
  var input = StreamSession.SessionInput.markdown

  /// The members with which a stream was created, from which another machine decodes the same options.
  private(set) var source: [UInt8] = []

  /// The subject of a request, which determines the available options.
  enum Subject {
    case document
    case conversation
    /// A document or a conversation that is still being written.
    case stream
  }

  /// Decodes the options. Errors are collected in the decoder.
  init(
    _ decoder: inout RequestDecoder, _ subject: Subject = .document,
    format defaultFormat: OutputFormat = .html,
    catalog: Catalog, configuration: ServiceConfiguration
  ) throws(APIError) {
    // Members that the route has read, such as `as`, are no options of the stream.
    if subject == .stream { source = decoder.unreadJSON() }
    let formats = subject == .conversation ? OutputFormat.ofConversations : OutputFormat.ofDocuments
    output = ContentFormatter(decoder.choice("format", among: formats) ?? defaultFormat)
    themes = try catalog.themes(&decoder, usual: configuration.theme)
    markdown.maximumNesting = configuration.limits.nesting
    var isBare = false
    if subject != .conversation {
      isBare = decoder.bool("bare") ?? false
      markdown.isOptimistic = decoder.bool("optimistic") ?? false
    }
    if subject != .document { output.expansion = decoder.choice("expand") }
    if decoder.bool("redact") ?? false { redaction = .standard }
    if subject == .stream { readInput(&decoder) }
    readMarkdown(&decoder, isBare: isBare)
    output.html = HTMLOptions(&decoder, ceiling: configuration.addressCeiling)
    // The content of a stream is usually written by a model, like that of a conversation.
    if subject == .stream { output.html.links = output.html.links.forConversations }
    if isBare { output.bareHTML = bareHTML }
    readANSI(&decoder)
  }

  /// Returns the content in the output format. If the current ``Cancellation`` is set, the result is
  /// incomplete.
  ///
  /// - Parameter limit: The size limit of the response, in bytes.
  /// - Throws: 422 if the response would exceed the limit. Formatting stops there.
  func format(_ content: StreamContent, limit: Int) throws(APIError) -> [UInt8] {
    var sink = ByteSink(capacity: 1 << 14, limit: limit, cancellation: .current)
    output.write(content, sheets: themes.map { $0.styleSheet(for: content.scopes) }, into: &sink)
    if sink.isOverLimit { throw .answerTooLarge(limit: limit) }
    return sink.bytes
  }

  /// The identifiers of the themes, separated by commas.
  var themeNames: String { themes.map(\.id).joined(separator: ",") }

  /// Returns the highlighter for code; nil for bare HTML, which has no highlighting.
  func highlighter(in catalog: Catalog) -> Highlighter? {
    output.bareHTML != nil ? nil : detectsLanguages ? catalog.highlighter : catalog.labelHighlighter
  }

  private mutating func readInput(_ decoder: inout RequestDecoder) {
    let name = decoder.string("input") { name in
      let names = StreamSession.SessionInput.names
      return names.contains(name) ? nil : "must be one of " + names.joined(separator: ", ")
    }
    input = name.flatMap { StreamSession.SessionInput(name: $0) } ?? .markdown
  }

  private var bareHTML: BareHTMLFormatter {
    BareHTMLFormatter(
      filtersTags: markdown.extensions.contains(.tagfilter),
      links: output.html.links.changesAddresses ? output.html.links : nil)
  }

  private mutating func readMarkdown(_ decoder: inout RequestDecoder, isBare: Bool) {
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
    let elements = decoder.string("elements") { list in
      do throws(ElementRuleError) {
        _ = try ElementRules.standard.adding(list)
        return nil
      } catch {
        return error.description
      }
    }
    if let elements, let rules = try? ElementRules.standard.adding(elements) { markdown.elements = rules }
  }

  private mutating func readANSI(_ decoder: inout RequestDecoder) {
    if let width = decoder.integer("width", in: 20...1000) {
      output.ansi.width = width
      output.text.width = width
    }
    output.ansi.colors = decoder.choice("colors") ?? .trueColor
    output.ansi.links = decoder.choice("links") ?? (output.ansi.colors == .none ? .inline : .hyperlinks)
    output.ansi.codeOverflow = decoder.choice("codeOverflow")
    output.ansi.plainCode = decoder.bool("plainCode") ?? false
    output.ansi.ambiguousWidth = (decoder.choice("ambiguous") ?? AmbiguousWidth.narrow).columns
    output.text.ambiguousWidth = output.ansi.ambiguousWidth
    output.ansi.lineNumbers = output.html.lineNumbers == .shown
    output.ansi.recognisesAlerts = output.html.recognisesAlerts
    output.ansi.frontMatter = output.html.frontMatter
    output.text.frontMatter = output.html.frontMatter
    output.ansi.diagrams = output.html.diagrams
    output.text.diagrams = output.html.diagrams
  }
}

extension Catalog {
  /// The maximum number of themes in one page or stylesheet.
  static let mostThemes = 8

  /// Decodes the option `theme`. Unknown names are collected in the decoder.
  ///
  /// - Parameter usual: The themes of requests that name none, and of those with unknown names.
  func themes(_ decoder: inout RequestDecoder, usual: String) throws(APIError) -> [Theme] {
    let names = decoder.string("theme") { problem(withThemes: $0) }
    guard let chosen = try? knownThemes(named: names ?? usual) else {
      throw APIError(.internalServerError, .internalError, "the service's own theme cannot be read")
    }
    return chosen
  }

  /// Returns the problem with a list of theme names; nil if all themes are available.
  func problem(withThemes names: String) -> String? {
    do throws(LoadError) {
      _ = try knownThemes(named: names)
      return nil
    } catch {
      return error.message
    }
  }

  /// Loads themes by their identifiers, which are separated by commas.
  func knownThemes(named names: String) throws(LoadError) -> [Theme] {
    let parts = names.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= Self.mostThemes else {
      throw LoadError(code: .notFound, message: "there may be at most \(Self.mostThemes) themes")
    }
    var themes: [Theme] = []
    for part in parts { themes.append(try knownTheme(named: String(part))) }
    return themes
  }

  /// Loads a theme by its identifier. Rejects paths, which the library would accept, so that clients cannot
  /// read files.
  private func knownTheme(named name: String) throws(LoadError) -> Theme {
    let isPath = name.contains("/") || [".json", ".jsonc", ".tmTheme"].contains { name.hasSuffix($0) }
    if isPath { throw LoadError(code: .notFound, message: "unknown theme '\(name)'") }
    return try themes.theme(named: name)
  }
}
