/// A stream of the service, as it describes it.
public struct StreamInfo: Decodable, Hashable, Sendable {
  public var id: String
  /// `open`, `finishing` or `ended`.
  public var state: String
  public var endReason: String?
  /// UTF-8 bytes of text so far.
  public var bytes: Int
  public var chunks: Int
  public var approximateTokens: Int
  public var lastEvent: Int
}

/// What a stream came to so far.
public struct StreamStatistics: Decodable, Hashable, Sendable {
  /// UTF-8 bytes of text.
  public var bytes: Int
  /// The service's estimate.
  public var approximateTokens: Int
  /// From the beginning to the last text.
  public var elapsedMilliseconds: Int
}

/// The number of the last chunk that the service has.
struct ChunkReceipt: Decodable {
  var seq: Int
  var duplicate: Bool
}
