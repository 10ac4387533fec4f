internal import HTTPTypes
internal import Hummingbird
internal import StyledRuns

extension OutputFormat {
  /// The value of `Content-Type` for the format.
  var contentType: String { self == .ir ? mediaType : mediaType + "; charset=utf-8" }
}

/// The media types that a client accepts (RFC 9110, 12.5.1).
struct AcceptedTypes: Sendable {
  /// The accepted ranges; empty if everything is accepted equally.
  private var ranges: [(type: String, quality: Double)] = []

  /// Parses a header.
  ///
  /// - Parameter header: The value of `Accept`; nil accepts everything.
  init(_ header: String?) {
    guard let header, header != "*/*" else { return }
    for part in header.split(separator: ",") {
      let pieces = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      guard let type = pieces.first, type.contains("/") else { continue }
      let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
      ranges.append((type, min(max(quality ?? 1, 0), 1)))
    }
  }

  /// Returns the quality of a type, from 0 (not acceptable) to 1. The most specific range decides.
  func quality(of type: String) -> Double {
    if ranges.isEmpty { return 1 }
    let group = type.prefix { $0 != "/" } + "/*"
    return ranges.first { $0.type == type }?.quality ?? ranges.first { $0.type == group }?.quality
      ?? ranges.first { $0.type == "*/*" }?.quality ?? 0
  }

  /// Returns the type with the best quality, the first one among equals; nil if none is acceptable.
  func best(of types: [String]) -> String? {
    var best: (type: String, quality: Double)?
    for type in types {
      let quality = quality(of: type)
      if quality > best?.quality ?? 0 { best = (type, quality) }
    }
    return best?.type
  }
}

/// The media type of a body, and its charset.
struct ContentType: Sendable {
  var mediaType: String
  /// The charset in lower case; nil if it is missing.
  var charset: String?

  /// Parses a header; returns nil if it is missing or malformed.
  ///
  /// - Parameter header: The value of `Content-Type`, such as `text/markdown; charset="UTF-8"`.
  init?(_ header: String?) {
    guard let header else { return nil }
    if Self.plainTypes.contains(header) {
      mediaType = header
      return
    }
    let parts = header.split(separator: ";", omittingEmptySubsequences: false).map {
      $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" }.lowercased()
    }
    mediaType = parts[0]
    charset = parts.dropFirst().first { $0.hasPrefix("charset=") }.map { String($0.dropFirst(8)) }
    if mediaType.isEmpty { return nil }
  }

  /// Common values of the header, which need no parsing.
  private static let plainTypes = ["text/markdown", "application/json", "text/plain"]

  /// Whether the charset is UTF-8 or ASCII.
  var isUTF8: Bool { charset.map { ["utf-8", "utf8", "us-ascii", "ascii"].contains($0) } ?? true }

  /// Returns the media type of a request's body.
  ///
  /// - Parameters:
  ///   - supported: A description of the supported types, for messages.
  ///   - understood: Whether a type is supported.
  /// - Throws: 415 if the type is missing or unsupported, or if the charset is not UTF-8.
  @discardableResult
  static func required(
    of request: Request, supported: String, understood: (ContentType) -> Bool
  ) throws(APIError) -> ContentType {
    let header = request.headers[.contentType]
    guard let type = ContentType(header), understood(type) else {
      throw .unsupported(ContentType(header)?.mediaType ?? "", supported: supported)
    }
    guard type.isUTF8 else { throw .unsupportedCharset(type.charset ?? "") }
    return type
  }

  var isJSON: Bool { mediaType == "application/json" }
  var isText: Bool { mediaType.hasPrefix("text/") }

  /// Whether the body is raw bytes: text, lines of JSON, or arbitrary data.
  var isRaw: Bool {
    isText || ["application/octet-stream", "application/x-ndjson", "application/jsonl"].contains(mediaType)
  }

  /// The types of raw bodies, for messages.
  static let rawTypes = "a text type, application/x-ndjson, application/jsonl, application/octet-stream"
}
