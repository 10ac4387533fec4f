/// Looks up emoji by name: `:tada:`.
package enum EmojiNames {
  /// Whether an emoji name can contain the byte.
  @inlinable package static func isName(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte.isDigit || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }

  /// The maximum length of a name in Data/emoji-names.txt, in bytes.
  @inlinable package static var longestName: Int { 64 }

  /// Returns the emoji with a name in UTF-8; nil if there is none. A binary search in Data/emoji-names.txt,
  /// whose lines are sorted by name.
  package static func emoji(named name: [UInt8]) -> [UInt8]? {
    PackageResources.emoji_names_txt.withUnsafeBufferPointer { table in
      // If the name is in the file, it is in a line between these two line starts.
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
