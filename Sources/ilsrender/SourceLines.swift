/// The lines of a text as editors count them: split at `\n` or `\r\n`. A line end at the end of the text
/// starts an empty last line.
struct SourceLines {
  /// The ranges of the lines in the text, without line ends.
  let ranges: [Range<Int>]

  init(_ text: [UInt8]) {
    var ranges: [Range<Int>] = []
    var start = 0
    for (index, byte) in text.enumerated() where byte == UInt8(ascii: "\n") {
      let end = index > start && text[index - 1] == UInt8(ascii: "\r") ? index - 1 : index
      ranges.append(start..<end)
      start = index + 1
    }
    ranges.append(start..<text.count)
    self.ranges = ranges
  }

  /// Replaces invalid UTF-8 with U+FFFD, as a tokenizer requires.
  static func repaired(_ text: [UInt8]) -> [UInt8] { Array(String(decoding: text, as: UTF8.self).utf8) }
}
