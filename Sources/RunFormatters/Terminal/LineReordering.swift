/// Reorders the characters of a line into visual order, for terminals that do not reorder right-to-left text.
/// The formatter decides where lines end; the closure only determines the order within a line.
///
/// ```swift
/// var options = ANSIOptions()
/// options.reordering = LineReordering { points, isRightToLeft in
///   isRightToLeft ? points.indices.reversed() : Array(points.indices)
/// }
/// ```
public struct LineReordering: Sendable {
  /// Returns the indices of the characters from left to right.
  ///
  /// - Parameters:
  ///   - points: The first code point of each grapheme cluster in logical order. The closure may replace them
  ///     with mirrored or
  ///     joined forms of the same width.
  ///   - isRightToLeft: Whether the paragraph begins with right-to-left text.
  public var order: @Sendable (_ points: inout [UInt32], _ isRightToLeft: Bool) -> [Int]

  public init(_ order: @escaping @Sendable (_ points: inout [UInt32], _ isRightToLeft: Bool) -> [Int]) {
    self.order = order
  }

  /// Whether a text may contain right-to-left characters. The check tests the first UTF-8 bytes of the blocks
  /// from U+0590 to U+08FF and from U+FB1D on.
  static func isNeeded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in text.indices {
      let byte = text[index]
      if byte < 0xD6 { continue }
      if byte <= 0xDF { return true }
      let next = index + 1 < text.count ? text[index + 1] : 0
      if byte == 0xE0, (0xA0...0xA3).contains(next) { return true }
      if byte == 0xEF, (0xAC...0xBB).contains(next) { return true }
      if byte == 0xF0, next == 0x90 || next == 0x9E { return true }
    }
    return false
  }
}

extension TerminalText {
  /// Writes the text of a line like ``write(_:from:pen:into:)``, but in visual order.
  ///
  /// - Parameter isRightToLeft: Whether the first letter of the paragraph is right-to-left.
  /// - Returns: `false` if the line has no right-to-left text. Nothing is written then.
  func writeReordered(
    _ line: TextLine, from piece: inout Int, isRightToLeft: Bool, by reordering: LineReordering,
    pen: inout ANSIPen, into out: inout ByteSink
  ) -> Bool {
    let whole = bytes.buffer
    let text = UnsafeBufferPointer(rebasing: whole[line.start..<line.end])
    guard LineReordering.isNeeded(text) else { return false }
    while piece < pieces.count, pieces[piece].end <= line.start { piece += 1 }
    var cells: [(range: Range<Int>, piece: Int)] = []
    var points: [UInt32] = []
    var position = line.start
    while position < line.end, piece < pieces.count {
      let length = max(1, measure.cluster(in: whole, at: position).length)
      cells.append((position..<min(position + length, line.end), piece))
      points.append(ClusterMeasure.decode(whole, at: position).point)
      position += length
      while piece < pieces.count, pieces[piece].end <= position { piece += 1 }
    }
    let original = points
    let order = reordering.order(&points, isRightToLeft)
    guard order.count == cells.count, points.count == cells.count else {
      return false
    }
    var open: Int32 = -1
    for index in order where cells.indices.contains(index) {
      let current = pieces[cells[index].piece]
      if current.link != open {
        if open >= 0 { Self.closeLink(into: &out) }
        open = current.link
        if open >= 0 { openLink(links[Int(open)], on: line, isSplit: true, into: &out) }
      }
      pen.set(current.style, into: &out)
      let range = cells[index].range
      if points[index] != original[index], let scalar = Unicode.Scalar(points[index]) {
        out.append(text: String(Character(scalar)))
        let first = ClusterMeasure.decode(whole, at: range.lowerBound).length
        out.append(UnsafeBufferPointer(rebasing: whole[(range.lowerBound + first)..<range.upperBound]))
      } else {
        out.append(UnsafeBufferPointer(rebasing: whole[range]))
      }
    }
    if open >= 0 { Self.closeLink(into: &out) }
    return true
  }
}
