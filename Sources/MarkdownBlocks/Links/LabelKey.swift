internal import MarkdownSource

/// A normalized label of a link definition or footnote. Labels that cmark treats as equal have equal keys.
///
/// The converse does not hold, because cmark uses the case-folding tables of an older Unicode version.
/// Lookups by key can therefore return too many results.
struct LabelKey: Hashable {
  let text: String

  /// Normalizes a label; returns nil for a label that is blank or too long.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count <= LinkDefinition.maximumLabel else { return nil }
    var folded: [UInt8] = []
    folded.reserveCapacity(bytes.count)
    var isASCII = true
    var pendingSpace = false
    for byte in bytes {
      if byte.isSpace {
        pendingSpace = !folded.isEmpty
        continue
      }
      if pendingSpace {
        folded.append(.space)
        pendingSpace = false
      }
      if byte >= 0x80 { isASCII = false }
      folded.append(byte.lowercased)
    }
    guard !folded.isEmpty else { return nil }
    let plain = String(decoding: folded, as: UTF8.self)
    text = isASCII ? plain : LabelKey.foldCase(plain)
  }

  /// Maps to lower case, upper case and lower case again. Labels that are equal under the case folding of any
  /// Unicode version become equal.
  private static func foldCase(_ text: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard !scalar.isASCII else {
        result.append(UInt8(truncatingIfNeeded: scalar.value))
        continue
      }
      for lower in scalar.properties.lowercaseMapping.unicodeScalars {
        for upper in lower.properties.uppercaseMapping.unicodeScalars {
          result += upper.properties.lowercaseMapping.utf8
        }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
