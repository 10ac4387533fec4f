/// The lines of a text as an editor counts them: split at `\n` or `\r\n`, a final one giving an empty last line.
struct SourceLines {
  /// The lines' places in the text, without line ends.
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

  /// The text with what is not UTF-8 replaced by U+FFFD, as a tokenizer wants it.
  static func repaired(_ text: [UInt8]) -> [UInt8] { Array(String(decoding: text, as: UTF8.self).utf8) }
}
