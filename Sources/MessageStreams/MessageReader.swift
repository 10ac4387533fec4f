/// Parses one format of conversations: recognises the format, and turns bytes into events.
///
/// To add a format, write a conforming type in a file of its own and add a case to ``MessageFormat``.
protocol MessageReader {
  init()

  /// Returns the framing of an input that starts with `first`, its first byte that is not white space.
  static func framing(startingWith first: UInt8) -> MessageFraming

  /// Whether an object, which may be incomplete, is of this format.
  static func recognises(_ object: JSONValue) -> Bool

  /// Whether Server-Sent Events with this name are of this format.
  static func recognises(eventNamed name: String) -> Bool

  /// Parses a complete line, the data of an event, or a value. The data is valid UTF-8.
  mutating func read(_ data: ArraySlice<UInt8>, log: inout MessageEventLog)

  /// Parses the next bytes of the input. Called only with ``MessageFraming/bytes``.
  mutating func read(bytes: ArraySlice<UInt8>, log: inout MessageEventLog)

  /// Ends all open messages and parts.
  mutating func finish(log: inout MessageEventLog)
}

extension MessageReader {
  static func recognises(eventNamed name: String) -> Bool { false }

  // Only called with the framing `bytes`.
  mutating func read(bytes: ArraySlice<UInt8>, log: inout MessageEventLog) {}
}

/// The way in which an input is divided into units that a reader parses.
enum MessageFraming {
  /// One JSON value per line.
  case lines
  /// JSON values in the data of Server-Sent Events.
  case events
  /// A sequence of JSON values, each of which may span lines. Each element of an array is a value.
  case values
  /// A sequence of JSON values, passed to the reader as bytes.
  case bytes
}

extension JSONValue {
  /// Returns the text of a string member; nil until it is complete.
  func closedString(_ name: String) -> String? { self[name].flatMap { $0.isClosed ? $0.string : nil } }

  /// Returns the elements of an array; empty for other values.
  static func elements(of value: JSONValue?) -> [JSONValue] {
    guard let value, value.kind == .array else { return [] }
    return Array(value.children)
  }
}
