/// A rule name with placeholders for captured text, such as `entity.$1` or `markup.${2:/downcase}`.
struct NameTemplate: Sendable {
  enum TemplatePart: Sendable {
    case text(String)
    /// The text of a group. `original` is the placeholder itself, for patterns without that group.
    case group(Int, Conversion, original: String)
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
      if index > textStart { parts.append(.text(String(decoding: bytes[textStart..<index], as: UTF8.self))) }
      let original = String(decoding: bytes[index..<place.end], as: UTF8.self)
      parts.append(.group(place.group, place.conversion, original: original))
      index = place.end
      textStart = index
    }
    if parts.isEmpty || textStart == 0 { return nil }
    if textStart < bytes.count { parts.append(.text(String(decoding: bytes[textStart...], as: UTF8.self))) }
    self.parts = parts
  }

  var highestGroup: Int {
    parts.reduce(-1) { highest, part in
      if case .group(let group, _, _) = part { max(highest, group) } else { highest }
    }
  }

  /// Fills in the placeholders.
  ///
  /// - Parameter text: Returns the text of a group: empty if the group did not take part in the match, nil if
  ///   the pattern has no such group.
  func resolve(text: (Int) -> String?) -> String {
    var name = ""
    for part in parts {
      switch part {
      case .text(let text): name += text
      case .group(let group, let conversion, let original):
        guard let captured = text(group) else {
          name += original
          continue
        }
        // A leading dot would create an empty segment.
        let trimmed = captured.drop { $0 == "." }
        switch conversion {
        case .none: name += trimmed
        case .downcase: name += trimmed.lowercased()
        case .upcase: name += trimmed.uppercased()
        }
      }
    }
    return name
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
