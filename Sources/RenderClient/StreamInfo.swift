/// A stream of the service, as it describes it.
public struct StreamInfo: Decodable, Hashable, Sendable {
  public var id: String
  /// `open`, `finishing` or `ended`.
  public var state: String
  public var endReason: String?
  /// UTF-8 bytes of text so far.
  public var bytes: Int
  /// Of these, the bytes that the events so far show; nil from a service that does not say it.
  public var renderedBytes: Int?
  public var chunks: Int
  public var approximateTokens: Int
  public var lastEvent: Int
  /// What the text is: `markdown`, a format of messages, or `auto` as long as that is not known.
  public var input: String
  /// Of a conversation: what of its text was not understood.
  public var skipped: SkippedEvents?
}

/// What of a conversation's text the service did not understand.
public struct SkippedEvents: Decodable, Hashable, Sendable {
  /// Lines, or pieces between lines, that are no JSON.
  public var brokenLines: Int
  /// Events by their type, which the service does not know.
  public var unknownTypes: [String: Int]

  public var isEmpty: Bool { brokenLines == 0 && unknownTypes.isEmpty }
}

/// What a stream came to so far.
public struct StreamStatistics: Decodable, Hashable, Sendable {
  /// UTF-8 bytes of text.
  public var bytes: Int
  /// The service's estimate.
  public var approximateTokens: Int
  /// From the beginning to the last text.
  public var elapsedMilliseconds: Int
  /// Of a conversation.
  public var skipped: SkippedEvents?
}

/// The number of the last chunk that the service has.
struct ChunkReceipt: Decodable {
  var seq: Int
  var duplicate: Bool
}
