/// The source of a pattern, rewritten as VS Code does before it compiles a pattern.
///
/// `\z` never matches inside a line that ends with a newline, so it is rewritten to what the author meant.
/// Whether `\A` and `\G` match depends on the tokenizer's state, so each combination gives a pattern of its
/// own.
struct PatternSource: Sendable {
  let bytes: [UInt8]
  /// Whether the pattern contains `\A` or `\G`.
  let hasAnchor: Bool
  /// Whether the pattern refers to groups of the begin pattern: it contains a backslash before a digit.
  let hasBackReferences: Bool

  init(_ text: some StringProtocol) {
    let source = Array(text.utf8)
    var ends: [Int] = []
    var anchor = false
    var references = false
    source.withUnsafeBufferPointer { source in
      var escaped = false
      for index in source.indices.dropLast() where source[index] == UInt8(ascii: "\\") {
        // A digit counts after an escaped backslash, too.
        if Self.isDigit(source[index + 1]) { references = true }
        escaped = !(escaped && index > 0 && source[index - 1] == UInt8(ascii: "\\"))
        guard escaped else { continue }
        switch source[index + 1] {
        case UInt8(ascii: "z"): ends.append(index)
        case UInt8(ascii: "A"), UInt8(ascii: "G"): anchor = true
        default: break
        }
      }
    }
    var prepared = source
    for index in ends.reversed() {
      prepared.replaceSubrange(index...(index + 1), with: #"$(?!\n)(?<!\n)"#.utf8)
    }
    bytes = prepared
    hasAnchor = anchor
    hasBackReferences = references
  }

  /// Replaces the anchors `\A` and `\G` that do not hold with a character that never occurs.
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

  /// Replaces each `\1` with the escaped text of that group.
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

  /// The highest group that a back-reference names; -1 if there is none.
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

  /// U+FFFF, which does not occur in texts.
  private static let never: [UInt8] = [0xEF, 0xBF, 0xBF]

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func backReference(in bytes: [UInt8], at index: Int) -> (group: Int, end: Int)? {
    guard bytes[index] == UInt8(ascii: "\\") else { return nil }
    var end = index + 1
    var group = 0
    while end < bytes.count, isDigit(bytes[end]) {
      group = min(group * 10 + Int(bytes[end] - UInt8(ascii: "0")), 1_000_000)
      end += 1
    }
    return end == index + 1 ? nil : (group, end)
  }

  /// Appends text with a backslash before each character that is special in patterns. As in VS Code, white
  /// space, `-` and `#` are not escaped, although they are special in some contexts.
  private static func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, to resolved: inout [UInt8]) {
    for byte in text {
      if #"\{}*+?|^$.[]()"#.utf8.contains(byte) { resolved.append(UInt8(ascii: "\\")) }
      resolved.append(byte)
    }
  }
}
