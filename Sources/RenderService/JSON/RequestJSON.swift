internal import StyledRuns
internal import RunFormatters

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

extension RequestJSON {
  /// Returns the members of an object in JSON; empty for anything else.
  static func members(_ json: [UInt8]) -> [String: RequestJSON] {
    do throws(JSONParser.JSONFailure) {
      if case .object(let members) = try JSONParser.parse(json) { return members }
    } catch {}
    return [:]
  }

  /// The text of a string; nil for anything else.
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The value as JSON. The members of objects are sorted by name.
  var bytes: [UInt8] {
    var sink = ByteSink(capacity: 128)
    write(into: &sink)
    return sink.bytes
  }

  private func write(into sink: inout ByteSink) {
    switch self {
    case .null: sink.append("null")
    case .bool(let value): sink.append(value ? "true" : "false")
    case .integer(let value): sink.append(decimal: value)
    case .number(let value): sink.append(Array("\(value)".utf8))
    case .string(let text): sink.append(jsonString: text)
    case .array(let elements):
      sink.append("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { sink.append(",") }
        element.write(into: &sink)
      }
      sink.append("]")
    case .object(let members):
      sink.append("{")
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { sink.append(",") }
        sink.append(jsonString: member.key)
        sink.append(":")
        member.value.write(into: &sink)
      }
      sink.append("}")
    }
  }
}
