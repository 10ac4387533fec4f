internal import MarkdownSource

/// Recognises the syntax at the start of a line (CommonMark 0.29, 4.1 to 4.5 and 5.2).
///
/// The functions take the bytes from the first nonblank character on, and return the length of the match, or
/// 0.
enum LineScanner {
  typealias Bytes = UnsafePointer<UInt8>

  /// Matches `[^label]:`. The label contains neither spaces nor `]`, and is at most as long as a reference
  /// may be.
  static func footnoteMarker(_ p: Bytes) -> (length: Int, label: Int) {
    guard p[0] == UInt8(ascii: "["), p[1] == UInt8(ascii: "^") else { return (0, 0) }
    var index = 2
    while p[index] != UInt8(ascii: "]") && !p[index].isSpace && index <= LinkDefinition.maximumLabel + 2 {
      index += 1
    }
    guard index > 2, p[index] == UInt8(ascii: "]"), p[index + 1] == UInt8(ascii: ":") else { return (0, 0) }
    return (index + 2, index - 2)
  }

  struct ListMarker {
    var length: Int
    /// The bullet, or the delimiter after the number.
    var mark: UInt8
    /// The number; nil for a bullet.
    var number: Int32?
  }

  /// Matches a list marker.
  ///
  /// - Parameter interrupting: Whether the item interrupts a paragraph. A number must then be 1.
  static func listMarker(_ p: Bytes, interrupting: Bool) -> ListMarker? {
    var length = 0
    var number: Int32?
    let first = p[0]
    if first == UInt8(ascii: "*") || first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      length = 1
    } else if first.isDigit {
      var value: Int32 = 0
      repeat {
        value = value * 10 + Int32(p[length] - 0x30)
        length += 1
      } while length < 9 && p[length].isDigit
      if interrupting && value != 1 { return nil }
      guard p[length] == UInt8(ascii: ".") || p[length] == UInt8(ascii: ")") else { return nil }
      number = value
      length += 1
    } else {
      return nil
    }
    guard p[length].isSpace else { return nil }
    return ListMarker(length: length, mark: p[length - 1], number: number)
  }

  /// Returns whether the task box at `p` (`[ ] ` or `[x] `) is checked; nil if there is no box.
  static func taskBox(_ p: Bytes) -> Bool? {
    guard p[0] == UInt8(ascii: "["), p[1] == .space || p[1].lowercased == UInt8(ascii: "x"),
      p[2] == UInt8(ascii: "]"), p[3].isWideBlank
    else { return nil }
    return p[1] != .space
  }
}
