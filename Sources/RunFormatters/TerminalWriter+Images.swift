import StyledRuns

extension TerminalWriter {
  /// Draws a paragraph that is nothing but images, where that was asked for and all of them are to be had. False
  /// where the paragraph is to be written as text.
  mutating func draw(_ inlines: Inlines, into out: inout ByteSink) -> Bool {
    guard let drawing = options.images, !inlines.spans.isEmpty, let names = Self.images(in: inlines) else {
      return false
    }
    var images: [TerminalImage] = []
    for (address, _) in names {
      guard let image = drawing.load(address), drawing.images == .iterm2 || image.format == .png else {
        return false
      }
      images.append(image)
    }
    for (image, (_, alternative)) in zip(images, names) {
      draw(image, drawing, into: &out)
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
    case .iterm2:
      out.append(iterm2: image, columns: cells.columns, rows: cells.rows)
      endLine(into: &out)
    }
  }

  /// The addresses and alternative texts, where there is nothing between images but space.
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

  /// The outermost image that encloses a span.
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
