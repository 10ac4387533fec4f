/// A label of a link definition or footnote, so folded that labels which cmark takes for equal have equal keys.
///
/// The reverse need not hold: cmark folds case by the tables of an older Unicode. Who looks a key up must
/// be content with too much.
struct LabelKey: Hashable {
  let text: String

  /// nil for a label that is nothing but space, or longer than a label may be.
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

  /// Lower, upper, lower: what any version of Unicode's case folding makes equal, this makes equal.
  private static func foldCase(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      guard !scalar.isASCII else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for lower in scalar.properties.lowercaseMapping.unicodeScalars {
        for upper in lower.properties.uppercaseMapping.unicodeScalars {
          result += upper.properties.lowercaseMapping
        }
      }
    }
    return result
  }
}
