import StyledRuns

extension TerminalWriter {
  /// Turns file names in the finished `text` into links.
  ///
  /// - Parameters:
  ///   - start: The first byte to search.
  ///   - firstPiece: The index of the piece that starts there.
  mutating func linkFiles(fromByte start: Int = 0, fromPiece firstPiece: Int = 0) {
    guard let files = options.fileLinks, options.links == .hyperlinks else { return }
    var position = start
    var piece = firstPiece
    var changes: [TerminalText.TextChange] = []
    while let (place, range) = FileLinks.next(in: text.bytes.buffer, from: position) {
      position = range.upperBound
      guard !isLink(range, from: &piece), takeFile(place, files) else { continue }
      changes.append(
        TerminalText.TextChange(range: range, link: text.addLink(range, to: address.buffer)))
    }
    text.apply(changes, fromPiece: firstPiece)
  }

  /// Whether a part of the range is already a link.
  ///
  /// - Parameter piece: The index from which to search for the first piece of the range. It advances.
  private func isLink(_ range: Range<Int>, from piece: inout Int) -> Bool {
    while piece < text.pieces.count, text.pieces[piece].end <= range.lowerBound { piece += 1 }
    var index = piece
    while index < text.pieces.count {
      if text.pieces[index].link >= 0 { return true }
      if text.pieces[index].end >= range.upperBound { return false }
      index += 1
    }
    return false
  }

  /// Stores the address of the file that a relative link refers to in `address`; returns `false` if there is
  /// no such file.
  mutating func takeFile(of span: Int, in spans: [InlineSpan]) -> Bool {
    guard let files = options.fileLinks, case .link(let destination, _) = spans[span].kind,
      let place = FileLinks.FileReference(address: destination)
    else { return false }
    return takeFile(place, files)
  }

  /// Starts a link if a text is the name of a file, as in the head of a tool call.
  mutating func beginFileLink(to name: String) -> Bool {
    guard let files = options.fileLinks, options.links == .hyperlinks,
      takeFile(FileLinks.FileReference(path: name), files)
    else { return false }
    text.beginLink(address.buffer)
    return true
  }

  private mutating func takeFile(_ place: FileLinks.FileReference, _ files: FileLinks) -> Bool {
    guard let target = files.address(place) else { return false }
    // The address is checked like any other, regardless of the closure's result.
    guard LinkPolicy.scheme(of: target) != nil, target.utf8.count <= TerminalAddress.maximumLength,
      target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return false }
    address.removeAll()
    address.append(text: target)
    return true
  }
}
