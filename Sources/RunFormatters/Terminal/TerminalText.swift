/// Text that is fit for a terminal, in pieces of one look each, and the lines that it is cut into.
///
/// Everything that a document holds passes through here on its way to a terminal: what is appended is cleaned
/// of control, format and invisible characters, so that no later stage needs to. A value is filled and read
/// again and again, keeping its memory.
struct TerminalText: ~Copyable {
  /// What stands in for a hidden character.
  enum Cleaning {
    /// White space is one space; invisible characters are left out.
    case prose
    /// Spaces are kept, invisible characters are left out.
    case verbatim
    /// Spaces are kept, invisible characters are shown by their number.
    case code
  }

  struct Piece {
    /// Where it ends in `bytes`.
    var end: Int
    var style: ANSIStyle
    /// An index into `links`, or -1.
    var link: Int32
  }

  struct Line {
    var start: Int
    var end: Int
    /// Columns.
    var width: Int
  }

  struct Link {
    /// Where its address starts and ends in `addresses`.
    var address: (start: Int, end: Int)
    var start: Int
    var end: Int
  }

  /// A stretch that is laid out by itself, as a cell of a table is.
  struct Part {
    var start: Int
    var end: Int
    /// The first of its pieces.
    var piece: Int
    /// Whether every byte is a column.
    var isSimple: Bool
    /// Whether no two spaces stand side by side and none stands at the start.
    var isSingleSpaced: Bool
  }

  let measure: ClusterMeasure
  private(set) var bytes = ByteSink(capacity: 1 << 10)
  private(set) var pieces = PlainList<Piece>(capacity: 16)
  private(set) var links = PlainList<Link>()
  private(set) var addresses = ByteSink(capacity: 256)
  var lines = PlainList<Line>(capacity: 16)
  private(set) var parts = PlainList<Part>()
  private(set) var style = ANSIStyle.plain
  private var link: Int32 = -1
  private var pieceStart = 0
  /// Whether every byte so far is a column: there is nothing but printable ASCII.
  private(set) var isSimple = true
  /// Whether no two spaces stand side by side and none stands at the start.
  private(set) var isSingleSpaced = true

  init(measure: ClusterMeasure) { self.measure = measure }

  var isEmpty: Bool { bytes.count == 0 }
  /// How many bytes there are.
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

  /// The look of what is appended from here on.
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

  /// To be called when all has been appended.
  mutating func finish() {
    endLink()
    endPiece()
    // Pieces are read by words.
    bytes.reserve(8)
  }

  private mutating func endPiece() {
    guard bytes.count > pieceStart else { return }
    pieces.append(Piece(end: bytes.count, style: style, link: link))
    pieceStart = bytes.count
  }

  /// Starts a part. A line end, which belongs to no part, keeps it off the one before.
  mutating func beginPart() {
    if bytes.count > 0 { bytes.append(0x0A) }
    finish()
    isSimple = true
    isSingleSpaced = true
    parts.append(
      Part(
        start: bytes.count, end: bytes.count, piece: pieces.count, isSimple: true, isSingleSpaced: true))
  }

  /// Ends the part that was begun last.
  mutating func endPart() {
    finish()
    guard var part = parts.last else { return }
    part.end = bytes.count
    part.isSimple = isSimple
    part.isSingleSpaced = isSingleSpaced
    parts[parts.count - 1] = part
  }

  /// Gives everything appended so far a background.
  mutating func setBackground(_ color: ANSIColor) {
    for index in pieces.indices {
      var piece = pieces[index]
      piece.style.background = color
      pieces[index] = piece
    }
  }

  // MARK: Appending

  /// Appends our own text, which is known to be clean.
  mutating func append(trusted text: StaticString) {
    bytes.append(text)
  }

  /// Appends part of a text of printable ASCII with single spaces, which does not start with one after another.
  @inline(__always)
  mutating func append(clean text: UnsafeBufferPointer<UInt8>) {
    bytes.append(text)
  }

  /// A place where a line ends whatever the width.
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
    // Most runs between others.
    if text.count == 1, start[0] == 0x20 { return appendSpace(cleaning) }
    var afterSpace = startsAfterSpace
    var position = 0
    bytes.reserve(text.count + 8)
    while position < text.count {
      let left = text.count - position
      let word = ByteWords.word(start + position, left, filledWith: UInt8(ascii: "a"))
      var found = CleanText.unprintable(word, below: 0x20)
      let doubled = CleanText.doubledSpaces(in: word, afterSpace: &afterSpace)
      // In prose a space goes along as long as it is a single one.
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

  /// Whether a space appended now would be a second one, or the first thing on its line.
  private var startsAfterSpace: Bool { startsAfresh || bytes.lastByte == 0x20 }

  /// Appends what is not simply printable ASCII: all that is shown as it is, or one code point. Gives where it ends.
  private mutating func appendUnclean(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ cleaning: Cleaning
  ) -> Int {
    let end = CleanText.endOfShown(text, from: start)
    guard end > start else { return start + appendSpecial(text, at: start, cleaning) }
    isSimple = false
    bytes.append(UnsafeBufferPointer(rebasing: text[start..<end]))
    return end
  }

  /// Appends one code point that is not simply printable ASCII; gives its length in the source.
  private mutating func appendSpecial(
    _ text: UnsafeBufferPointer<UInt8>, at position: Int, _ cleaning: Cleaning
  ) -> Int {
    let (point, length) = ClusterMeasure.decode(text, at: position)
    if point < 0x80 {
      if point == 0x20 || point == 0x0A || point == 0x09 || point == 0x0D {
        appendSpace(cleaning)
      } else {
        // U+2400 and following: pictures of the control characters.
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
        bytes.append("\u{25CC}")  // the customary carrier of a lone mark
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

  /// Whether what comes next is the first thing on its line.
  var startsAfresh: Bool { bytes.count == 0 || bytes.lastByte == 0x0A }

  /// `<U+202E>`.
  private mutating func appendNumber(_ point: UInt32) {
    let digits = String(point, radix: 16, uppercase: true)
    bytes.append("<U+")
    append(repeating: 0x30, count: 4 - digits.utf8.count)
    bytes.append(text: digits)
    bytes.append(0x3E)
  }

  /// Whether a mark appended now has a character to sit on.
  private var hasBase: Bool {
    !startsAfresh && bytes.lastByte != 0x20
  }

  /// Whether a joiner, variation selector or tag does its proper work here.
  private func isWelcome(
    _ point: UInt32, before next: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let last = lastScalar else { return false }
    let previous = ScalarProperties(last)
    switch point {
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF:
      // After a base, or a digit that becomes a keycap; never in a row.
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

  /// Whether a line end in the source may vanish here: between two characters that are written without spaces.
  func endsIdeographic() -> Bool {
    guard bytes.lastByte >= 0x80, let scalar = lastScalar else { return false }
    return ScalarProperties(scalar).isIdeographic && scalar < 0x1F000
  }
}
