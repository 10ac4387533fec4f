internal import HTTPTypes

/// The `traceparent` header of a request (W3C Trace Context), which names the caller's trace.
///
/// ```
/// traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
/// ```
struct TraceParent: Hashable, Sendable {
  /// The trace identifier, 32 hexadecimal digits.
  var traceID: String

  /// Parses the header; nil if it is missing, repeated or invalid.
  init?(_ headers: HTTPFields) {
    let values = headers[values: .traceParent]
    guard values.count == 1 else { return nil }
    let parts = values[0].split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 4, zip(parts, [2, 32, 16, 2]).allSatisfy({ Self.isHexadecimal($0, count: $1) }),
      parts[0] != "ff", parts[0] != "00" || parts.count == 4,
      parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
    else { return nil }
    traceID = String(parts[1])
  }

  private static func isHexadecimal(_ text: Substring, count: Int) -> Bool {
    text.utf8.count == count
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

/// The identifier of a request in the log: the caller's own if it is harmless.
enum RequestIdentifier {
  /// Returns the value of `X-Request-Id`; nil if the header is missing, repeated, longer than 128 characters,
  /// or contains characters other than letters, digits and `-_.:+/=`.
  static func given(_ headers: HTTPFields) -> String? {
    let values = headers[values: .xRequestID]
    guard values.count == 1, (1...128).contains(values[0].utf8.count) else { return nil }
    let isHarmless = values[0].unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        || "-_.:+/=".unicodeScalars.contains(scalar)
    }
    return isHarmless ? values[0] : nil
  }
}

extension HTTPField.Name {
  static let traceParent = HTTPField.Name("traceparent")!
}
