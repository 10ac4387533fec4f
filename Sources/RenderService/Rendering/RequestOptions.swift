internal import HTTPTypes
internal import MarkdownBlocks
internal import MessageStreams
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// How a document or conversation is to be understood and to look, as a request says it.
struct RequestOptions: Sendable {
  /// The format of the answer, with the options of each format.
  var output: ContentFormatter
  /// At least one; HTML holds all of them, everything else has the first.
  var themes: [Theme]
  var markdown = MarkdownOptions(extensions: .all)
  /// Whether fences without a label are highlighted as what their code looks like.
  var detectsLanguages = true
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
    output = ContentFormatter(decoder.choice("format", among: formats) ?? defaultFormat)
    let names = decoder.string("theme") { catalog.problem(withThemes: $0) }
    guard let chosen = try? catalog.knownThemes(named: names ?? configuration.theme) else {
      throw APIError(.internalServerError, .internalError, "the service's own theme cannot be read")
    }
    themes = chosen
    markdown.maximumNesting = configuration.limits.nesting
    var isBare = false
    if subject != .conversation {
      isBare = decoder.bool("bare") ?? false
      markdown.isOptimistic = decoder.bool("optimistic") ?? false
    }
    if subject != .document { output.expansion = decoder.choice("expand") }
    if subject == .stream { readInput(&decoder) }
    readMarkdown(&decoder, isBare: isBare)
    output.html = HTMLFormatter.Options(&decoder, ceiling: configuration.addressCeiling)
    // What streams holds is written by a model, mostly, as what conversations hold.
    if subject == .stream { output.html.links = output.html.links.forConversations }
    if isBare { output.bareHTML = bareHTML }
    readANSI(&decoder)
  }

  /// Returns the content in the format of the options; what is left of it where the current ``Cancellation`` is set
  /// meanwhile.
  ///
  /// - Parameter limit: the number of bytes that the answer may have at most.
  /// - Throws: 422 where the answer would be larger. It is not written to its end.
  func format(_ content: StreamContent, limit: Int) throws(APIError) -> [UInt8] {
    var sink = ByteSink(capacity: 1 << 14, limit: limit, cancellation: .current)
    output.write(content, sheets: themes.map { $0.styleSheet(for: content.scopes) }, into: &sink)
    if sink.isOverLimit { throw .answerTooLarge(limit: limit) }
    return sink.bytes
  }

  /// What the answer calls the themes.
  var themeNames: String { themes.map(\.id).joined(separator: ",") }

  /// What gives code its colours; nil for HTML that has none.
  func highlighter(in catalog: Catalog) -> Highlighter? {
    output.bareHTML != nil ? nil : detectsLanguages ? catalog.highlighter : catalog.labelHighlighter
  }

  private mutating func readInput(_ decoder: inout RequestDecoder) {
    let name = decoder.string("input") { name in
      let names = StreamSession.Input.names
      return names.contains(name) ? nil : "must be one of " + names.joined(separator: ", ")
    }
    input = name.flatMap { StreamSession.Input(name: $0) } ?? .markdown
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
  }
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
