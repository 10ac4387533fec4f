internal import MarkdownBlocks
internal import MessageStreams
internal import Redaction
internal import Rendering
internal import StyledRuns
internal import TextMate
internal import RunFormatters

/// Renders the document of one request. Runs on the pool.
struct DocumentRendering: Sendable {
  let catalog: Catalog
  let options: RequestOptions
  /// The size limit of the output, in bytes.
  let limit: Int

  func markdown(_ bytes: [UInt8]) throws(APIError) -> RenderedDocument {
    if options.markdown.isOptimistic { return try unfinished(bytes) }
    let renderer = renderer
    var timings = StageTimings()
    let start = ContinuousClock.now
    var secrets = SecretCounts()
    var document = renderer.parse(markdown: bytes, counting: &secrets)
    let parsed = ContinuousClock.now
    renderer.highlight(&document)
    let highlighted = ContinuousClock.now
    timings.parse = parsed - start
    timings.highlight = highlighted - parsed
    return try rendered(.document(document), timings, since: highlighted, secrets)
  }

  /// Renders an unfinished text, as a stream shows it at that moment.
  private func unfinished(_ bytes: [UInt8]) throws(APIError) -> RenderedDocument {
    let start = ContinuousClock.now
    let session = RenderSession(
      markdown: options.markdown, highlighter: options.highlighter(in: catalog), redaction: options.redaction)
    var content = StreamContent()
    if let update = session.append(bytes) {
      // The updates of a session always fit its own content.
      do { try content.apply(.document(update)) } catch { assertionFailure("\(error)") }
    }
    let parsed = ContinuousClock.now
    return try rendered(content, StageTimings(parse: parsed - start), since: parsed, session.secrets)
  }

  /// Renders code.
  ///
  /// - Parameter language: The language; nil to detect it, if the options allow that.
  func code(_ bytes: [UInt8], language: Language?) throws(APIError) -> RenderedDocument {
    let start = ContinuousClock.now
    let known = language ?? (options.detectsLanguages ? catalog.language(ofCode: bytes) : nil)
    var secrets = SecretCounts()
    let document = Renderer(highlighter: catalog.highlighter, redaction: options.redaction)
      .render(code: bytes, language: known, counting: &secrets)
    let highlighted = ContinuousClock.now
    var timings = StageTimings()
    timings.highlight = highlighted - start
    var rendered = try rendered(.document(document), timings, since: highlighted, secrets)
    rendered.language = (known?.id.rawValue, known?.name, language == nil && options.detectsLanguages)
    return rendered
  }

  /// Renders messages.
  ///
  /// - Parameter input: The kind of the body, which has been detected.
  func messages(_ bytes: [UInt8], _ input: MessageBody) throws(APIError) -> RenderedDocument {
    let start = ContinuousClock.now
    let name: String
    var content: StreamContent
    var skipped: SkippedInput? = SkippedInput()
    var secrets = SecretCounts()
    switch input {
    case .conversation(let conversation):
      // Secrets are no longer searched for, because the runs of a rendered conversation are not a text.
      if options.redaction != nil {
        throw .invalid(["redact": "is not for a conversation that is rendered already"])
      }
      name = MessageBody.ownName
      content = .conversation(conversation)
    case .format(let format):
      name = format.rawValue
      (content, skipped) = renderer.render(bytes, as: .messages(format), counting: &secrets)
    }
    if options.output.format == .ir { content = content.canonical() }
    let made = ContinuousClock.now
    var rendered = try rendered(content, StageTimings(parse: made - start), since: made, secrets)
    rendered.input = name
    rendered.skipped = skipped
    return rendered
  }

  private var renderer: Renderer {
    Renderer(
      markdown: options.markdown, highlighter: options.highlighter(in: catalog), redaction: options.redaction)
  }

  private func rendered(
    _ content: StreamContent, _ timings: StageTimings, since start: ContinuousClock.Instant,
    _ secrets: SecretCounts
  ) throws(APIError) -> RenderedDocument {
    var timings = timings
    let bytes = try options.format(content, limit: limit)
    timings.format = ContinuousClock.now - start
    return RenderedDocument(
      bytes: bytes, format: options.output.format, theme: options.themeNames,
      degraded: options.output.bareHTML != nil ? [] : Degradation.all(in: content), timings: timings,
      policy: options.securityPolicy(of: content), redacted: options.redaction == nil ? nil : secrets)
  }
}

extension Catalog {
  /// Detects the language of code; nil if no language is likely enough.
  func language(ofCode bytes: [UInt8]) -> Language? {
    let detection = detector.detect(bytes)
    return detection.language == LanguageDetector.plain ? nil : languages[detection.language]
  }
}
