/// A line on a terminal, as the cells that its bytes fill.
///
/// The bytes are a line from ``TerminalWriter`` without its line end: text, SGR sequences and OSC 8
/// hyperlinks, starting and ending in the plain style. A line with another sequence, such as an image, is
/// opaque.
struct TerminalLine {
  /// A grapheme cluster on the screen.
  struct LineCell {
    /// The start of the cluster in the line's bytes.
    var start: Int32
    var length: Int32
    var columns: Int32
    /// The index of the hyperlink in ``links``, or -1.
    var link: Int32
    var style: ANSIStyle
  }

  let bytes: [UInt8]
  private(set) var cells: [LineCell] = []
  /// The parameters and addresses of the line's hyperlinks, as ranges of ``bytes``.
  private(set) var links: [Range<Int>] = []
  /// The width of all cells in columns.
  private(set) var width = 0
  /// The number of leading cells whose columns are the same in all terminals. Terminals disagree about the
  /// width of clusters with several code points, so columns after one cannot be addressed.
  private(set) var addressableCells = 0
  /// Whether the column of every cell is known.
  var isAddressable: Bool { addressableCells == cells.count }
  /// Whether the line contains sequences other than SGR and OSC 8.
  private(set) var isOpaque = false

  init(_ bytes: ArraySlice<UInt8>, measure: ClusterMeasure = ClusterMeasure()) {
    self.bytes = Array(bytes)
    self.bytes.withUnsafeBufferPointer { text in
      cells.reserveCapacity(text.count)
      parse(text, measure)
    }
  }

  private mutating func parse(_ text: UnsafeBufferPointer<UInt8>, _ measure: ClusterMeasure) {
    var style = ANSIStyle.plain
    var link: Int32 = -1
    var isAddressable = true
    var position = 0
    while position < text.count {
      if text[position] == 0x1B {
        let end = Self.endOfSequence(text, from: position)
        switch position + 1 < text.count ? text[position + 1] : 0 {
        case UInt8(ascii: "[") where text[end - 1] == UInt8(ascii: "m"):
          if !style.apply(UnsafeBufferPointer(rebasing: text[(position + 2)..<(end - 1)])) { isOpaque = true }
        case UInt8(ascii: "]") where text[position...].starts(with: "\u{1B}]8;".utf8):
          // The end of a link has neither parameters nor an address.
          let content = (position + 4)..<max(position + 4, end - 2)
          link = content.count <= 1 ? -1 : Int32(links.count)
          if link >= 0 { links.append(content) }
        default: isOpaque = true
        }
        position = end
        continue
      }
      // A sequence ends a cluster: in no terminal does a mark after one join the previous cell.
      let cluster = measure.cluster(in: text, at: position)
      let length = max(1, cluster.length)
      if length > 1, length > ClusterMeasure.decode(text, at: position).length || cluster.width == 0 {
        // A mark without a base joins the previous cell.
        if isAddressable, cluster.width == 0 { addressableCells = max(0, addressableCells - 1) }
        isAddressable = false
      }
      cells.append(
        LineCell(
          start: Int32(position), length: Int32(length), columns: Int32(cluster.width), link: link,
          style: style))
      width += cluster.width
      if isAddressable { addressableCells = cells.count }
      position += length
    }
  }

  /// Returns the end of the escape sequence at `start`: a control sequence, a control string, or two bytes.
  private static func endOfSequence(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var position = start + 2
    guard start + 1 < text.count else { return text.count }
    switch text[start + 1] {
    case UInt8(ascii: "["):
      while position < text.count, !(0x40...0x7E).contains(text[position]) { position += 1 }
      return min(position + 1, text.count)
    case UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "P"):
      while position < text.count, text[position] != 0x07 {
        if text[position] == UInt8(ascii: "\\"), text[position - 1] == 0x1B { break }
        position += 1
      }
      return min(position + 1, text.count)
    default: return min(position, text.count)
    }
  }

  // MARK: Cells

  /// Whether a cell of this line looks the same as a cell of `other`.
  func isSame(_ index: Int, as otherIndex: Int, of other: TerminalLine) -> Bool {
    let (cell, otherCell) = (cells[index], other.cells[otherIndex])
    guard cell.length == otherCell.length, cell.style == otherCell.style else { return false }
    if cell.length == 1 {
      guard bytes[Int(cell.start)] == other.bytes[Int(otherCell.start)] else { return false }
    } else {
      guard text(of: cell).elementsEqual(other.text(of: otherCell)) else { return false }
    }
    guard cell.link != otherCell.link || cell.link >= 0 else { return true }
    guard cell.link >= 0, otherCell.link >= 0 else { return false }
    return bytes[links[Int(cell.link)]].elementsEqual(other.bytes[other.links[Int(otherCell.link)]])
  }

  private func text(of cell: LineCell) -> ArraySlice<UInt8> {
    bytes[Int(cell.start)..<Int(cell.start + cell.length)]
  }

  /// Returns the width of a range of cells in columns.
  func columns(of range: Range<Int>) -> Int {
    cells[range].reduce(0) { $0 + Int($1.columns) }
  }

  /// Returns the approximate number of bytes that ``write(_:pen:into:)`` writes for a range of cells.
  func cost(of range: Range<Int>) -> Int {
    guard let first = range.first else { return 0 }
    var cost = Int(
      cells[range.upperBound - 1].start + cells[range.upperBound - 1].length - cells[first].start)
    if cells[first].style != .plain { cost += 12 }
    if cells[first].link >= 0 { cost += links[Int(cells[first].link)].count + 10 }
    if cells[range.upperBound - 1].style != .plain { cost += 3 }
    return cost
  }

  /// Writes a range of cells, starting and ending in the plain style.
  func write(_ range: Range<Int>, pen: inout ANSIPen, into out: inout ByteSink) {
    var open: Int32 = -1
    bytes.withUnsafeBufferPointer { bytes in
      for cell in cells[range] {
        if cell.link != open {
          if open >= 0 { out.append("\u{1B}]8;;\u{1B}\\") }
          open = cell.link
          if open >= 0 {
            out.append("\u{1B}]8;")
            out.append(UnsafeBufferPointer(rebasing: bytes[links[Int(open)]]))
            out.append("\u{1B}\\")
          }
        }
        pen.set(cell.style, into: &out)
        let start = Int(cell.start)
        out.append(UnsafeBufferPointer(rebasing: bytes[start..<(start + Int(cell.length))]))
      }
    }
    if open >= 0 { out.append("\u{1B}]8;;\u{1B}\\") }
    pen.set(.plain, into: &out)
  }
}

extension ANSIStyle {
  /// Applies an SGR sequence with these parameters.
  ///
  /// - Returns: `false` if the sequence has parameters that ``ANSIPen`` never writes.
  mutating func apply(_ parameters: UnsafeBufferPointer<UInt8>) -> Bool {
    var values: [UInt32] = [0]
    for byte in parameters {
      switch byte {
      case UInt8(ascii: ";"): values.append(0)
      case 0x30...0x39:
        values[values.count - 1] = (values[values.count - 1] * 10 + UInt32(byte - 0x30)) & 0xFFFF
      default: return false
      }
    }
    var index = 0
    while index < values.count {
      switch values[index] {
      case 0: self = .plain
      case 1: attributes.insert(.bold)
      case 3: attributes.insert(.italic)
      case 4: attributes.insert(.underline)
      case 9: attributes.insert(.strikethrough)
      case 22: attributes.remove(.bold)
      case 23: attributes.remove(.italic)
      case 24: attributes.remove(.underline)
      case 29: attributes.remove(.strikethrough)
      case 38, 48:
        guard let (color, length) = Self.color(values[(index + 1)...]) else { return false }
        if values[index] == 38 { foreground = color } else { background = color }
        index += length
      case 39: foreground = .standard
      case 49: background = .standard
      case 30...37: foreground = .basic(UInt8(values[index] - 30))
      case 40...47: background = .basic(UInt8(values[index] - 40))
      case 90...97: foreground = .basic(UInt8(values[index] - 82))
      case 100...107: background = .basic(UInt8(values[index] - 92))
      default: return false
      }
      index += 1
    }
    return true
  }

  /// Returns the colour after a 38 or 48, and the number of its parameters.
  private static func color(_ values: ArraySlice<UInt32>) -> (ANSIColor, length: Int)? {
    let values = Array(values.prefix(4))
    switch values.first {
    case 2 where values.count == 4 && values.dropFirst().allSatisfy { $0 < 256 }:
      return (ANSIColor(bits: 1 << 24 | values[1] << 16 | values[2] << 8 | values[3]), 4)
    case 5 where values.count >= 2 && values[1] < 256: return (.indexed(UInt8(values[1])), 2)
    default: return nil
    }
  }
}
