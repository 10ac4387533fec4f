/// The width of characters that are narrow in some fonts and wide in others (Unicode Standard Annex 11, "ambiguous").
public enum AmbiguousWidth: String, CaseIterable, Sendable {
  case narrow, wide

  /// The columns of such a character.
  public var columns: Int { self == .wide ? 2 : 1 }
}

/// How many columns lines of a terminal take.
public enum DisplayWidth {
  /// The columns of a line that ``ANSIFormatter`` wrote: its escape sequences take none. O(length).
  public static func columns(of line: some Sequence<UInt8>, ambiguousWidth: Int = 1) -> Int {
    var text: [UInt8] = []
    var bytes = line.makeIterator()
    while let byte = bytes.next() {
      guard byte == 0x1B else {
        text.append(byte)
        continue
      }
      switch bytes.next() {
      case UInt8(ascii: "["):
        // A control sequence ends with a byte from @ to ~.
        while let next = bytes.next(), !(0x40...0x7E).contains(next) {}
      case UInt8(ascii: "]"), UInt8(ascii: "_"):
        // A string ends with ESC \ here; BEL would end it too.
        var previous: UInt8 = 0
        while let next = bytes.next(), next != 0x07, !(previous == 0x1B && next == UInt8(ascii: "\\")) {
          previous = next
        }
      default: break
      }
    }
    let measure = ClusterMeasure(ambiguousWidth: ambiguousWidth)
    return text.withUnsafeBufferPointer { text in
      var columns = 0
      var position = 0
      while position < text.count {
        let cluster = measure.cluster(in: text, at: position)
        columns += cluster.width
        position += max(1, cluster.length)
      }
      return columns
    }
  }
}
