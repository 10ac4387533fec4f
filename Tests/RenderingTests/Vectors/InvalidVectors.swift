import Foundation
import TestSupport

/// Any JSON value, with the members of objects in the order of their names.
enum JSONValue: Codable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    if let object = try? [String: JSONValue](from: decoder) {
      self = .object(object)
    } else if let array = try? [JSONValue](from: decoder) {
      self = .array(array)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Int.self) {
        self = .integer(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else {
        self = .string(try container.decode(String.self))
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }
}

/// Makes sound values of the wire form unsound, each in one place, so that neither a decoder nor a schema may take them.
struct Mutations {
  /// Members that may be left out.
  private static let optional: Set = [
    "revision", "open", "tight", "task", "spaced", "truncated", "info", "fenced", "language", "languageName",
    "detected",
    "highlighting", "plainLines", "spans", "kind", "span", "parent", "title", "scopes", "footnotes",
    "session", "model",
    "time", "parentCall", "stats", "source", "input", "fields", "view", "output", "depth", "omitted", "error",
    "routine",
    "lines", "images", "turns", "failure", "directory", "value", "name", "stopReason",
    "attributes",
  ]
  /// Numbers without a bound.
  private static let unbounded: Set = ["turns", "inputTokens", "outputTokens", "cacheReadTokens", "bytes"]
  /// Members whose text is one of a few.
  private static let names: Set = [
    "type", "id", "marker", "kind", "highlighting", "format", "role", "state", "level",
  ]

  /// Every value that differs from `value` in one place.
  static func all(of value: JSONValue) -> [JSONValue] { all(of: value, member: nil, in: [:]) }

  private static func all(
    of value: JSONValue, member: String?, in object: [String: JSONValue]
  ) -> [JSONValue] {
    // What is never a boolean becomes one.
    var changed: [JSONValue] = [.bool(true)]
    switch value {
    case .null, .bool: changed = [.integer(7)]
    case .integer:
      changed.append(.number(0.5))
      if member.map({ !unbounded.contains($0) }) ?? true { changed.append(.integer(5_000_000_000)) }
    case .number: break
    case .string:
      // A message, a session and a call have any text for an identity.
      let isFree =
        member == "id" && object["source"]?.isArray != true || member == "level" && object["content"] != nil
      if let member, names.contains(member), !isFree { changed.append(.string("nonsense")) }
    case .array(let items):
      changed += self.items(items, isPair: member == "source")
    case .object(let members):
      for (name, inner) in members.sorted(by: { $0.key < $1.key }) {
        for mutation in all(of: inner, member: name, in: members) {
          changed.append(.object(members.merging([name: mutation]) { $1 }))
        }
        let isOptional =
          optional.contains(name) && !isRequired(name, of: members)
          || name == "text" && members["format"] == nil && members["level"] == nil
          || name == "blocks" && members["type"] != nil || name == "id" && members["role"] != nil
        if !isOptional { changed.append(.object(members.filter { $0.key != name })) }
      }
    }
    return changed
  }

  /// Whether a member that others may leave out must be there.
  private static func isRequired(_ name: String, of members: [String: JSONValue]) -> Bool {
    switch name {
    case "source": members["source"]?.isArray == true
    case "lines": members["type"] == .string("code")
    case "name": members["type"] == .string("toolCall") || members["type"] == .string("element")
    case "kind": members["value"] != nil || members["depth"] != nil
    default: false
    }
  }

  private static func items(_ items: [JSONValue], isPair: Bool) -> [JSONValue] {
    var changed: [JSONValue] = []
    for index in items.indices {
      for mutation in all(of: items[index], member: nil, in: [:]) {
        var items = items
        items[index] = mutation
        changed.append(.array(items))
      }
    }
    changed.append(.array(items + [.bool(true)]))
    if isPair {
      changed.append(.array(items.dropLast()))
      changed.append(.array(items + [.integer(7)]))
    }
    return changed
  }
}

extension JSONValue {
  var isArray: Bool { if case .array = self { true } else { false } }
}
