extension ByteSink {
  /// Appends a sequence that draws pixels as sixels, from the cursor on. The cursor is in the last line of
  /// the image then.
  mutating func append(sixel image: ReducedColors, width: Int) {
    let height = image.pixels.count / max(width, 1)
    append("\u{1B}P0;1q\"1;1;")
    append(decimal: width)
    append(";")
    append(decimal: height)
    for (index, color) in image.palette.enumerated() {
      append("#")
      append(decimal: index)
      append(";2")
      for channel in 0..<3 {
        append(";")
        append(decimal: color[channel])
      }
    }
    var band = SixelBand(width: width, colors: image.palette.count)
    for top in stride(from: 0, to: height, by: 6) {
      if top > 0 { append("-") }
      band.fill(image.pixels, top: top, height: min(6, height - top))
      band.write(into: &self)
    }
    append("\u{1B}\\")
  }
}

/// Six rows of an image, separated by colour.
private struct SixelBand {
  private let width: Int
  /// The pixels of each colour: one byte per column, with one bit per row.
  private var bits: [UInt8]
  /// The colours in the band, and the range of columns in which each occurs.
  private var used: [Int] = []
  private var columns: [(first: Int, last: Int)]

  init(width: Int, colors: Int) {
    self.width = width
    bits = Array(repeating: 0, count: width * colors)
    columns = Array(repeating: (Int.max, -1), count: colors)
  }

  mutating func fill(_ pixels: [UInt8], top: Int, height: Int) {
    for color in used {
      for column in columns[color].first...columns[color].last { bits[color * width + column] = 0 }
      columns[color] = (Int.max, -1)
    }
    used.removeAll(keepingCapacity: true)
    for column in 0..<width {
      for row in 0..<height {
        let color = Int(pixels[(top + row) * width + column])
        if columns[color].last < 0 {
          used.append(color)
          columns[color].first = column
        }
        columns[color].last = column
        bits[color * width + column] |= 1 << UInt8(row)
      }
    }
  }

  /// Writes each colour from the start of the line on.
  func write(into out: inout ByteSink) {
    for (index, color) in used.enumerated() {
      if index > 0 { out.append("$") }
      out.append("#")
      out.append(decimal: color)
      Self.write(0, times: columns[color].first, into: &out)
      var column = columns[color].first
      while column <= columns[color].last {
        let sixel = bits[color * width + column]
        let start = column
        while column <= columns[color].last, bits[color * width + column] == sixel { column += 1 }
        Self.write(sixel, times: column - start, into: &out)
      }
    }
  }

  private static func write(_ sixel: UInt8, times: Int, into out: inout ByteSink) {
    guard times > 3 else { return out.append(repeating: 0x3F + sixel, count: times) }
    out.append("!")
    out.append(decimal: times)
    out.append(0x3F + sixel)
  }
}
