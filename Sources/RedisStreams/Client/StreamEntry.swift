/// An entry of a Redis stream. Its identifier has the form `NUMBER-PART`.
package struct StreamEntry: Hashable, Sendable {
  package struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
    package var number: Int
    package var part: Int

    package init(_ number: Int, part: Int = 0) {
      self.number = number
      self.part = part
    }

    package static func < (left: ID, right: ID) -> Bool {
      (left.number, left.part) < (right.number, right.part)
    }

    package var description: String { "\(number)-\(part)" }
  }

  package var id: ID
  /// The field names and values, alternating.
  package var fields: [[UInt8]]

  package init(id: ID, fields: [[UInt8]]) {
    self.id = id
    self.fields = fields
  }

  package init?(_ value: RedisValue) {
    let parts = value.elements
    guard parts.count == 2, let words = parts[0].text?.split(separator: "-"), words.count == 2,
      let number = Int(words[0]), let part = Int(words[1])
    else { return nil }
    id = ID(number, part: part)
    fields = parts[1].elements.compactMap(\.bytes)
  }

  /// The value of a field; nil if the entry does not contain the field.
  package subscript(name: String) -> [UInt8]? {
    for index in stride(from: 0, to: fields.count - 1, by: 2) where fields[index].elementsEqual(name.utf8) {
      return fields[index + 1]
    }
    return nil
  }
}
