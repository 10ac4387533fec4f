/// Splits a text into words as a shell does: at white space, with quotation marks and backslashes, and with
/// comments from a `#` at the start of a word to the end of the line. Nothing is expanded.
///
/// ```swift
/// try ShellWords.split("--theme 'my theme' -n  # numbers")  // ["--theme", "my theme", "-n"]
/// ```
enum ShellWords {
  /// The error for a quotation mark without a counterpart.
  struct UnclosedQuote: Error, Equatable {
    /// The number of the line with the quotation mark, from 1.
    var line: Int
  }

  static func split(_ text: some StringProtocol) throws(UnclosedQuote) -> [String] {
    var words: [String] = []
    var word: [UInt8]?
    var quote: UInt8?
    var (line, quoteLine) = (1, 1)
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "\n") { line += 1 }
      switch (byte, quote) {
      case (UInt8(ascii: "\\"), nil), (UInt8(ascii: "\\"), UInt8(ascii: "\"")?):
        // A backslash at the end of a line joins it with the next one.
        let next = bytes.popFirst()
        if next == UInt8(ascii: "\n") {
          line += 1
        } else {
          word = (word ?? []) + [next ?? byte]
        }
      case (let byte, let open?) where byte == open: quote = nil
      case (_, .some): word = (word ?? []) + [byte]
      case (UInt8(ascii: "'"), nil), (UInt8(ascii: "\""), nil):
        (quote, quoteLine) = (byte, line)
        word = word ?? []
      case (UInt8(ascii: " "), nil), (UInt8(ascii: "\t"), nil), (UInt8(ascii: "\n"), nil), (0x0D, nil):
        if let ended = word { words.append(String(decoding: ended, as: UTF8.self)) }
        word = nil
      case (UInt8(ascii: "#"), nil) where word == nil:
        bytes = bytes.drop { $0 != UInt8(ascii: "\n") }
      default: word = (word ?? []) + [byte]
      }
    }
    if quote != nil { throw UnclosedQuote(line: quoteLine) }
    if let word { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }
}
