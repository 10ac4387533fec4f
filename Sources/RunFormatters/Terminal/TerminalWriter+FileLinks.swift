import StyledRuns

extension TerminalWriter {
  /// Makes the places of files in the finished `text` links.
  ///
  /// - Parameters:
  ///   - start: The first byte to look at.
  ///   - firstPiece: The index of the piece that starts there.
  mutating func linkFiles(fromByte start: Int = 0, fromPiece firstPiece: Int = 0) {
    guard let files = options.fileLinks, options.links == .hyperlinks else { return }
    var position = start
    while let (place, range) = FileLinks.next(in: text.bytes.buffer, from: position) {
      position = range.upperBound
      guard !isLink(range, fromPiece: firstPiece), takeFile(place, files) else { continue }
      text.link(range, to: address.buffer, fromPiece: firstPiece)
    }
  }

  /// Whether a part of the range is a link already.
  private func isLink(_ range: Range<Int>, fromPiece firstPiece: Int) -> Bool {
    var start = firstPiece > 0 ? text.pieces[firstPiece - 1].end : 0
    for index in firstPiece..<text.pieces.count {
      let piece = text.pieces[index]
      if piece.link >= 0, start < range.upperBound, piece.end > range.lowerBound { return true }
      start = piece.end
    }
    return false
  }

  /// Stores the address of the file that a relative link leads to in `address`.
  mutating func takeFile(of span: Int, in spans: [InlineSpan]) -> Bool {
    guard let files = options.fileLinks, case .link(let destination, _) = spans[span].kind,
      let place = FileLinks.Place(address: destination)
    else { return false }
    return takeFile(place, files)
  }

  /// Starts a link if a text is the name of a file, as in the head of a tool call.
  mutating func beginFileLink(to name: String) -> Bool {
    guard let files = options.fileLinks, options.links == .hyperlinks,
      takeFile(FileLinks.Place(path: name), files)
    else { return false }
    text.beginLink(address.buffer)
    return true
  }

  private mutating func takeFile(_ place: FileLinks.Place, _ files: FileLinks) -> Bool {
    guard let target = files.address(place) else { return false }
    // The same check as for other addresses, whatever the closure returns.
    guard LinkPolicy.scheme(of: target) != nil, target.utf8.count <= TerminalAddress.maximumLength,
      target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return false }
    address.removeAll()
    address.append(text: target)
    return true
  }
}
