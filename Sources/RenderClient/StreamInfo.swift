/// The state of a stream on the service.
///
/// ```swift
/// let info = try await stream.info()
/// print("\(info.bytes) bytes, \(info.state)")
/// ```
public struct StreamInfo: Decodable, Hashable, Sendable {
  public var id: String
  /// The state: `open`, `finishing` or `ended`.
  public var state: String
  public var endReason: String?
  /// The length of the text so far, in UTF-8 bytes.
  public var bytes: Int
  /// The number of bytes that the events so far include; nil if the service does not report it.
  public var renderedBytes: Int?
  public var chunks: Int
  public var approximateTokens: Int
  public var lastEvent: Int
  /// The kind of the text: `markdown`, a message format, or `auto` until it is known.
  public var input: String
  /// Counts of a conversation's text that the service could not parse.
  public var skipped: SkippedEvents?
  /// The number of secrets of each kind that the service replaced; nil unless the stream redacts.
  public var redacted: [String: Int]?
}

/// Counts of a conversation's text that the service could not parse.
///
/// ```swift
/// if let skipped = info.skipped, !skipped.isEmpty { print("\(skipped.brokenLines) broken lines") }
/// ```
public struct SkippedEvents: Decodable, Hashable, Sendable {
  /// The number of lines, or pieces between lines, that are not JSON.
  public var brokenLines: Int
  /// The number of events of each type that the service does not know.
  public var unknownTypes: [String: Int]

  public var isEmpty: Bool { brokenLines == 0 && unknownTypes.isEmpty }
}

/// Statistics of a stream.
///
/// ```swift
/// if case .done(_, let statistics) = event.kind { print(statistics.elapsedMilliseconds) }
/// ```
public struct StreamStatistics: Decodable, Hashable, Sendable {
  /// The length of the text, in UTF-8 bytes.
  public var bytes: Int
  /// The number of tokens, as the service estimates it.
  public var approximateTokens: Int
  /// The time from the start of the stream to its last text.
  public var elapsedMilliseconds: Int
  /// Counts of a conversation's text that could not be parsed.
  public var skipped: SkippedEvents?
  /// The number of secrets of each kind that the service replaced; nil unless the stream redacts.
  public var redacted: [String: Int]?
}

/// The service's confirmation of a chunk, with the number of the last chunk that it has.
struct ChunkReceipt: Decodable {
  var seq: Int
  var duplicate: Bool
}
