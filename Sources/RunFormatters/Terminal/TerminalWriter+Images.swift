import StyledRuns

extension TerminalWriter {
  /// Draws a paragraph that consists of images, if drawing is requested and all images are available.
  ///
  /// - Returns: `false` if the paragraph must be written as text.
  mutating func draw(_ inlines: Inlines, into out: inout ByteSink) -> Bool {
    guard let drawing = options.images, !inlines.spans.isEmpty, let names = Self.images(in: inlines) else {
      return false
    }
    var images: [(image: TerminalImage, sixels: [UInt8])] = []
    for (address, _) in names {
      // kitty only supports PNG. For sixels, the decoder decides about the format.
      guard let image = drawing.load(address), drawing.images != .kitty || image.format == .png else {
        return false
      }
      var sixels: [UInt8] = []
      if drawing.images == .sixel {
        guard let pixels = drawing.decode(image) else { return false }
        sixels = self.sixels(pixels, drawing)
      }
      images.append((image, sixels))
    }
    for ((image, sixels), (_, alternative)) in zip(images, names) {
      if sixels.isEmpty {
        draw(image, drawing, into: &out)
      } else {
        beginLine(into: &out)
        out.append(sixels)
        endLine(into: &out)
      }
      text.removeAll()
      text.setStyle(base.with(theme.muted.foreground, .italic))
      text.append(alternative, .prose)
      writeText(into: &out)
    }
    return true
  }

  private mutating func draw(
    _ image: TerminalImage, _ drawing: ANSIFormatter.ImageDrawing, into out: inout ByteSink
  ) {
    let cells = image.cells(
      within: textWidth, drawing.maximumRows, cellWidth: drawing.cellWidth, cellHeight: drawing.cellHeight)
    beginLine(into: &out)
    switch drawing.images {
    case .kitty:
      out.append(kitty: image, columns: cells.columns, rows: cells.rows)
      endLine(into: &out)
      for _ in 1..<cells.rows { emptyLine(into: &out) }
    case .iterm2, .sixel:
      out.append(iterm2: image, columns: cells.columns, rows: cells.rows)
      endLine(into: &out)
    }
  }

  /// The maximum number of pixels per side, which terminals can handle.
  private static let maximumSixels = 2000

  /// Converts an image to sixels, scaled down to the available space.
  private func sixels(_ image: PixelImage, _ drawing: ANSIFormatter.ImageDrawing) -> [UInt8] {
    let cellHeight = max(drawing.cellHeight, 1)
    let mostRows = min(drawing.maximumRows * cellHeight, Self.maximumSixels)
    var width = min(image.width, textWidth * max(drawing.cellWidth, 1), Self.maximumSixels)
    var height = max(1, image.height * width / image.width)
    if height > mostRows {
      height = max(1, mostRows)
      width = max(1, min(width, image.width * height / image.height))
    }
    // Terminals put the cursor into the line in which the last six rows start, so they must not end in
    // another line.
    if (height - 1) / 6 * 6 / cellHeight < (height - 1) / cellHeight {
      height = (height - 1) / cellHeight * cellHeight
    }
    let pixels = image.flattened(on: drawing.background ?? theme.background, width: width, height: height)
    var sink = ByteSink()
    sink.append(sixel: ReducedColors(pixels, width: width), width: width)
    return sink.bytes
  }

  /// Returns the addresses and alternative texts of the images; nil if anything else than space is between
  /// them.
  private static func images(in inlines: Inlines) -> [(address: String, alternative: String)]? {
    var found: [(address: String, alternative: String)] = []
    var last: Int32 = -1
    return withUTF8(inlines.text) { bytes -> [(address: String, alternative: String)]? in
      var cursor = RunCursor(bytes)
      for run in inlines.runs {
        let piece = cursor.next(run.length)
        guard let (index, address) = image(around: run.span, in: inlines.spans) else {
          guard run.kind == .softBreak || run.kind == .lineBreak || piece.allSatisfy({ $0 == 0x20 }) else {
            return nil
          }
          continue
        }
        if index != last { found.append((address, "")) }
        last = index
        found[found.count - 1].alternative += String(decoding: piece, as: UTF8.self)
      }
      return found.isEmpty ? nil : found
    }
  }

  /// Returns the outermost image that encloses a span.
  private static func image(around span: Int32, in spans: [InlineSpan]) -> (Int32, String)? {
    var found: (Int32, String)?
    var index = span
    while index >= 0, Int(index) < spans.count {
      if case .image(let destination, _) = spans[Int(index)].kind { found = (index, destination) }
      // A parent precedes its children.
      guard spans[Int(index)].parent < index else { break }
      index = spans[Int(index)].parent
    }
    return found
  }
}
