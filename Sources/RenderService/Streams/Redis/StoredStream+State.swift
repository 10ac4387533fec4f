internal import HTTPTypes
internal import MessageStreams
internal import Redaction
internal import RedisStreams
internal import Rendering
internal import RunFormatters

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension StoredStream {
  /// Returns the stream's state in the form of the routes.
  func state(_ id: StreamID, _ options: RequestOptions) -> StreamState {
    var counts = StreamCounts(
      bytes: bytes, approximateTokens: TokenCount(quarters: quarters).approximate, elapsed: elapsed)
    if let stored = StoredCounts(json: progress.counts) {
      (counts.skipped, counts.redacted) = (stored.skipped, stored.redacted)
    }
    return StreamState(
      id: id, phase: StreamState.StreamPhase(phase), endReason: reason.flatMap(EndReason.init(rawValue:)),
      created: Double(created) / 1000, counts: counts, renderedBytes: progress.rendered,
      memoryBytes: progress.memory, chunks: chunks, lastEvent: lastEvent, firstEvent: firstEvent,
      format: options.output.format, theme: options.themeNames, input: progress.input)
  }

  /// Restores the options with which the stream was created.
  ///
  /// - Throws: ``APIError`` if this node is configured differently, for example with other themes.
  func requestOptions(_ catalog: Catalog, _ configuration: ServiceConfiguration) throws(APIError)
    -> RequestOptions
  {
    var decoder = RequestDecoder.read(json: options)
    let options = try RequestOptions(&decoder, .stream, catalog: catalog, configuration: configuration)
    try decoder.finish()
    return options
  }
}

extension StreamState.StreamPhase {
  fileprivate init(_ phase: StoredStream.StoredPhase) {
    self =
      switch phase {
      case .open: .open
      case .finishing: .finishing
      case .ended: .ended
      }
  }
}

extension EventLog.LogProgress {
  /// Returns the progress in the form of the store.
  func stored(memory: Int) -> RenderProgress {
    RenderProgress(
      rendered: renderedBytes, memory: memory, input: input.name,
      counts: StoredCounts(skipped: skipped, redacted: redacted).json, updates: updates)
  }
}

/// The counts of a renderer, in the form of the store.
private struct StoredCounts: Codable {
  var skipped: SkippedInput?
  var redacted: SecretCounts?

  init(skipped: SkippedInput?, redacted: SecretCounts?) {
    self.skipped = skipped
    self.redacted = redacted
  }

  /// Returns nil if nothing is stored.
  init?(json: [UInt8]) {
    guard let stored = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
    self = stored
  }

  /// The counts as JSON; empty if there are none.
  var json: [UInt8] {
    skipped == nil && redacted == nil ? [] : (try? JSONEncoder().encode(self)).map(Array.init) ?? []
  }
}
