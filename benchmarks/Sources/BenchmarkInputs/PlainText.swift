/// Text without any markup, in any size, and the same on every machine.
public enum PlainText {
  /// Sentences of about seventy bytes, each followed by `end`.
  public static func document(bytes count: Int, end: String) -> [UInt8] {
    let words = [
      "append", "block", "stream", "colour", "the", "a", "window", "of", "tokens", "arrives", "before",
    ]
    var random = SplitMix(seed: 11)
    var text = ""
    text.reserveCapacity(count + 256)
    while text.utf8.count < count {
      for _ in 0..<(8 + random.next(8)) { text += words[random.next(words.count)] + " " }
      text += "quietly." + end
    }
    return Array(text.utf8)
  }
}
