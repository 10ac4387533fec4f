import StyledRuns

extension [SourceReference] {
  /// The sources as a document: an ordered list of links, each with the passage that is cited.
  ///
  /// All formatters draw the list through this document, so that its links obey the same policy as those of a
  /// text.
  var document: Document {
    let items = enumerated().map { index, source in
      let paragraph = Block(
        id: BlockID(offset: index, depth: 2), source: index..<index + 1, content: .paragraph(source.inlines))
      return Block(
        id: BlockID(offset: index, depth: 1), source: index..<index + 1,
        content: .listItem(ListItem(blocks: [paragraph])))
    }
    let list = List(marker: .ordered(start: 1, delimiter: "."), isTight: true, items: items)
    return Document(blocks: [
      Block(id: BlockID(offset: 0, depth: 0), source: 0..<count, content: .list(list))
    ])
  }
}

extension SourceReference {
  /// The maximum number of shown characters of a cited passage.
  private static let shownQuote = 160

  /// The title as a link, the host of its address, and the cited passage.
  fileprivate var inlines: Inlines {
    let label = self.label
    var inlines = Inlines(plain: Self.line(label.isEmpty ? "untitled" : label))
    if let address, !address.isEmpty {
      inlines.spans = [InlineSpan(kind: .link(destination: address, title: ""))]
      inlines.runs[0].span = 0
      if let host = Self.host(of: address), ![host, address].contains(inlines.text) {
        inlines.add(" \u{2014} \(host)")
      }
    }
    if let quote, !quote.isEmpty {
      let line = Self.line(quote)
      let shown = line.prefix(Self.shownQuote)
      inlines.add(": \u{201C}\(shown)\(shown.endIndex < line.endIndex ? "\u{2026}" : "")\u{201D}")
    }
    return inlines
  }

  private static func line(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }

  /// Returns the host of a web address, without `www.`; nil for other addresses.
  private static func host(of address: String) -> String? {
    guard let scheme = ["https://", "http://"].first(where: address.hasPrefix) else { return nil }
    let host = address.dropFirst(scheme.count).prefix { !"/?#:@".contains($0) }
    return host.isEmpty ? nil : String(host.hasPrefix("www.") ? host.dropFirst(4) : host)
  }
}

extension Inlines {
  fileprivate mutating func add(_ more: String) {
    text += more
    runs.append(InlineRun(length: more.utf8.count))
  }
}
