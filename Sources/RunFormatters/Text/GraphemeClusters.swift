/// A user-perceived character in UTF-8 text, and its width in a terminal.
struct GraphemeCluster {
  /// The length in UTF-8 bytes.
  var length: Int
  /// The width in columns. 0 only if the marks have no base character.
  var width: Int
  /// The properties of the first code point.
  var properties: ScalarProperties
}

/// Splits UTF-8 text into extended grapheme clusters (UAX 29) and measures them.
///
/// A cluster is as wide as its widest code point; U+FE0F makes a pictograph wide. Terminals that support
/// clusters measure in this way, and other terminals do so for nearly all text.
struct ClusterMeasure: Sendable {
  /// The width of characters with an ambiguous width (UAX 11): 1 column, or 2 in East Asian fonts.
  var ambiguousWidth = 1

  /// Decodes the code point at `position`. The text must be valid UTF-8.
  @inline(__always)
  static func decode(_ text: UnsafeBufferPointer<UInt8>, at position: Int) -> (point: UInt32, length: Int) {
    let first = UInt32(text[position])
    if first < 0x80 { return (first, 1) }
    func next(_ offset: Int) -> UInt32 {
      let index = position + offset
      return index < text.count ? UInt32(text[index]) & 0x3F : 0
    }
    let left = text.count - position
    if first < 0xE0 { return ((first & 0x1F) << 6 | next(1), min(2, left)) }
    if first < 0xF0 { return ((first & 0x0F) << 12 | next(1) << 6 | next(2), min(3, left)) }
    return ((first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3), min(4, left))
  }

  @inline(__always)
  func width(_ properties: ScalarProperties) -> Int {
    let width = properties.widthClass
    return width == 3 ? ambiguousWidth : width
  }

  /// Returns the cluster that starts at `position`.
  @inline(__always)
  func cluster(in text: UnsafeBufferPointer<UInt8>, at position: Int) -> GraphemeCluster {
    let first = text[position]
    if first < 0x80, position + 1 == text.count || text[position + 1] < 0x80 {
      return GraphemeCluster(length: 1, width: 1, properties: Self.ascii)
    }
    if ScalarProperties.startsIdeograph(first), position + 3 <= text.count,
      position + 3 == text.count || text[position + 3] < 0x80
        || ScalarProperties.startsIdeograph(text[position + 3])
    {
      return GraphemeCluster(length: 3, width: 2, properties: .ideograph)
    }
    return longCluster(in: text, at: position)
  }

  private static let ascii = ScalarProperties(bits: 1 << 4)

  private func longCluster(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> GraphemeCluster {
    let (point, length) = Self.decode(text, at: start)
    let properties = ScalarProperties(point)
    var result = GraphemeCluster(length: length, width: width(properties), properties: properties)
    var previous = properties.cluster
    // GB11 and GB12 depend on more than the previous code point.
    var isEmoji = previous == .pictographic
    var joinsEmoji = false
    var indicators = previous == .regionalIndicator ? 1 : 0
    while start + result.length < text.count {
      let position = start + result.length
      let byte = text[position]
      if byte < 0x80 && previous != .prepend { break }
      let (point, length) = Self.decode(text, at: position)
      let next = ScalarProperties(point)
      if next.isOtherCluster, previous != .prepend { break }
      let cluster = next.cluster
      guard Self.joins(previous, cluster, joinsEmoji: joinsEmoji, indicators: indicators) else { break }
      if cluster == .regionalIndicator { indicators += 1 }
      joinsEmoji = isEmoji && cluster == .joiner
      if cluster == .pictographic {
        isEmoji = true
      } else if cluster != .extend && cluster != .joiner {
        isEmoji = false
      }
      if point == 0xFE0F, result.properties.cluster == .pictographic { result.width = 2 }
      if point == 0x20E3 { result.width = 2 }
      // The Thai and Lao vowel sign AM belongs to the cluster, but has its own cell.
      let columns = width(next)
      result.width = cluster == .spacingMark ? result.width + columns : max(result.width, columns)
      result.length += length
      previous = cluster
    }
    return result
  }

  /// Whether two code points belong to one cluster, by the rules GB3 to GB13 of UAX 29.
  @inline(__always)
  private static func joins(
    _ left: ClusterClass, _ right: ClusterClass, joinsEmoji: Bool, indicators: Int
  ) -> Bool {
    if left == .control || right == .control { return false }
    switch right {
    case .extend, .joiner, .spacingMark: return true
    case .hangulL, .hangulLV, .hangulLVT: if left == .hangulL { return true }
    case .hangulV: if left == .hangulL || left == .hangulLV || left == .hangulV { return true }
    case .hangulT:
      switch left {
      case .hangulLV, .hangulV, .hangulLVT, .hangulT: return true
      default: break
      }
    case .pictographic: if joinsEmoji { return true }
    case .regionalIndicator: if left == .regionalIndicator { return indicators % 2 == 1 }
    default: break
    }
    return left == .prepend
  }

  /// Returns the width of a text in columns.
  func width(of text: UnsafeBufferPointer<UInt8>) -> Int {
    var position = 0
    var total = 0
    while position < text.count {
      let cluster = cluster(in: text, at: position)
      total += cluster.width
      position += cluster.length
    }
    return total
  }

  /// Returns the width in columns of a part of a text that starts and ends at cluster boundaries; nil if it
  /// contains a line end. Skips ASCII eight bytes at a time.
  func columns(of text: UnsafeBufferPointer<UInt8>, in part: Range<Int>) -> Int? {
    guard let start = text.baseAddress else { return 0 }
    var position = part.lowerBound
    var total = 0
    while position < part.upperBound {
      let left = part.upperBound - position
      let word = ByteWords.word(start + position, left)
      let found = word & ByteWords.highs | ByteWords.equal(word, 0x0A)
      // The last ASCII character can be the base of the code points that follow.
      let isCarrier = found == 0 && left > 8 && text[position + 8] >= 0x80
      let plain =
        found == 0 ? min(left, 8) - (isCarrier ? 1 : 0) : max(found.trailingZeroBitCount / 8 - 1, 0)
      total += plain
      position += plain
      guard found != 0 else { continue }
      guard text[position] != 0x0A else { return nil }
      let cluster = cluster(in: text, at: position)
      total += cluster.width
      position += cluster.length
    }
    return total
  }

  func width(of text: String) -> Int { withUTF8(text) { width(of: $0) } }
}
