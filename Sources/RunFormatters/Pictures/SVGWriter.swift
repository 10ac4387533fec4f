import StyledRuns

/// Writes terminal lines as an SVG document.
struct SVGWriter {
  let lines: [TerminalLine]
  let options: PictureOptions
  let layout: PictureLayout

  /// The maximum width of the title in columns.
  private static let longestTitle = 60

  init(lines: [TerminalLine], options: PictureOptions) {
    self.lines = lines
    self.options = options
    let columns = max(options.columns ?? 0, lines.map(\.width).max() ?? 0, options.window == nil ? 1 : 20)
    layout = PictureLayout(columns: columns, rows: max(lines.count, 1), hasWindow: options.window != nil)
  }

  func picture(_ palette: Palette) -> [UInt8] {
    var out = ByteSink(capacity: 1 << 14)
    let (width, height) = (SVGNumber.text(layout.width), SVGNumber.text(layout.height))
    out.append(
      text:
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\">\n"
    )
    writeBox(palette, into: &out)
    out.append(
      text:
        "<g transform=\"translate(\(SVGNumber.text(layout.origin.x)) \(SVGNumber.text(layout.origin.y)))\">\n"
    )
    writeBackgrounds(palette, into: &out)
    writeLines(palette, into: &out)
    let fonts =
      options.fonts.map { "'\(Self.escaped($0.filter { $0 != "'" && $0 != "\\" }))'" } + ["monospace"]
    out.append(
      text:
        "<g font-family=\"\(fonts.joined(separator: ","))\" font-size=\"\(SVGNumber.text(PictureLayout.fontSize))\" fill=\"\(palette.text.hex)\" xml:space=\"preserve\" style=\"font-variant-ligatures:none\">\n"
    )
    for row in lines.indices { writeText(of: row, palette, into: &out) }
    out.append("</g>\n</g>\n</svg>\n")
    return out.bytes
  }

  // MARK: Window

  private func writeBox(_ palette: Palette, into out: inout ByteSink) {
    let box = layout.box
    func rect(_ attributes: String) -> String {
      "<rect x=\"\(SVGNumber.text(box.x))\" y=\"\(SVGNumber.text(box.y))\" width=\"\(SVGNumber.text(box.width))\" height=\"\(SVGNumber.text(box.height))\" \(attributes)/>\n"
    }
    let background = palette.background.hex
    guard let window = options.window else {
      return out.append(text: rect("rx=\"10\" fill=\"\(background)\""))
    }
    out.append(
      text: """
        <filter id="shadow" filterUnits="userSpaceOnUse" x="0" y="0" width="\(SVGNumber.text(layout.width))" height="\(SVGNumber.text(layout.height))"><feGaussianBlur stdDeviation="16"/></filter>
        <g transform="translate(0 16)">\(rect("rx=\"12\" fill=\"#000\" fill-opacity=\"0.35\" filter=\"url(#shadow)\"").dropLast())</g>

        """)
    out.append(text: rect("rx=\"12\" fill=\"\(background)\""))
    let middle = box.y + 210
    for (index, color) in ["#ff5f57", "#febc2e", "#28c840"].enumerated() {
      out.append(
        text:
          "<circle cx=\"\(SVGNumber.text(box.x + 220 + 200 * index))\" cy=\"\(SVGNumber.text(middle))\" r=\"6\" fill=\"\(color)\"/>\n"
      )
    }
    if !window.title.isEmpty {
      let fits = min(Self.longestTitle, max((box.width - 1700) / 70, 8))
      let title = window.title.count > fits ? window.title.prefix(fits - 1) + "\u{2026}" : window.title[...]
      out.append(
        text:
          "<text x=\"\(SVGNumber.text(box.x + box.width / 2))\" y=\"\(SVGNumber.text(middle + 45))\" text-anchor=\"middle\" font-family=\"system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif\" font-size=\"13\" fill=\"\(palette.mutedText.composited(over: palette.background).hex)\">\(Self.escaped(String(title)))</text>\n"
      )
    }
    // A thin border separates a dark window from a dark page.
    out.append(
      text:
        "<rect x=\"\(SVGNumber.text(box.x + 5))\" y=\"\(SVGNumber.text(box.y + 5))\" width=\"\(SVGNumber.text(box.width - 10))\" height=\"\(SVGNumber.text(box.height - 10))\" rx=\"11.5\" fill=\"none\" stroke=\"\(palette.border.composited(over: palette.background).hex)\"/>\n"
    )
  }

  // MARK: Colours

  private func color(_ color: ANSIColor, _ palette: Palette, standard: Color) -> Color {
    switch color.bits >> 24 {
    case 1:
      return Color(
        red: UInt8(truncatingIfNeeded: color.bits >> 16), green: UInt8(truncatingIfNeeded: color.bits >> 8),
        blue: UInt8(truncatingIfNeeded: color.bits))
    case 2 where color.bits & 255 >= 16:
      return IndexedPalette.color(at: UInt8(truncatingIfNeeded: color.bits))
    case 2, 3:
      return OutputColors.color(UInt8(truncatingIfNeeded: color.bits), in: palette)
        .composited(over: palette.background)
    default: return standard
    }
  }

  // MARK: Backgrounds and lines

  /// A part of a row with a uniform background.
  private struct TextStretch {
    var columns: Range<Int>
    var color: ANSIColor
  }

  private func stretches(of line: TerminalLine) -> [TextStretch] {
    var stretches: [TextStretch] = []
    var column = 0
    for cell in line.cells {
      let end = column + Int(cell.columns)
      let color = cell.style.background
      if color != .standard, end > column {
        if let last = stretches.last, last.color == color, last.columns.upperBound == column {
          stretches[stretches.count - 1].columns = last.columns.lowerBound..<end
        } else {
          stretches.append(TextStretch(columns: column..<end, color: color))
        }
      }
      column = end
    }
    return stretches
  }

  /// Whether a part of another row has the same background in the same columns. O(log(parts) + overlapping
  /// parts).
  private static func touches(_ stretch: TextStretch, _ others: [TextStretch]) -> Bool {
    var (low, high) = (0, others.count)
    while low < high {
      let middle = (low + high) / 2
      if others[middle].columns.upperBound <= stretch.columns.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    while low < others.count, others[low].columns.lowerBound < stretch.columns.upperBound {
      if others[low].color == stretch.color { return true }
      low += 1
    }
    return false
  }

  private func writeBackgrounds(_ palette: Palette, into out: inout ByteSink) {
    var above: [TextStretch] = []
    var current = lines.first.map(stretches) ?? []
    for row in lines.indices {
      let below = row + 1 < lines.count ? stretches(of: lines[row + 1]) : []
      for stretch in current {
        let touches = Self.touches(stretch, above) || Self.touches(stretch, below)
        let x = PictureLayout.x(stretch.columns.lowerBound)
        let width = PictureLayout.x(stretch.columns.count)
        // An isolated background, such as that of code in a sentence, has rounded corners.
        out.append(
          text:
            "<rect x=\"\(SVGNumber.text(x))\" y=\"\(SVGNumber.text(PictureLayout.y(row) + (touches ? 0 : 5)))\" width=\"\(SVGNumber.text(width))\" height=\"\(SVGNumber.text(PictureLayout.cellHeight - (touches ? 0 : 10)))\"\(touches ? "" : " rx=\"3\"") fill=\"\(color(stretch.color, palette, standard: palette.background).hex)\"/>\n"
        )
      }
      (above, current) = (current, below)
    }
  }

  private func writeLines(_ palette: Palette, into out: inout ByteSink) {
    var strokes = SVGStrokes()
    for (row, line) in lines.enumerated() {
      var column = 0
      for cell in line.cells {
        if let point = Self.drawnPoint(of: cell, in: line) {
          if let arms = BoxDrawing.arms(of: point) {
            strokes.add(arms, row: row, column: column, cell.style.foreground)
          } else if let area = BoxDrawing.area(of: point) {
            let x = PictureLayout.x(column) + area.x.lowerBound * PictureLayout.cellWidth / 8
            let y = PictureLayout.y(row) + area.y.lowerBound * PictureLayout.cellHeight / 8
            out.append(
              text:
                "<rect x=\"\(SVGNumber.text(x))\" y=\"\(SVGNumber.text(y))\" width=\"\(SVGNumber.text(area.x.count * PictureLayout.cellWidth / 8))\" height=\"\(SVGNumber.text(area.y.count * PictureLayout.cellHeight / 8))\" fill=\"\(color(cell.style.foreground, palette, standard: palette.text).hex)\"\(area.opacity == 4 ? "" : " fill-opacity=\"0.\(25 * area.opacity)\"")/>\n"
            )
          }
        }
        column += Int(cell.columns)
      }
    }
    strokes.finish(color: { color($0, palette, standard: palette.text).hex }, into: &out)
  }

  /// Returns the code point of a cell that is drawn as a shape; nil for cells that are set as text.
  private static func drawnPoint(of cell: TerminalLine.LineCell, in line: TerminalLine) -> UInt32? {
    guard cell.length == 3, cell.columns == 1, line.bytes[Int(cell.start)] == 0xE2 else { return nil }
    let second = UInt32(line.bytes[Int(cell.start) + 1])
    guard second == 0x94 || second == 0x95 || second == 0x96 else { return nil }
    let point = 0x2000 | (second & 0x3F) << 6 | UInt32(line.bytes[Int(cell.start) + 2]) & 0x3F
    return BoxDrawing.arms(of: point) != nil || BoxDrawing.area(of: point) != nil ? point : nil
  }

  // MARK: Text

  /// The method for setting a cell's text.
  private enum CellTypesetting: Equatable {
    /// Characters of the monospaced fonts, which form one text element.
    case text
    /// Spaces. They need no position, because the following text has one.
    case space
    /// A character that may come from another font with another width.
    case alone
    /// A character that is drawn as a shape. Its invisible text can be copied.
    case hidden
  }

  private func setting(of cell: TerminalLine.LineCell, in line: TerminalLine) -> CellTypesetting {
    if cell.length == 1 { return line.bytes[Int(cell.start)] == 0x20 ? .space : .text }
    if Self.drawnPoint(of: cell, in: line) != nil { return .hidden }
    // Two bytes: Latin, Greek and Cyrillic letters.
    return cell.length == 2 && cell.columns == 1 && line.bytes[Int(cell.start)] < 0xD6 ? .text : .alone
  }

  private func writeText(of row: Int, _ palette: Palette, into out: inout ByteSink) {
    let line = lines[row]
    var end = line.cells.count
    // Trailing blanks are invisible.
    while end > 0, line.cells[end - 1].length == 1, line.bytes[Int(line.cells[end - 1].start)] == 0x20,
      line.cells[end - 1].style.attributes.isDisjoint(with: [.underline, .strikethrough])
    {
      end -= 1
    }
    guard end > 0 else { return }
    out.append(text: "<text y=\"\(SVGNumber.text(PictureLayout.y(row) + PictureLayout.baseline))\">")
    var index = 0
    var column = 0
    var link: Int32 = -1
    while index < end {
      let first = line.cells[index]
      let kind = setting(of: first, in: line)
      var next = index
      var width = 0
      repeat {
        width += Int(line.cells[next].columns)
        next += 1
      } while next < end && kind != .alone && joins(next, kind, first, in: line, end: end)
      if first.link != link {
        if link >= 0 { out.append("</a>") }
        link = first.link
        if link >= 0 { out.append(text: "<a href=\"\(Self.escaped(address(of: link, in: line)))\">") }
      }
      write(index..<next, of: line, column: column, width: width, kind, palette, into: &out)
      column += width
      index = next
    }
    if link >= 0 { out.append("</a>") }
    out.append("</text>\n")
  }

  /// Whether the cell at an index joins the text element of the cells before it. A single space between words
  /// does.
  private func joins(
    _ index: Int, _ kind: CellTypesetting, _ first: TerminalLine.LineCell, in line: TerminalLine, end: Int
  ) -> Bool {
    func isAlike(_ index: Int, _ kind: CellTypesetting) -> Bool {
      index < end && line.cells[index].style == first.style && line.cells[index].link == first.link
        && setting(of: line.cells[index], in: line) == kind
    }
    return isAlike(index, kind) || kind == .text && isAlike(index, .space) && isAlike(index + 1, .text)
  }

  private func write(
    _ cells: Range<Int>, of line: TerminalLine, column: Int, width: Int, _ kind: CellTypesetting,
    _ palette: Palette,
    into out: inout ByteSink
  ) {
    let style = line.cells[cells.lowerBound].style
    out.append("<tspan")
    if kind != .space { out.append(text: " x=\"\(SVGNumber.text(PictureLayout.x(column)))\"") }
    if kind == .text, cells.count > 1 {
      out.append(
        text:
          " textLength=\"\(SVGNumber.text(width * PictureLayout.cellWidth))\" lengthAdjust=\"spacingAndGlyphs\""
      )
    }
    if kind == .hidden {
      out.append(" fill-opacity=\"0\"")
    } else {
      if style.foreground != .standard, kind != .space || !style.attributes.isEmpty {
        out.append(text: " fill=\"\(color(style.foreground, palette, standard: palette.text).hex)\"")
      }
      if style.attributes.contains(.bold) { out.append(" font-weight=\"bold\"") }
      if style.attributes.contains(.italic) { out.append(" font-style=\"italic\"") }
      switch (style.attributes.contains(.underline), style.attributes.contains(.strikethrough)) {
      case (true, true): out.append(" text-decoration=\"underline line-through\"")
      case (true, false): out.append(" text-decoration=\"underline\"")
      case (false, true): out.append(" text-decoration=\"line-through\"")
      case (false, false): break
      }
    }
    out.append(">")
    for cell in line.cells[cells] {
      Self.appendEscaped(line.bytes[Int(cell.start)..<Int(cell.start + cell.length)], into: &out)
    }
    out.append("</tspan>")
  }

  /// Returns the address of a hyperlink, which follows its parameters.
  private func address(of link: Int32, in line: TerminalLine) -> String {
    let content = line.bytes[line.links[Int(link)]]
    let start = content.firstIndex(of: UInt8(ascii: ";")).map { $0 + 1 } ?? content.startIndex
    return String(decoding: content[start...], as: UTF8.self)
  }

  private static func escaped(_ text: String) -> String {
    var sink = ByteSink(capacity: 64)
    appendEscaped(Array(text.utf8)[...], into: &sink)
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  /// Appends text to XML. Characters that XML does not allow are removed.
  private static func appendEscaped(_ text: ArraySlice<UInt8>, into out: inout ByteSink) {
    var position = text.startIndex
    while position < text.endIndex {
      switch text[position] {
      case UInt8(ascii: "&"): out.append("&amp;")
      case UInt8(ascii: "<"): out.append("&lt;")
      case UInt8(ascii: ">"): out.append("&gt;")
      case UInt8(ascii: "\""): out.append("&quot;")
      case 0..<0x20, 0x7F: break
      case 0xEF
      where text[position...].starts(with: [0xEF, 0xBF, 0xBE])
        || text[position...].starts(with: [0xEF, 0xBF, 0xBF]):
        position += 2
      case let byte: out.append(byte)
      }
      position += 1
    }
  }
}
