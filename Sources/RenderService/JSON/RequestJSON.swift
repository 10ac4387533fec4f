/// A JSON value in a request.
enum RequestJSON: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number with an integral value, however it is written (`3`, `3.0`).
  case integer(Int)
  case number(Double)
  case string(String)
  case array([RequestJSON])
  /// The members by name. The last of several members with the same name wins.
  case object([String: RequestJSON])

  /// The name of the value's type, for messages.
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
