internal import MarkdownSource

/// The normalized label of a link definition or footnote. Keys are equal exactly if cmark treats the labels as equal.
struct LabelKey: Hashable {
  private let bytes: [UInt8]

  /// Normalizes a label; returns nil for a label that is blank or too long.
  init?(_ label: UnsafeBufferPointer<UInt8>) {
    guard label.count <= LinkDefinition.maximumLabel else { return nil }
    bytes = LabelKey.foldedASCII(label) ?? EntityDecoder.foldedLabel(label)
    if bytes.isEmpty { return nil }
  }

  /// Returns what ``EntityDecoder/foldedLabel(_:)`` does, in less time; nil if the label has other characters than ASCII.
  private static func foldedASCII(_ label: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var folded: [UInt8] = []
    folded.reserveCapacity(label.count)
    var pendingSpace = false
    for byte in label {
      if byte >= 0x80 { return nil }
      if byte.isSpace {
        pendingSpace = !folded.isEmpty
        continue
      }
      if pendingSpace {
        folded.append(.space)
        pendingSpace = false
      }
      folded.append(byte.lowercased)
    }
    return folded
  }
}
