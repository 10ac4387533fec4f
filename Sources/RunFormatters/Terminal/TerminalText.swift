/// Text for a terminal: pieces with one style each, and the lines into which the text is broken.
///
/// All text of a document passes through this type on its way to a terminal. Appending removes control,
/// format and invisible characters, so that later stages need no further checks. A value is filled and read
/// repeatedly and keeps its memory.
struct TerminalText: ~Copyable {
  /// The treatment of white space and invisible characters.
  enum Cleaning {
    /// Collapses white space to single spaces and removes invisible characters.
    case prose
    /// Keeps spaces and removes invisible characters.
    case verbatim
    /// Keeps spaces and shows invisible characters by their number.
    case code
  }

  struct TextPiece {
    /// The end of the piece in `bytes`.
    var end: Int
    var style: ANSIStyle
    /// The index of the link in `links`, or -1.
    var link: Int32
  }

  struct TextLine {
    var start: Int
    var end: Int
    /// The width in columns.
    var width: Int
  }

  struct Link {
    /// The range of the address in `addresses`.
    var address: (start: Int, end: Int)
    var start: Int
    var end: Int
  }

  /// A part of the text with its own layout, such as a table cell.
  struct TextPart {
    var start: Int
    var end: Int
    /// The index of the first piece.
    var piece: Int
    /// Whether every byte is a column.
    var isSimple: Bool
    /// Whether there is neither a double space nor a leading space.
    var isSingleSpaced: Bool
  }

  let measure: ClusterMeasure
  private(set) var bytes = ByteSink(capacity: 1 << 10)
  private(set) var pieces = PlainList<TextPiece>(capacity: 16)
  private(set) var links = PlainList<Link>()
  private(set) var addresses = ByteSink(capacity: 256)
  var lines = PlainList<TextLine>(capacity: 16)
  private(set) var parts = PlainList<TextPart>()
  private(set) var style = ANSIStyle.plain
  private var link: Int32 = -1
  private var pieceStart = 0
  /// Whether every byte so far is a column, because all text is printable ASCII.
  private(set) var isSimple = true
  /// Whether there is neither a double space nor a leading space.
  private(set) var isSingleSpaced = true

  init(measure: ClusterMeasure) { self.measure = measure }

  var isEmpty: Bool { bytes.count == 0 }
  /// The length of the text in bytes.
  var count: Int { bytes.count }

  mutating func removeAll() {
    bytes.removeAll()
    pieces.removeAll()
    lines.removeAll()
    parts.removeAll()
    links.removeAll()
    addresses.removeAll()
    isSimple = true
    isSingleSpaced = true
    style = .plain
    link = -1
    pieceStart = 0
  }

  /// Sets the style of the text that is appended next.
  @inline(__always)
  mutating func setStyle(_ next: ANSIStyle) {
    if next != style {
      endPiece()
      style = next
    }
  }

  mutating func beginLink(_ address: UnsafeBufferPointer<UInt8>) {
    endPiece()
    link = Int32(links.count)
    let start = addresses.count
    addresses.append(address)
    links.append(Link(address: (start, addresses.count), start: bytes.count, end: Int.max))
  }

  mutating func endLink() {
    guard link >= 0 else { return }
    endPiece()
    links[Int(link)].end = bytes.count
    link = -1
  }

  /// Ends the text. Call it after the last append.
  mutating func finish() {
    endLink()
    endPiece()
    // Pieces are read in words, so they need padding.
    bytes.reserve(8)
  }

  private mutating func endPiece() {
    guard bytes.count > pieceStart else { return }
    pieces.append(TextPiece(end: bytes.count, style: style, link: link))
    pieceStart = bytes.count
  }

  /// Starts a part. A line end, which belongs to no part, separates it from the previous part.
  mutating func beginPart() {
    if bytes.count > 0 { bytes.append(0x0A) }
    finish()
    isSimple = true
    isSingleSpaced = true
    parts.append(
      TextPart(
        start: bytes.count, end: bytes.count, piece: pieces.count, isSimple: true, isSingleSpaced: true))
  }

  /// Ends the current part.
  mutating func endPart() {
    finish()
    guard var part = parts.last else { return }
    part.end = bytes.count
    part.isSimple = isSimple
    part.isSingleSpaced = isSingleSpaced
    parts[parts.count - 1] = part
  }

  /// Sets the background of all text so far.
  mutating func setBackground(_ color: ANSIColor) {
    for index in pieces.indices {
      var piece = pieces[index]
      if piece.style.background == .standard { piece.style.background = color }
      pieces[index] = piece
    }
  }

  /// A range of the finished text that is changed afterwards.
  struct TextChange {
    var range: Range<Int>
    /// The index of the link that the range becomes; -1 to change only the style.
    var link: Int32 = -1
  }

  /// Adds a link that has no text yet.
  ///
  /// - Returns: The index of the link.
  mutating func addLink(_ range: Range<Int>, to address: UnsafeBufferPointer<UInt8>) -> Int32 {
    let start = addresses.count
    addresses.append(address)
    links.append(
      Link(address: (start, addresses.count), start: range.lowerBound, end: range.upperBound))
    return Int32(links.count - 1)
  }

  /// Changes the pieces in ranges of the finished text. The ranges must be in order and must not overlap.
  /// Pieces at the ends of ranges are split. O(pieces + ranges).
  ///
  /// - Parameters:
  ///   - firstPiece: The index of a piece that starts at or before the first range.
  ///   - restyle: Changes the style of the ranges.
  mutating func apply(
    _ changes: [TextChange], fromPiece firstPiece: Int = 0, restyle: (inout ANSIStyle) -> Void = { _ in }
  ) {
    guard !changes.isEmpty else { return }
    var old: [TextPiece] = []
    for index in firstPiece..<pieces.count { old.append(pieces[index]) }
    pieces.truncate(to: firstPiece)
    var position = firstPiece > 0 ? pieces[firstPiece - 1].end : 0
    var next = 0
    for piece in old {
      while position < piece.end {
        while next < changes.count, changes[next].range.upperBound <= position { next += 1 }
        var part = piece
        if next < changes.count, changes[next].range.lowerBound <= position {
          part.end = min(piece.end, changes[next].range.upperBound)
          if changes[next].link >= 0 { part.link = changes[next].link }
          restyle(&part.style)
        } else if next < changes.count {
          part.end = min(piece.end, changes[next].range.lowerBound)
        }
        pieces.append(part)
        position = part.end
      }
    }
  }

  // MARK: Appending

  /// Appends trusted text, which needs no cleaning.
  mutating func append(trusted text: StaticString) {
    bytes.append(text)
  }

  /// Appends printable ASCII with single spaces that does not start with a second space.
  @inline(__always)
  mutating func append(clean text: UnsafeBufferPointer<UInt8>) {
    bytes.append(text)
  }

  /// Appends a forced line end.
  mutating func appendLineEnd() {
    // Pieces that have ended keep their length.
    while bytes.count > pieceStart, bytes.lastByte == 0x20 { bytes.truncate(to: bytes.count - 1) }
    bytes.append(0x0A)
    isSimple = false
  }

  mutating func append(repeating byte: UInt8, count: Int) {
    if byte == 0x20, count != 1 || startsAfterSpace { isSingleSpaced = false }
    bytes.append(repeating: byte, count: count)
  }

  mutating func append(_ text: String, _ cleaning: Cleaning) {
    withUTF8(text) { append($0, cleaning) }
  }

  mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ cleaning: Cleaning) {
    guard let start = text.baseAddress else { return }
    // The fast path for a single space, which most runs between others are.
    if text.count == 1, start[0] == 0x20 { return appendSpace(cleaning) }
    var afterSpace = startsAfterSpace
    var position = 0
    bytes.reserve(text.count + 8)
    while position < text.count {
      let left = text.count - position
      let word = ByteWords.word(start + position, left, filledWith: UInt8(ascii: "a"))
      var found = CleanText.unprintable(word, below: 0x20)
      let doubled = CleanText.doubledSpaces(in: word, afterSpace: &afterSpace)
      // In prose, single spaces are copied with the text around them.
      if cleaning == .prose { found |= doubled } else if doubled != 0 { isSingleSpaced = false }
      if found == 0 {
        bytes.append(reserved: word, count: min(left, 8))
        position += 8
      } else {
        let clean = found.trailingZeroBitCount / 8
        bytes.append(reserved: word, count: clean)
        position = appendUnclean(text, from: position + clean, cleaning)
        afterSpace = startsAfterSpace
        bytes.reserve(text.count - position + 8)
      }
    }
  }

  /// Whether a space would be a second space or the first character on its line.
  private var startsAfterSpace: Bool { startsAfresh || bytes.lastByte == 0x20 }

  /// Appends visible characters that are not printable ASCII, or one other code point.
  ///
  /// - Returns: The end of the appended text.
  private mutating func appendUnclean(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ cleaning: Cleaning
  ) -> Int {
    let end = CleanText.endOfShown(text, from: start)
    guard end > start else { return start + appendSpecial(text, at: start, cleaning) }
    isSimple = false
    bytes.append(UnsafeBufferPointer(rebasing: text[start..<end]))
    return end
  }

  /// Appends one code point that is not printable ASCII.
  ///
  /// - Returns: The length of the code point in the source.
  private mutating func appendSpecial(
    _ text: UnsafeBufferPointer<UInt8>, at position: Int, _ cleaning: Cleaning
  ) -> Int {
    let (point, length) = ClusterMeasure.decode(text, at: position)
    if point < 0x80 {
      if point == 0x20 || point == 0x0A || point == 0x09 || point == 0x0D {
        appendSpace(cleaning)
      } else {
        // The control pictures start at U+2400.
        isSimple = false
        bytes.append([0xE2, 0x90, point == 0x7F ? 0xA1 : 0x80 + UInt8(point)])
      }
      return length
    }
    isSimple = false
    let properties = ScalarProperties(point)
    switch properties.visibility {
    case .shown:
      let cluster = properties.cluster
      if cluster == .extend || cluster == .spacingMark || properties.widthClass == 0, !hasBase {
        bytes.append("\u{25CC}")  // the usual carrier of an isolated mark
      }
      bytes.append(UnsafeBufferPointer(rebasing: text[position..<position + length]))
    case .selector where isWelcome(point, before: position + length, in: text):
      bytes.append(UnsafeBufferPointer(rebasing: text[position..<position + length]))
    case .space where cleaning == .prose || point == 0x3000 && cleaning == .verbatim:
      appendSpace(cleaning)
    case .hidden where point < 0xA0 && cleaning != .code:
      bytes.append("\u{FFFD}")
    case .hidden, .selector, .space:
      if cleaning == .code { appendNumber(point) }
    }
    return length
  }

  private mutating func appendSpace(_ cleaning: Cleaning) {
    if startsAfterSpace {
      if cleaning == .prose { return }
      isSingleSpaced = false
    }
    bytes.append(0x20)
  }

  /// Whether the next character is the first one on its line.
  var startsAfresh: Bool { bytes.count == 0 || bytes.lastByte == 0x0A }

  /// Appends the number of a code point, such as `<U+202E>`.
  private mutating func appendNumber(_ point: UInt32) {
    let digits = String(point, radix: 16, uppercase: true)
    bytes.append("<U+")
    append(repeating: 0x30, count: 4 - digits.utf8.count)
    bytes.append(text: digits)
    bytes.append(0x3E)
  }

  /// Whether the previous character can be the base of a mark.
  private var hasBase: Bool {
    !startsAfresh && bytes.lastByte != 0x20
  }

  /// Whether a joiner, variation selector or tag has an effect in this position.
  private func isWelcome(
    _ point: UInt32, before next: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let last = lastScalar else { return false }
    let previous = ScalarProperties(last)
    switch point {
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF:
      // After a base, or after a digit that becomes a keycap; never several in a row.
      if last < 0x80 { return point >= 0xFE0E && (0x30...0x39 ~= last || last == 0x23 || last == 0x2A) }
      return previous.visibility == .shown
    case 0xE0020...0xE007F:
      return last == 0x1F3F4 || 0xE0020...0xE007E ~= last
    default:
      guard last >= 0x80, next < text.count, previous.visibility == .shown || last == 0xFE0F else {
        return false
      }
      let following = ClusterMeasure.decode(text, at: next).point
      return following >= 0x80 && ScalarProperties(following).visibility == .shown
    }
  }

  private var lastScalar: UInt32? {
    let text = bytes.buffer
    var start = text.count - 1
    guard start >= 0 else { return nil }
    while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
    return ClusterMeasure.decode(text, at: start).point
  }

  /// Whether a line end in the source can be dropped here, because the previous character is written without
  /// spaces.
  func endsIdeographic() -> Bool {
    guard bytes.lastByte >= 0x80, let scalar = lastScalar else { return false }
    return ScalarProperties(scalar).isIdeographic && scalar < 0x1F000
  }
}
