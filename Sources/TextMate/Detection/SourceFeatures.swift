/// Extracts the features by which a text's language is detected: words, operators, pairs of adjacent tokens,
/// and the starts and ends of lines. Examines a limited prefix and knows no language.
///
/// A feature is a 32-bit hash. A word outside of the model's vocabulary is replaced by its shape, so that a
/// line gives the same features whatever its names are: `count` and `total` have the same shape, `Point` and
/// `point` do not.
struct SourceFeatures {
  /// The number of bytes that are examined.
  static let maximumBytes = 8192
  static let maximumLines = 150
  private static let maximumTokens = 60

  private enum TokenClass: UInt32 {
    case token = 1, pair, spacedPair, lineStart, lineStartPair, lineStartTriple, lineEnd, lineEndPair, indent,
      first, insideString, comment, fileEnding, commentTag, trailingComma
  }

  private struct FeatureToken {
    var id: UInt32
    /// Whether white space precedes the token.
    var isSpaced: Bool
    /// Whether the token is significant by itself: an operator or a known word.
    var isTelling: Bool
    var isWord = false
  }

  /// The delimiters of a multi-line comment, or of a string used as one.
  private struct CommentDelimiters {
    var opening: StaticString
    var closing: StaticString
    /// Whether an unclosed delimiter at the start of a text means that the text was cut off inside a comment.
    var mayBeCutOff = false
  }

  /// The delimiters. Of two with a common prefix, the longer one comes first.
  private static let blocks = [
    CommentDelimiters(opening: "/*", closing: "*/", mayBeCutOff: true),
    CommentDelimiters(opening: "<!--", closing: "-->", mayBeCutOff: true),
    CommentDelimiters(opening: "\"\"\"", closing: "\"\"\"", mayBeCutOff: true),
    CommentDelimiters(opening: "'''", closing: "'''"),
    CommentDelimiters(opening: "(*", closing: "*)"), CommentDelimiters(opening: "{-", closing: "-}"),
    CommentDelimiters(opening: "--[[", closing: "]]"), CommentDelimiters(opening: "#|", closing: "|#"),
    CommentDelimiters(opening: "#=", closing: "=#"), CommentDelimiters(opening: "<#", closing: "#>"),
    CommentDelimiters(opening: "/+", closing: "+/"),
    CommentDelimiters(opening: "%{", closing: "%}"), CommentDelimiters(opening: "###", closing: "###"),
    CommentDelimiters(opening: "=begin", closing: "=end"),
    CommentDelimiters(opening: "=pod", closing: "=cut"),
    CommentDelimiters(opening: "=head", closing: "=cut"),
  ]

  private let bytes: UnsafeBufferPointer<UInt8>
  /// The number of ``bytes`` to examine.
  private let end: Int
  private var tokens: [FeatureToken] = []
  /// Whether only comments have been found so far.
  private var isFirstLine = true
  /// Whether the last line of code ends with a comma.
  private var isBehindComma = false
  private let isKnown: (UInt32) -> Bool
  private let take: (UInt32) -> Void

  /// Passes every feature of `text` to `take`, once for each occurrence.
  ///
  /// - Parameter isKnown: Whether the model's vocabulary contains a word, given by its feature.
  static func forEach(
    in text: UnsafeBufferPointer<UInt8>, isKnown: (UInt32) -> Bool, _ take: (UInt32) -> Void
  ) {
    withoutActuallyEscaping(isKnown) { isKnown in
      withoutActuallyEscaping(take) { take in
        var features = SourceFeatures(bytes: text, isKnown: isKnown, take: take)
        features.run()
      }
    }
  }

  /// Returns the feature of a single word.
  static func feature(ofWord word: some Sequence<UInt8>) -> UInt32 {
    mixed(.token, word.reduce(seed) { ($0 ^ UInt32($1)) &* 16_777_619 }, 0)
  }

  private init(
    bytes: UnsafeBufferPointer<UInt8>, isKnown: @escaping (UInt32) -> Bool, take: @escaping (UInt32) -> Void
  ) {
    self.bytes = bytes
    end = min(bytes.count, Self.maximumBytes)
    self.isKnown = isKnown
    self.take = take
    tokens.reserveCapacity(Self.maximumTokens)
  }

  private mutating func run() {
    var start = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    var lines = 0
    while start < end, lines < Self.maximumLines {
      var lineEnd = start
      while lineEnd < end, bytes[lineEnd] != UInt8(ascii: "\n") { lineEnd += 1 }
      var first = start
      while first < lineEnd, bytes[first].isBlank { first += 1 }
      var last = lineEnd
      while last > first, bytes[last - 1].isBlank { last -= 1 }
      if first < last {
        lines += 1
        if let blockEnd = endOfBlock(first, last) {
          take(Self.mixed(.comment, hash(first, first + 2), isFirstLine ? 1 : 0))
          comment(first + 2, blockEnd)
          lineEnd = blockEnd
        } else {
          line(first, last, indent: first > start ? bytes[start] : 0)
        }
      }
      start = lineEnd + 1
    }
  }

  // MARK: Lines

  private mutating func line(_ start: Int, _ end: Int, indent: UInt8) {
    if let length = commentLength(start, end) {
      // The text of a comment is not code, but the comment's delimiter is a feature.
      take(Self.mixed(.comment, hash(start, start + length), isFirstLine ? 1 : 0))
      return comment(start + length, end)
    }
    defer { isFirstLine = false }
    tokenize(start, endOfCode(start, end))
    guard let first = tokens.first, let last = tokens.last else { return }
    for index in tokens.indices {
      if tokens[index].isTelling { take(Self.mixed(.token, tokens[index].id, 0)) }
      if index > 0 { take(pair(index, tokens[index].isSpaced ? .spacedPair : .pair)) }
    }
    // Some languages allow a comma before the bracket that closes a list; others, such as JSON, do not.
    if isBehindComma, bytes[start].isClosingBracket { take(Self.mixed(.trailingComma, first.id, 0)) }
    isBehindComma = last.id == Self.comma
    take(Self.mixed(.lineStart, first.id, 0))
    if tokens.count > 1 { take(pair(1, .lineStartPair, spacing: true)) }
    if tokens.count > 2 {
      take(
        Self.mixed(
          .lineStartTriple, pair(1, .lineStartPair, spacing: true),
          tokens[2].id &+ (tokens[2].isSpaced ? 1 : 0)))
    }
    take(Self.mixed(.lineEnd, last.id, 0))
    if tokens.count > 1 { take(pair(tokens.count - 1, .lineEndPair, spacing: true)) }
    if indent != 0 { take(Self.mixed(.indent, first.id, UInt32(indent))) }
    if isFirstLine { take(Self.mixed(.first, first.id, tokens.count > 1 ? tokens[1].id : 0)) }
  }

  private func pair(_ index: Int, _ kind: TokenClass, spacing: Bool = false) -> UInt32 {
    let second = tokens[index].id &+ (spacing && tokens[index].isSpaced ? 1 : 0)
    return Self.mixed(kind, tokens[index - 1].id, second)
  }

  /// Returns the end of the line that closes a multi-line comment; nil if this line opens none or also closes
  /// it.
  private func endOfBlock(_ start: Int, _ lineEnd: Int) -> Int? {
    guard let block = Self.blocks.first(where: { matches($0.opening, at: start, lineEnd) }) else {
      return nil
    }
    let length = block.closing.utf8CodeUnitCount
    var index = start + block.opening.utf8CodeUnitCount
    while index + length <= end {
      if bytes[index] == block.closing.utf8Start[0], matches(block.closing, at: index, end) {
        if index < lineEnd { return nil }
        while index < end, bytes[index] != UInt8(ascii: "\n") { index += 1 }
        return index
      }
      index += 1
    }
    return block.mayBeCutOff && isFirstLine ? end : nil
  }

  /// Returns the length of the comment delimiter if the whole line is a comment, or looks like one.
  private func commentLength(_ start: Int, _ end: Int) -> Int? {
    let next = start + 1 < end ? bytes[start + 1] : UInt8(ascii: " ")
    switch bytes[start] {
    case UInt8(ascii: "/"): return next == UInt8(ascii: "/") || next == UInt8(ascii: "*") ? 2 : nil
    case UInt8(ascii: ";"): return next == UInt8(ascii: ";") ? 2 : 1
    case UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "!"), UInt8(ascii: "\""), UInt8(ascii: "'"):
      if next == UInt8(ascii: " ") { return 1 }
      guard next == bytes[start] || next == UInt8(ascii: "'"), next != UInt8(ascii: "\"") else { return nil }
      var mark = start + 1
      while mark < end, bytes[mark] == next { mark += 1 }
      return mark == end || bytes[mark].isBlank ? min(mark - start, 4) : nil
    case UInt8(ascii: "-"):
      return next == UInt8(ascii: "-") && (start + 2 >= end || bytes[start + 2] == UInt8(ascii: " "))
        ? 2 : nil
    case UInt8(ascii: "("), UInt8(ascii: "{"):
      let mark: UInt8 = bytes[start] == UInt8(ascii: "(") ? UInt8(ascii: "*") : UInt8(ascii: "-")
      return next == mark && start + 2 < end && bytes[start + 2].isBlank ? 2 : nil
    case UInt8(ascii: "<"):
      return matches("<!--", at: start, end) ? 4 : nil
    case UInt8(ascii: "R"), UInt8(ascii: "r"):
      return matches("REM ", at: start, end) || matches("rem ", at: start, end) ? 3 : nil
    default: return nil
    }
  }

  /// Extracts the significant words of a comment: file names (`main.swift`) and tags (`@param`, `\\brief`).
  private func comment(_ start: Int, _ end: Int) {
    var index = start + 1
    while index + 1 < end {
      let mark = bytes[index]
      let isBehindWord = bytes[index - 1].isWordPart
      guard bytes[index + 1].isWordPart,
        mark == UInt8(ascii: ".") && isBehindWord
          || (mark == UInt8(ascii: "@") || mark == UInt8(ascii: "\\")) && !isBehindWord
      else {
        index += 1
        continue
      }
      var wordEnd = index + 1
      while wordEnd < end, bytes[wordEnd].isWordPart { wordEnd += 1 }
      if mark != UInt8(ascii: ".") {
        take(Self.mixed(.commentTag, hash(index, wordEnd), 0))
      } else if wordEnd - index <= 8, wordEnd == end || bytes[wordEnd] != UInt8(ascii: ".") {
        take(Self.mixed(.fileEnding, hash(index, wordEnd), isFirstLine ? 1 : 0))
      }
      index = wordEnd
    }
  }

  /// Returns the position where a comment after code starts, recognised by the delimiters of most languages.
  private func endOfCode(_ start: Int, _ end: Int) -> Int {
    var index = start
    while index + 2 < end {
      if bytes[index] == UInt8(ascii: " ") {
        switch bytes[index + 1] {
        case UInt8(ascii: "#"), UInt8(ascii: ";"), UInt8(ascii: "%"):
          if bytes[index + 2] == UInt8(ascii: " ") { return index + 2 }
        case UInt8(ascii: "/"), UInt8(ascii: "-"):
          if bytes[index + 2] == bytes[index + 1], index + 3 < end, bytes[index + 3] == UInt8(ascii: " ") {
            return index + 3
          }
        default: break
        }
      }
      index += 1
    }
    return end
  }

  // MARK: Tokens

  private mutating func tokenize(_ start: Int, _ end: Int) {
    tokens.removeAll(keepingCapacity: true)
    var index = start
    var isSpaced = true
    while index < end, tokens.count < Self.maximumTokens {
      let byte = bytes[index]
      if byte.isBlank {
        isSpaced = true
        index += 1
        continue
      }
      let from = index
      if byte.isWordHead {
        while index < end, bytes[index].isWordPart { index += 1 }
        tokens.append(word(from, index, isSpaced))
      } else if byte.isDigit {
        while index < end,
          bytes[index].isWordPart
            || bytes[index] == UInt8(ascii: ".") && index + 1 < end && bytes[index + 1].isDigit
        { index += 1 }
        tokens.append(FeatureToken(id: UInt32(UInt8(ascii: "0")), isSpaced: isSpaced, isTelling: false))
      } else if byte.isQuote, let close = closingQuote(from, end),
        !(byte == UInt8(ascii: "'") && !isSpaced && isBehindWord)
      {
        index = close + 1
        let kind: UInt32 = index - from == 3 ? 0x1_0000 : 0x2_0000
        tokens.append(FeatureToken(id: kind + UInt32(byte), isSpaced: isSpaced, isTelling: false))
        string(from, index)
      } else {
        index += 1
        if byte.isOperator {
          while index < end, bytes[index].isOperator, index - from < 3 { index += 1 }
        }
        tokens.append(FeatureToken(id: hash(from, index), isSpaced: isSpaced, isTelling: true))
      }
      isSpaced = false
    }
  }

  /// Whether a word precedes, so that a quotation mark is an apostrophe.
  private var isBehindWord: Bool { tokens.last?.isWord ?? false }

  private func closingQuote(_ open: Int, _ end: Int) -> Int? {
    var index = open + 1
    while index < end, bytes[index] != bytes[open] {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index < end ? index : nil
  }

  /// Extracts the interpolation syntax of a string. Its text is not significant.
  private func string(_ start: Int, _ end: Int) {
    var index = start + 1
    while index + 1 < end {
      let next = bytes[index + 1]
      switch bytes[index] {
      case UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "\\"), UInt8(ascii: "%"), UInt8(ascii: "{"):
        if next == UInt8(ascii: "{") || next == UInt8(ascii: "(") || next == UInt8(ascii: "}")
          || next == UInt8(ascii: "d") || next == UInt8(ascii: "s") || next == UInt8(ascii: "n")
        {
          take(
            Self.mixed(
              .insideString, UInt32(bytes[start]) << 16 | UInt32(bytes[index]) << 8 | UInt32(next), 0))
        } else if bytes[index] == UInt8(ascii: "$") || bytes[index] == UInt8(ascii: "{"), next.isWordHead {
          take(Self.mixed(.insideString, UInt32(bytes[start]) << 16 | UInt32(bytes[index]) << 8, 1))
        }
      default: break
      }
      index += 1
    }
  }

  private func word(_ start: Int, _ end: Int, _ isSpaced: Bool) -> FeatureToken {
    let id = hash(start, end)
    if end - start > 1, end - start <= 24, isKnown(Self.mixed(.token, id, 0)) {
      return FeatureToken(id: id, isSpaced: isSpaced, isTelling: true, isWord: true)
    }
    return FeatureToken(
      id: 0xFF00_0000 + shape(start, end), isSpaced: isSpaced, isTelling: false, isWord: end - start > 1)
  }

  private func shape(_ start: Int, _ end: Int) -> UInt32 {
    var hasLower = false
    var hasUpper = false
    var hasUnderscore = false
    for index in start..<end {
      switch bytes[index] {
      case 0x80...: return UInt32(UInt8(ascii: "u"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"): hasLower = true
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): hasUpper = true
      case UInt8(ascii: "_"): hasUnderscore = hasUnderscore || index > start
      default: break
      }
    }
    let isCapital = bytes[start] >= UInt8(ascii: "A") && bytes[start] <= UInt8(ascii: "Z")
    let letter: UInt8 =
      if isCapital {
        hasLower ? UInt8(ascii: "A") : end - start > 1 ? UInt8(ascii: "K") : UInt8(ascii: "X")
      } else if hasUpper {
        UInt8(ascii: "m")
      } else if hasUnderscore {
        UInt8(ascii: "n")
      } else {
        end - start == 1 ? UInt8(ascii: "x") : UInt8(ascii: "w")
      }
    return UInt32(letter)
  }

  // MARK: Hashes

  private static let seed: UInt32 = 2_166_136_261
  private static let comma = (seed ^ UInt32(UInt8(ascii: ","))) &* 16_777_619

  private func hash(_ start: Int, _ end: Int) -> UInt32 {
    var hash = Self.seed
    for index in start..<end { hash = (hash ^ UInt32(bytes[index])) &* 16_777_619 }
    return hash
  }

  private static func mixed(_ kind: TokenClass, _ first: UInt32, _ second: UInt32) -> UInt32 {
    var mixed =
      (UInt64(first) << 32 | UInt64(second)) &+ UInt64(kind.rawValue) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 32)) &* 0xD6E8_FEB8_6659_FD93
    mixed = (mixed ^ (mixed >> 32)) &* 0xD6E8_FEB8_6659_FD93
    return UInt32(truncatingIfNeeded: mixed ^ (mixed >> 32))
  }

  private func matches(_ text: StaticString, at start: Int, _ end: Int) -> Bool {
    guard end - start >= text.utf8CodeUnitCount else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { text.utf8Start[$0] == bytes[start + $0] }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r") || self == 0x0C
  }
  fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  fileprivate var isWordHead: Bool {
    (self | 0x20) &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_") || self >= 0x80
  }
  fileprivate var isWordPart: Bool { isWordHead || isDigit }
  fileprivate var isClosingBracket: Bool {
    self == UInt8(ascii: ")") || self == UInt8(ascii: "]") || self == UInt8(ascii: "}")
  }
  fileprivate var isQuote: Bool {
    self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") || self == UInt8(ascii: "`")
  }
  fileprivate var isOperator: Bool {
    switch self {
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "%"),
      UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"), UInt8(ascii: "&"),
      UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "?"), UInt8(ascii: ":"),
      UInt8(ascii: "."), UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "\\"):
      true
    default: false
    }
  }
}
