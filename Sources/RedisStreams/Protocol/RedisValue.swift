/// A reply of Redis.
///
/// ```swift
/// RedisValue.array([.integer(1), .bytes(Array("one".utf8))])
/// ```
package enum RedisValue: Hashable, Sendable {
  /// A bulk string or a status.
  case bytes([UInt8])
  case integer(Int)
  case array([RedisValue])
  case null
  /// An error inside an array. An error that is the whole reply is thrown as ``RedisError``.
  case error(String)

  package var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

  /// The text of a string or status; nil for other values.
  package var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  /// The value of an integer, or of a string with a decimal number.
  package var number: Int? {
    switch self {
    case .integer(let value): value
    case .bytes(let bytes): Int(String(decoding: bytes, as: UTF8.self))
    default: nil
    }
  }

  /// The elements of an array; empty for other values.
  package var elements: [RedisValue] { if case .array(let elements) = self { elements } else { [] } }
}
