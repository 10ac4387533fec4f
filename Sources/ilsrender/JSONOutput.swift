internal import RunFormatters

/// Writes JSON values as text, without building a tree.
struct JSONOutput: ~Copyable {
  private var sink = ByteSink()

  var bytes: [UInt8] { sink.bytes }
  var count: Int { sink.count }

  mutating func append(raw text: String) { sink.append(text: text) }

  mutating func append(_ text: [UInt8]) { sink.append(text) }

  mutating func removeAll() { sink.removeAll() }

  /// Appends a string with its quotation marks.
  mutating func append(string: String) { sink.append(jsonString: string) }

  /// Appends a string with its quotation marks, from bytes.
  mutating func append(string bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBufferPointer { sink.append(jsonString: $0) }
  }
}

extension JSONOutput {
  /// A value in the small objects of lists.
  enum JSONOutputValue {
    case string(String?)
    case strings([String])
  }

  /// Returns an array of objects, one per line.
  static func lines(_ objects: [[(key: String, value: JSONOutputValue)]]) -> [UInt8] {
    var text = JSONOutput()
    text.append(raw: "[")
    for (index, members) in objects.enumerated() {
      text.append(raw: index == 0 ? "\n  {" : ",\n  {")
      for (index, member) in members.enumerated() {
        if index > 0 { text.append(raw: ", ") }
        text.append(string: member.key)
        text.append(raw: ": ")
        text.append(member.value)
      }
      text.append(raw: "}")
    }
    text.append(raw: objects.isEmpty ? "]\n" : "\n]\n")
    return text.bytes
  }

  mutating func append(_ value: JSONOutputValue) {
    switch value {
    case .string(nil): append(raw: "null")
    case .string(let text?): append(string: text)
    case .strings(let texts):
      append(raw: "[")
      for (index, text) in texts.enumerated() {
        if index > 0 { append(raw: ", ") }
        append(string: text)
      }
      append(raw: "]")
    }
  }
}
