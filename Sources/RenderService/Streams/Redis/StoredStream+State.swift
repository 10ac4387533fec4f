internal import HTTPTypes
internal import MessageStreams
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
    counts.skipped = SkippedInput.read(json: progress.skipped)
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
      rendered: renderedBytes, memory: memory, input: input.name, skipped: skipped?.json ?? [],
      updates: updates)
  }
}

extension SkippedInput {
  private struct SkippedInputWire: Codable {
    var brokenLines: Int
    var unknownTypes: [String: Int]
  }

  /// The counts as JSON.
  fileprivate var json: [UInt8] {
    (try? JSONEncoder().encode(SkippedInputWire(brokenLines: brokenLines, unknownTypes: unknownTypes))).map(
      Array.init)
      ?? []
  }

  fileprivate static func read(json: [UInt8]) -> SkippedInput? {
    guard let wire = try? JSONDecoder().decode(SkippedInputWire.self, from: Data(json)) else { return nil }
    var skipped = SkippedInput()
    skipped.brokenLines = wire.brokenLines
    skipped.unknownTypes = wire.unknownTypes
    return skipped
  }
}
