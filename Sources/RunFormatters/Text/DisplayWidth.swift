/// The width of characters that are narrow in some fonts and wide in others (Unicode Standard Annex 11,
/// "ambiguous").
///
/// ```swift
/// var options = ANSIOptions()
/// options.ambiguousWidth = AmbiguousWidth.wide.columns  // 2
/// ```
public enum AmbiguousWidth: String, CaseIterable, Sendable {
  case narrow, wide

  /// The width of such a character in columns.
  public var columns: Int { self == .wide ? 2 : 1 }
}

/// Measures lines of a terminal.
///
/// ```swift
/// DisplayWidth.columns(of: "\u{1B}[1m漢字\u{1B}[m".utf8)  // 4
/// ```
public enum DisplayWidth {
  /// Returns the width of a line that ``ANSIFormatter`` wrote, in columns. Escape sequences have no width.
  /// O(length).
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
        // A control string ends with ESC \ or with BEL.
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
