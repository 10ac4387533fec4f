/// A pattern as a rule states it, prepared as VS Code prepares it before it meets the regex library.
///
/// `\z` never holds inside a line that ends with a newline, so it is written as what the author meant; `\A` and
/// `\G` hold or do not hold by the state of the tokenizer, so that each combination is a pattern of its own.
struct PatternSource: Sendable {
  let bytes: [UInt8]
  /// Whether `\A` or `\G` occurs.
  let hasAnchor: Bool
  /// Whether it refers to groups of the begin pattern: a backslash before a digit, wherever it stands.
  let hasBackReferences: Bool

  init(_ text: some StringProtocol) {
    var prepared: [UInt8] = []
    var anchor = false
    var escaped = false
    for byte in text.utf8 {
      if escaped {
        escaped = false
        switch byte {
        case UInt8(ascii: "z"):
          prepared.removeLast()
          prepared.append(contentsOf: #"$(?!\n)(?<!\n)"#.utf8)
          continue
        case UInt8(ascii: "A"), UInt8(ascii: "G"): anchor = true
        default: break
        }
      } else if byte == UInt8(ascii: "\\") {
        escaped = true
      }
      prepared.append(byte)
    }
    bytes = prepared
    hasAnchor = anchor
    hasBackReferences = Self.backReferences(in: prepared) != nil
  }

  /// The pattern for a position at which `\A` and `\G` hold or not; an anchor that does not hold becomes a
  /// character that no text has.
  func resolvingAnchors(in source: [UInt8], _ anchors: Anchors) -> [UInt8] {
    guard hasAnchor, !(anchors.startOfText && anchors.anchorPosition) else { return source }
    var resolved: [UInt8] = []
    resolved.reserveCapacity(source.count + 8)
    var escaped = false
    for byte in source {
      if escaped {
        escaped = false
        if (byte == UInt8(ascii: "A") && !anchors.startOfText)
          || (byte == UInt8(ascii: "G") && !anchors.anchorPosition)
        {
          resolved.append(contentsOf: Self.never)
          continue
        }
      } else if byte == UInt8(ascii: "\\") {
        escaped = true
      }
      resolved.append(byte)
    }
    return resolved
  }

  /// The pattern with each `\1` replaced by the escaped text of that group.
  func resolvingBackReferences(group: (Int) -> UnsafeBufferPointer<UInt8>?) -> [UInt8] {
    var resolved: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard let reference = Self.backReference(in: bytes, at: index) else {
        resolved.append(bytes[index])
        index += 1
        continue
      }
      if let text = group(reference.group) { Self.appendEscaped(text, to: &resolved) }
      index = reference.end
    }
    return resolved
  }

  /// The highest group that is referred to; -1 where none is.
  var highestBackReference: Int {
    var highest = -1
    var index = 0
    while index < bytes.count {
      if let reference = Self.backReference(in: bytes, at: index) {
        highest = max(highest, reference.group)
        index = reference.end
      } else {
        index += 1
      }
    }
    return highest
  }

  /// U+FFFF, which no text has.
  private static let never: [UInt8] = [0xEF, 0xBF, 0xBF]

  private static func backReferences(in bytes: [UInt8]) -> Int? {
    bytes.indices.first { backReference(in: bytes, at: $0) != nil }
  }

  private static func backReference(in bytes: [UInt8], at index: Int) -> (group: Int, end: Int)? {
    guard bytes[index] == UInt8(ascii: "\\") else { return nil }
    var end = index + 1
    var group = 0
    while end < bytes.count, bytes[end] >= UInt8(ascii: "0"), bytes[end] <= UInt8(ascii: "9") {
      group = min(group * 10 + Int(bytes[end] - UInt8(ascii: "0")), 1_000_000)
      end += 1
    }
    return end == index + 1 ? nil : (group, end)
  }

  /// Puts a backslash before what has a meaning in any pattern. White space, `-` and `#` stay as they are, as in
  /// VS Code, though they mean something in some places.
  private static func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, to resolved: inout [UInt8]) {
    for byte in text {
      if #"\{}*+?|^$.[]()"#.utf8.contains(byte) { resolved.append(UInt8(ascii: "\\")) }
      resolved.append(byte)
    }
  }
}
