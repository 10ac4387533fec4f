internal import Rendering
internal import StyledRuns
internal import TextMate

/// Renders for one request; runs on the pool.
struct DocumentRendering: Sendable {
  let catalog: Catalog
  let options: RenderOptions

  func markdown(_ bytes: [UInt8]) -> RenderedDocument {
    let renderer = Renderer(
      markdown: options.markdown, highlighter: options.isBare ? nil : catalog.highlighter)
    var timings = StageTimings()
    let start = ContinuousClock.now
    var document = renderer.parse(markdown: bytes)
    let parsed = ContinuousClock.now
    renderer.highlight(&document)
    let highlighted = ContinuousClock.now
    timings.parse = parsed - start
    timings.highlight = highlighted - parsed
    return rendered(document, timings, since: highlighted)
  }

  /// - Parameter name: what the client calls the language; nil lets it be detected.
  func code(_ bytes: [UInt8], language: Language?) -> RenderedDocument {
    let start = ContinuousClock.now
    let known = language ?? catalog.language(ofCode: bytes)
    let document = Renderer(highlighter: catalog.highlighter).render(code: bytes, language: known)
    let highlighted = ContinuousClock.now
    var timings = StageTimings()
    timings.highlight = highlighted - start
    var rendered = rendered(document, timings, since: highlighted)
    rendered.language = (known?.id.rawValue, known?.name, language == nil)
    return rendered
  }

  private func rendered(
    _ document: Document, _ timings: StageTimings, since start: ContinuousClock.Instant
  ) -> RenderedDocument {
    var timings = timings
    let bytes = DocumentWriter(options: options).bytes(of: document)
    timings.format = ContinuousClock.now - start
    return RenderedDocument(
      bytes: bytes, format: options.format, theme: options.theme.id,
      degraded: options.isBare ? [] : Degradation.all(in: document), timings: timings)
  }
}

extension Catalog {
  /// The language that code tells by itself; nil where it tells none.
  func language(ofCode bytes: [UInt8]) -> Language? {
    let detection = detector.detect(bytes)
    return detection.language == LanguageDetector.plain ? nil : languages[detection.language]
  }
}
