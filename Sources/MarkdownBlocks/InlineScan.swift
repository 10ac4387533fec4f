/// A first look at a leaf's text: can it hold anything but words, and which labels may it use?
struct InlineScan {
  /// What a byte may start, as bits.
  private struct Marks {
    static let special: UInt8 = 1
    static let bracket: UInt8 = 2
    static let colon: UInt8 = 4
    static let w: UInt8 = 8
    static let doubled: UInt8 = 16
  }

  private let table: [UInt8]

  init(options: MarkdownOptions) {
    var table = [UInt8](repeating: 0, count: 256)
    for byte in "`*_<&\\".utf8 { table[Int(byte)] = Marks.special }
    table[Int(UInt8(ascii: "["))] = Marks.special | Marks.bracket
    if options.extensions.contains(.strikethrough) { table[Int(UInt8(ascii: "~"))] = Marks.special }
    if options.extensions.contains(.autolink) {
      table[Int(UInt8(ascii: "@"))] = Marks.special
      table[Int(UInt8(ascii: ":"))] = Marks.colon
      table[Int(UInt8(ascii: "w"))] = Marks.w
    }
    if options.smart {
      for byte in "'\"".utf8 { table[Int(byte)] = Marks.special }
      for byte in "-.".utf8 { table[Int(byte)] = Marks.doubled }
    }
    self.table = table
  }

  struct Result {
    /// Words, and breaks between lines.
    var isPlain = true
    var hasBracket = false
  }

  func scan(_ text: UnsafePointer<UInt8>, count: Int) -> Result {
    var result = Result()
    table.withUnsafeBufferPointer { table in
      var index = 0
      while index < count {
        let mark = table[Int(text[index])]
        if mark != 0 {
          switch mark {
          case Marks.special:
            result.isPlain = false
          case Marks.colon:
            if index + 2 < count, text[index + 1] == UInt8(ascii: "/"), text[index + 2] == UInt8(ascii: "/") {
              result.isPlain = false
            }
          case Marks.w:
            if index + 3 < count, text[index + 1] == UInt8(ascii: "w"), text[index + 2] == UInt8(ascii: "w"),
              text[index + 3] == UInt8(ascii: ".")
            {
              result.isPlain = false
            }
          case Marks.doubled:
            if index + 1 < count, text[index + 1] == text[index] { result.isPlain = false }
          default:
            result.isPlain = false
            result.hasBracket = true
            return
          }
        }
        index += 1
      }
    }
    return result
  }

  // MARK: Labels

  /// The labels that a link or an image in the text may name: after every `[`, up to the next bracket.
  static func linkLabels(
    _ text: UnsafePointer<UInt8>, count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    for start in 0..<count where text[start] == UInt8(ascii: "[") {
      guard let end = LinkDefinition.label(text, from: start, to: count), end - start > 2 else { continue }
      body(UnsafeBufferPointer(start: text + start + 1, count: end - start - 2))
    }
  }

  /// The labels that footnote references in the text may name: after every `[^`, up to a space or `]`.
  ///
  /// Where a line ends before the `]`, cmark takes a part of that, so then every beginning counts.
  static func footnoteLabels(
    _ text: UnsafePointer<UInt8>, count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var start = 0
    while start + 2 < count {
      defer { start += 1 }
      guard text[start] == UInt8(ascii: "["), text[start + 1] == UInt8(ascii: "^") else { continue }
      var end = start + 2
      while end < count, text[end] != UInt8(ascii: "]"), !text[end].isSpace { end += 1 }
      let limit = min(end, start + 2 + LinkDefinition.maximumLabel)
      let isWhole = end < count && text[end] == UInt8(ascii: "]")
      var stop = isWhole ? limit : start + 3
      while stop <= limit {
        if stop > start + 2, stop == limit || text[stop] & 0xC0 != 0x80 {
          body(UnsafeBufferPointer(start: text + start + 2, count: stop - start - 2))
        }
        stop += 1
      }
    }
  }
}
