internal import StyledRuns

extension Document {
  /// Restricts the content to a range of source lines: lines of a code file, or the markdown blocks that
  /// overlap the range. Line numbers stay those of the file.
  ///
  /// - Parameters:
  ///   - lines: The lines, from 1.
  ///   - source: The source of the document.
  /// - Throws: An error if the source has no such lines.
  mutating func select(_ lines: ClosedRange<Int>, of source: [UInt8]) throws {
    if blocks.count == 1, case .code(var code) = blocks[0].content, blocks[0].source == 0..<source.count {
      try Self.check(lines, code.lines.count)
      code.lines = Array(code.lines[(lines.lowerBound - 1)..<min(lines.upperBound, code.lines.count)])
      code.info += " startLine=\(lines.lowerBound)"
      blocks[0].content = .code(code)
      return
    }
    var starts = [0]
    for (index, byte) in source.enumerated() where byte == UInt8(ascii: "\n") && index + 1 < source.count {
      starts.append(index + 1)
    }
    try Self.check(lines, starts.count)
    let end = lines.upperBound < starts.count ? starts[lines.upperBound] : source.count
    let range = starts[lines.lowerBound - 1]..<max(end, starts[lines.lowerBound - 1])
    blocks = blocks.filter { $0.source.overlaps(range) }
    footnotes = footnotes.filter { $0.source.overlaps(range) }
  }

  /// Throws an error if the first line to show does not exist.
  static func check(_ lines: ClosedRange<Int>, _ count: Int) throws {
    if lines.lowerBound > count {
      throw Failure.input("--lines begins at line \(lines.lowerBound), and there are \(count)")
    }
  }
}
