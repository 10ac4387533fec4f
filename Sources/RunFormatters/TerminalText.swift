/// Text that is fit for a terminal, in pieces of one look each, and the lines that it is cut into.
///
/// Everything that a document holds passes through here on its way to a terminal: what is appended is cleaned
/// of control, format and invisible characters, so that no later stage needs to. A value is filled and read
/// again and again, keeping its memory.
struct TerminalText {
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
    var address: [UInt8]
    var start: Int
    var end: Int
  }

  let measure: ClusterMeasure
  private(set) var bytes: [UInt8] = []
  private(set) var pieces: [Piece] = []
  private(set) var links: [Link] = []
  var lines: [Line] = []
  private(set) var style = ANSIStyle.plain
  private var link: Int32 = -1
  /// Whether every byte so far is a column: there is nothing but printable ASCII.
  private(set) var isSimple = true

  init(measure: ClusterMeasure) { self.measure = measure }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    links.removeAll(keepingCapacity: true)
    isSimple = true
    lines.removeAll(keepingCapacity: true)
    style = .plain
    link = -1
  }

  /// The look of what is appended from here on.
  @inline(__always)
  mutating func setStyle(_ next: ANSIStyle) {
    if next != style {
      endPiece()
      style = next
    }
  }

  mutating func beginLink(_ address: [UInt8]) {
    endPiece()
    link = Int32(links.count)
    links.append(Link(address: address, start: bytes.count, end: Int.max))
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
  }

  private mutating func endPiece() {
    guard bytes.count > (pieces.last?.end ?? 0) else { return }
    pieces.append(Piece(end: bytes.count, style: style, link: link))
  }

  // MARK: Appending

  /// Appends our own text, which is known to be clean.
  mutating func append(trusted text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// A place where a line ends whatever the width.
  mutating func appendLineEnd() {
    while bytes.last == 0x20 { bytes.removeLast() }
    bytes.append(0x0A)
    isSimple = false
  }

  mutating func append(repeating byte: UInt8, count: Int) {
    bytes.append(contentsOf: repeatElement(byte, count: max(count, 0)))
  }

  mutating func append(_ text: String, _ cleaning: Cleaning) {
    withUTF8(text) { append($0, cleaning) }
  }

  mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ cleaning: Cleaning) {
    var position = 0
    while position < text.count {
      let start = position
      if cleaning == .prose {
        // A space goes along as long as it is a single one.
        var previous: UInt8 = bytes.last ?? 0x20
        if previous == 0x0A { previous = 0x20 }
        while position < text.count {
          let byte = text[position]
          if byte &- 0x20 >= 0x5F || byte == 0x20 && previous == 0x20 { break }
          previous = byte
          position += 1
        }
      } else {
        while position < text.count, text[position] &- 0x20 < 0x5F { position += 1 }
      }
      if position > start {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<position]))
        if position == text.count { return }
      }
      position += appendSpecial(text, at: position, cleaning)
    }
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
        bytes.append(contentsOf: [0xE2, 0x90, point == 0x7F ? 0xA1 : 0x80 + UInt8(point)])
      }
      return length
    }
    isSimple = false
    let properties = ScalarProperties(point)
    switch properties.visibility {
    case .shown:
      let cluster = properties.cluster
      if cluster == .extend || cluster == .spacingMark || properties.widthClass == 0, !hasBase {
        bytes.append(contentsOf: [0xE2, 0x97, 0x8C])  // U+25CC, the customary carrier of a lone mark
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[position..<position + length]))
    case .selector where isWelcome(point, before: position + length, in: text):
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[position..<position + length]))
    case .space where cleaning == .prose || point == 0x3000 && cleaning == .verbatim:
      appendSpace(cleaning)
    case .hidden where point < 0xA0 && cleaning != .code:
      bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
    case .hidden, .selector, .space:
      if cleaning == .code { appendNumber(point) }
    }
    return length
  }

  private mutating func appendSpace(_ cleaning: Cleaning) {
    if cleaning == .prose, bytes.isEmpty || bytes.last == 0x20 || bytes.last == 0x0A { return }
    bytes.append(0x20)
  }

  /// `<U+202E>`.
  private mutating func appendNumber(_ point: UInt32) {
    let digits = String(point, radix: 16, uppercase: true)
    bytes.append(contentsOf: "<U+".utf8)
    append(repeating: 0x30, count: 4 - digits.utf8.count)
    bytes.append(contentsOf: digits.utf8)
    bytes.append(0x3E)
  }

  /// Whether a mark appended now has a character to sit on.
  private var hasBase: Bool {
    guard let last = bytes.last else { return false }
    return last != 0x20 && last != 0x0A
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
    var start = bytes.count - 1
    guard start >= 0 else { return nil }
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return bytes.withUnsafeBufferPointer { ClusterMeasure.decode($0, at: start).point }
  }

  /// Whether a line end in the source may vanish here: between two characters that are written without spaces.
  func endsIdeographic() -> Bool {
    guard let last = bytes.last, last >= 0x80, let scalar = lastScalar else { return false }
    return ScalarProperties(scalar).isIdeographic && scalar < 0x1F000
  }
}
