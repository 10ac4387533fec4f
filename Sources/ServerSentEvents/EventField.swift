/// One line of a stream of Server-Sent Events, without its line end.
package enum EventField: Hashable, Sendable {
  case id(String)
  case name(String)
  case data(ArraySlice<UInt8>)
  /// The reconnection time in milliseconds.
  case retry(Int)
  case comment
  /// A field that the standard does not define, or a value that it does not allow.
  case unknown
  /// An empty line, which ends an event.
  case end

  package init(_ line: ArraySlice<UInt8>) {
    guard let first = line.first else {
      self = .end
      return
    }
    guard first != UInt8(ascii: ":") else {
      self = .comment
      return
    }
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    var value = line.dropFirst(name.count + 1)
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    var text: String { String(decoding: value, as: UTF8.self) }
    switch String(decoding: name, as: UTF8.self) {
    case "data": self = .data(value)
    case "event": self = .name(text)
    case "id" where !value.contains(0): self = .id(text)
    case "retry": self = Int(text).flatMap { $0 < 0 ? nil : .retry($0) } ?? .unknown
    default: self = .unknown
    }
  }
}
