/// Finds emoji by what people call them: `:tada:`.
enum EmojiNames {
  /// Whether a byte can stand in a name.
  static func isName(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte.isDigit || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }

  /// No name in Data/emoji-names.txt has more bytes.
  static let longestName = 64

  /// Returns the emoji of that name, in UTF-8: a binary search of Data/emoji-names.txt, the lines of which
  /// are sorted by the bytes of the names.
  static func emoji(named name: [UInt8]) -> [UInt8]? {
    PackageResources.emoji_names_txt.withUnsafeBufferPointer { table in
      // The name lies in a line between these two line starts, if anywhere.
      var low = 0
      var high = table.count
      while low < high {
        var start = (low + high) / 2
        while start > low, table[start - 1] != .newline { start -= 1 }
        var end = start
        while table[end] != .newline { end += 1 }
        let line = table[start..<end]
        let nameEnd = line.firstIndex(of: .space) ?? end
        if line[..<nameEnd].elementsEqual(name) { return Array(line[(nameEnd + 1)...]) }
        if name.lexicographicallyPrecedes(line[..<nameEnd]) { high = start } else { low = end + 1 }
      }
      return nil
    }
  }
}
