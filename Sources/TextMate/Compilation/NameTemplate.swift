/// A rule name with placeholders for captured text, such as `entity.$1` or `markup.${2:/downcase}`.
struct NameTemplate: Sendable {
  enum TemplatePart: Sendable {
    case text([UInt8])
    /// The text of a group. `original` is the placeholder itself, for patterns without that group.
    case group(Int, Conversion, original: [UInt8])
  }

  enum Conversion: Sendable {
    case none, downcase, upcase
  }

  let parts: [TemplatePart]

  /// Parses a name; nil if it has no placeholder.
  init?(_ name: String) {
    // Most names have none.
    guard name.hasByte(UInt8(ascii: "$")) else { return nil }
    let bytes = Array(name.utf8)
    var parts: [TemplatePart] = []
    var textStart = 0
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "$"), let place = Self.place(in: bytes, at: index) else {
        index += 1
        continue
      }
      if index > textStart { parts.append(.text(Array(bytes[textStart..<index]))) }
      parts.append(.group(place.group, place.conversion, original: Array(bytes[index..<place.end])))
      index = place.end
      textStart = index
    }
    if parts.isEmpty || textStart == 0 { return nil }
    if textStart < bytes.count { parts.append(.text(Array(bytes[textStart...]))) }
    self.parts = parts
  }

  var highestGroup: Int {
    parts.reduce(-1) { highest, part in
      if case .group(let group, _, _) = part { max(highest, group) } else { highest }
    }
  }

  /// Fills in the placeholders.
  ///
  /// - Parameters:
  ///   - name: Receives the name in place of what it holds.
  ///   - text: Returns the text of a group: empty if the group did not take part in the match, nil if
  ///     the pattern has no such group.
  func resolve(into name: inout [UInt8], text: (Int) -> UnsafeBufferPointer<UInt8>?) {
    name.removeAll(keepingCapacity: true)
    for part in parts {
      switch part {
      case .text(let text): name += text
      case .group(let group, let conversion, let original):
        guard let captured = text(group) else {
          name += original
          continue
        }
        Self.append(captured, conversion, to: &name)
      }
    }
  }

  private static func append(
    _ captured: UnsafeBufferPointer<UInt8>, _ conversion: Conversion, to name: inout [UInt8]
  ) {
    // A leading dot would create an empty segment.
    if captured.allSatisfy({ $0 < 0x80 }) {
      let trimmed = captured.drop { $0 == UInt8(ascii: ".") }
      switch conversion {
      case .none: name += trimmed
      case .downcase: for byte in trimmed { name.append(byte.isUppercaseASCII ? byte | 0x20 : byte) }
      case .upcase: for byte in trimmed { name.append(byte.isLowercaseASCII ? byte & ~0x20 : byte) }
      }
      return
    }
    let trimmed = String(decoding: captured, as: UTF8.self).drop { $0 == "." }
    switch conversion {
    case .none: name += trimmed.utf8
    case .downcase: name += trimmed.lowercased().utf8
    case .upcase: name += trimmed.uppercased().utf8
    }
  }

  private static func place(
    in bytes: [UInt8], at dollar: Int
  ) -> (group: Int, conversion: Conversion, end: Int)? {
    var index = dollar + 1
    let isBraced = index < bytes.count && bytes[index] == UInt8(ascii: "{")
    if isBraced { index += 1 }
    let digits = index
    var group = 0
    while index < bytes.count, bytes[index] >= UInt8(ascii: "0"), bytes[index] <= UInt8(ascii: "9") {
      group = min(group * 10 + Int(bytes[index] - UInt8(ascii: "0")), 1_000_000)
      index += 1
    }
    guard index > digits else { return nil }
    if !isBraced { return (group, .none, index) }
    for (command, conversion) in [(":/downcase}", Conversion.downcase), (":/upcase}", .upcase)]
    where bytes[index...].starts(with: command.utf8) {
      return (group, conversion, index + command.utf8.count)
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isLowercaseASCII: Bool { self &- UInt8(ascii: "a") < 26 }
  fileprivate var isUppercaseASCII: Bool { self &- UInt8(ascii: "A") < 26 }
}
