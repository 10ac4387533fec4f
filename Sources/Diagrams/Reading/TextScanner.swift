/// A cursor that reads a line of a diagram from left to right.
struct TextScanner {
  private let scalars: [Unicode.Scalar]
  private(set) var position = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  var isAtEnd: Bool { position >= scalars.count }

  /// Returns the character `offset` places ahead; nil past the end.
  func peek(_ offset: Int = 0) -> Unicode.Scalar? {
    let index = position + offset
    return index >= 0 && index < scalars.count ? scalars[index] : nil
  }

  mutating func advance(_ count: Int = 1) { position = min(position + count, scalars.count) }

  mutating func move(to position: Int) { self.position = min(max(position, 0), scalars.count) }

  mutating func skipSpace() {
    while let next = peek(), next == " " || next == "\t" || next.value == 0xA0 { position += 1 }
  }

  /// Whether the remaining text begins with `prefix`.
  func starts(with prefix: String) -> Bool {
    var index = position
    for scalar in prefix.unicodeScalars {
      guard index < scalars.count, scalars[index] == scalar else { return false }
      index += 1
    }
    return true
  }

  /// Skips `prefix` if the remaining text begins with it.
  mutating func take(_ prefix: String) -> Bool {
    guard starts(with: prefix) else { return false }
    position += prefix.unicodeScalars.count
    return true
  }

  /// Skips a word if a space or the end of the line follows it.
  mutating func takeWord(_ word: String) -> Bool {
    guard starts(with: word) else { return false }
    let end = position + word.unicodeScalars.count
    guard end >= scalars.count || scalars[end] == " " || scalars[end] == "\t" else { return false }
    position = end
    skipSpace()
    return true
  }

  /// Returns the text up to the next space.
  mutating func word() -> String {
    let text = take { $0 != " " && $0 != "\t" }
    skipSpace()
    return text
  }

  @discardableResult
  mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
    let start = position
    while position < scalars.count, condition(scalars[position]) { position += 1 }
    return string(start, position)
  }

  /// Returns the text up to `end` and skips both; nil if `end` does not follow.
  ///
  /// - Parameter heedsQuotes: Whether an `end` within double quotes is ignored.
  mutating func text(upTo end: String, heedsQuotes: Bool = true) -> String? {
    let start = position
    var isQuoted = false
    while position < scalars.count {
      if heedsQuotes, scalars[position] == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, starts(with: end) {
        let text = string(start, position)
        position += end.unicodeScalars.count
        return text
      }
      position += 1
    }
    position = start
    return nil
  }

  /// Returns a text in double quotes without the quotes; nil if there is none here.
  mutating func quoted() -> String? {
    guard peek() == "\"" else { return nil }
    let start = position
    position += 1
    guard let text = text(upTo: "\"", heedsQuotes: false) else {
      position = start
      return nil
    }
    return text
  }

  /// Returns the rest of the line.
  mutating func rest() -> String {
    skipSpace()
    let text = string(position, scalars.count)
    position = scalars.count
    return text
  }

  func string(_ start: Int, _ end: Int) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<max(start, end)])
    return String(view)
  }
}

extension Unicode.Scalar {
  /// Whether the character can be part of a node's name.
  var isName: Bool {
    if isASCII {
      return ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
        || self == "_"
    }
    return LabelReader.isShown(self) && !properties.isWhitespace
  }
}
