/// A JSON value of a request.
enum RequestJSON: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number that is an integer in value, however it is written (`3`, `3.0`).
  case integer(Int)
  case number(Double)
  case string(String)
  case array([RequestJSON])
  /// The members by name; the later one of two with the same name counts.
  case object([String: RequestJSON])

  /// The name of the kind of value, for messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
