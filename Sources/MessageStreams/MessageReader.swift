/// Reads one format of conversations: recognises it, and turns its bytes into events.
///
/// A new format is a type that conforms, in a file of its own, and a case of ``MessageFormat``.
protocol MessageReader {
  init()

  /// The way in which an input is divided, by its first byte that is no white space.
  static func framing(startingWith first: UInt8) -> MessageFraming

  /// Whether an object, of which more may come, is of this format.
  static func recognises(_ object: JSONValue) -> Bool

  /// Whether server-sent events with this name are of this format.
  static func recognises(eventNamed name: String) -> Bool

  /// Reads a line, the data of an event, or a value: whole, and UTF-8.
  mutating func read(_ data: ArraySlice<UInt8>, log: inout MessageEventLog)

  /// Reads the next bytes of values, with ``MessageFraming/bytes``.
  mutating func read(bytes: ArraySlice<UInt8>, log: inout MessageEventLog)

  /// Ends what is open.
  mutating func finish(log: inout MessageEventLog)
}

extension MessageReader {
  static func recognises(eventNamed name: String) -> Bool { false }

  // No input of another framing comes here.
  mutating func read(bytes: ArraySlice<UInt8>, log: inout MessageEventLog) {}
}

/// The way in which an input is divided into what a reader reads at once.
enum MessageFraming {
  /// A JSON value on each line.
  case lines
  /// JSON values in the data of server-sent events.
  case events
  /// JSON values one after the other, over as many lines as they take; each element of an array is a value.
  case values
  /// The same, of which the reader takes the bytes as they come.
  case bytes
}

extension JSONValue {
  /// The text of a member that has come whole.
  func closedString(_ name: String) -> String? { self[name].flatMap { $0.isClosed ? $0.string : nil } }

  /// The elements of an array; none where there is no array.
  static func elements(of value: JSONValue?) -> [JSONValue] {
    guard let value, value.kind == .array else { return [] }
    return Array(value.children)
  }
}
