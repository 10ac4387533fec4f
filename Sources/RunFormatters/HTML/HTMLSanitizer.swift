/// Rebuilds raw HTML from an allow-list of elements and attributes similar to GitHub's.
///
/// Nothing is copied: known tags are parsed and written anew; everything else is removed or becomes text.
/// Elements stay open across pieces of raw HTML (`<details>`, markdown, `</details>`) until the surrounding
/// block ends.
///
/// The output never relies on the HTML parser to open or close an element implicitly. `<li>a<li>b` within a
/// `<ul>` becomes `<li>a</li><li>b</li>`, and a `<li>` without a list, which would end the surrounding list
/// item, is removed. The output therefore parses to the tree that its tags show, wherever it is embedded.
struct HTMLSanitizer {
  /// The context of raw HTML, which determines the allowed elements.
  enum ContentModel {
    /// Between blocks, where all elements are allowed.
    case blocks
    /// Within a leaf whose element may contain blocks, such as a table cell. All elements except tables are
    /// allowed.
    case flow
    /// Within a paragraph or heading, where only phrasing content is allowed.
    case phrasing
  }

  private struct OpenTag {
    /// The name in the source, which the end tag must repeat.
    let name: HTMLElementName
    /// The name in the output, which may differ.
    let tag: HTMLElementName

    /// Whether searches of the parser for an open element end at this one.
    var boundsScope: Bool { HTMLElementRules.scopeBoundaries.contains(name) }
  }

  private let links: LinkPolicy
  /// The prefix of identifiers and fragments.
  var identifierPrefix: String
  private var open: [OpenTag] = []
  /// Whether a markdown link is open. Links do not nest.
  var isWithinLink = false
  /// The text of the current link, whether markdown or raw HTML.
  var linkText = LinkText()

  init(links: LinkPolicy, identifierPrefix: String = "") {
    self.links = links
    self.identifierPrefix = identifierPrefix
  }

  /// The number of open elements.
  var depth: Int { open.count }

  /// Closes elements until `depth` are open.
  mutating func close(to depth: Int, into out: inout ByteSink) {
    while open.count > max(depth, 0), let element = open.popLast() {
      out.append("</")
      out.append(text: element.tag.text)
      out.append(">")
      if element.name == .a { out.append(target: linkText.end()) }
    }
  }

  /// Writes a piece of raw HTML.
  ///
  /// - Parameter floor: The number of outer elements that the piece must not close, because they were opened
  ///   outside the block.
  mutating func write(_ raw: String, in place: ContentModel, floor: Int, into out: inout ByteSink) {
    var scanner = HTMLTagScanner(raw)
    var dropped: String?
    while let piece = scanner.next() {
      if let name = dropped {
        if case .end(let end) = piece, end == name { dropped = nil }
        continue
      }
      switch piece {
      case .text(let text): write(text: text, into: &out)
      case .markup: break
      case .start(let name, let attributes):
        if HTMLElementRules.droppedWithContent.contains(name) {
          dropped = name
        } else if let name = HTMLElementName(name), HTMLElementRules.isAllowed(name, in: place) {
          start(name, attributes, floor: floor, into: &out)
        }
      case .end(let name):
        if let name = HTMLElementName(name) { end(name, floor: floor, into: &out) }
      }
    }
  }

  /// Ends the raw elements that cannot contain a markdown block.
  ///
  /// - Parameters:
  ///   - holdsLinks: Whether the block can contain links: any block except a paragraph without links. Such a
  ///     block ends an
  ///     open raw link, because links do not nest.
  ///   - floor: The number of outer elements that must stay open.
  mutating func prepareForBlock(
    isHeading: Bool, holdsLinks: Bool, floor: Int, into out: inout ByteSink
  ) {
    if isInTableStructure, let table = lastIndex(from: floor, where: { $0 == .table }) {
      close(to: table, into: &out)
    }
    _ = closeParagraph(floor: floor, into: &out)
    if isHeading { closeHeading(floor: floor, into: &out) }
    if holdsLinks, let link = lastIndex(from: floor, where: { $0 == .a }) { close(to: link, into: &out) }
  }

  /// Whether a link of raw HTML is open.
  var hasOpenLink: Bool { lastIndex(from: 0, where: { $0 == .a }) != nil }

  /// Ends an open raw link, so that a markdown link can begin; returns `false` if the raw link cannot be
  /// ended.
  mutating func makeRoomForLink(floor: Int, into out: inout ByteSink) -> Bool {
    guard let link = lastIndex(from: 0, where: { $0 == .a }) else { return true }
    guard link >= floor else { return false }
    close(to: link, into: &out)
    return true
  }

  // MARK: Text and tags

  private mutating func write(text: String, into out: inout ByteSink) {
    if isInTableStructure, text.utf8.contains(where: { $0 > 0x20 }) { openCell(into: &out) }
    linkText.append(text)
    out.append(escapingHTML: text)
  }

  private mutating func start(
    _ name: HTMLElementName, _ attributes: [HTMLAttribute], floor: Int, into out: inout ByteSink
  ) {
    // The first cell of a row may implicitly open two more elements.
    guard open.count + 2 < Self.maximumDepth, makeRoom(for: name, floor: floor, into: &out) else { return }
    if isInTableStructure, !HTMLElementRules.tableParts.contains(name) { openCell(into: &out) }
    switch name {
    case .a: startLink(attributes, into: &out)
    case .img: writeImage(attributes, into: &out)
    case .source:
      guard let sources = links.sourceSet(in: attributes) else { return }
      writeStart(name, attributes, sourceSet: sources, into: &out)
    default: begin(name, attributes, into: &out)
    }
  }

  private mutating func begin(
    _ name: HTMLElementName, _ attributes: [HTMLAttribute] = [], into out: inout ByteSink
  ) {
    writeStart(name, attributes, into: &out)
    if !HTMLElementRules.void.contains(name) { open.append(OpenTag(name: name, tag: name)) }
  }

  private mutating func end(_ name: HTMLElementName, floor: Int, into out: inout ByteSink) {
    let isHeading = HTMLElementRules.headings.contains(name)
    let isBounded = !HTMLElementRules.tableParts.contains(name) && name != .table
    // An element such as `<span>` does not end while a block inside it is open.
    let isPhrasing = HTMLElementRules.phrasing.contains(name) && !HTMLElementRules.formatting.contains(name)
    for index in open.indices.reversed() {
      guard index >= floor else { return }
      let other = open[index].name
      if other == name || isHeading && HTMLElementRules.headings.contains(other) {
        return close(to: index, into: &out)
      }
      if isBounded, open[index].boundsScope { return }
      if isPhrasing, HTMLElementRules.flow.contains(other) { return }
      if name == .li, other == .ul || other == .ol { return }
    }
  }

  // MARK: What a start tag ends

  /// Opens and closes elements as the HTML parser would before this element; returns `false` if the element
  /// is not allowed here.
  private mutating func makeRoom(for name: HTMLElementName, floor: Int, into out: inout ByteSink) -> Bool {
    switch name {
    case .caption, .tbody, .tfoot, .thead, .td, .th, .tr:
      return makeRoom(forPartOfTable: name, floor: floor, into: &out)
    case .a:
      return !isWithinLink && makeRoomForLink(floor: floor, into: &out)
    case .source:
      return open.count > floor && open.last?.name == .picture
    case .rp, .rt:
      guard let ruby = lastIndex(from: floor, where: { $0 == .ruby }) else { return false }
      close(to: ruby + 1, into: &out)
      return true
    case .li:
      return makeRoom(forItem: [.li], of: [.ol, .ul], floor: floor, into: &out)
    case .dd, .dt:
      return makeRoom(forItem: [.dd, .dt], of: [.dl], floor: floor, into: &out)
    default:
      guard HTMLElementRules.flow.contains(name) else { return true }
      if name == .table, isInTableStructure, let table = lastIndex(from: floor, where: { $0 == .table }) {
        close(to: table, into: &out)
      }
      guard closeParagraph(floor: floor, into: &out) else { return false }
      if HTMLElementRules.headings.contains(name) { closeHeading(floor: floor, into: &out) }
      return true
    }
  }

  /// Ends the preceding item; returns `false` without a list, because the item would end an outer item.
  private mutating func makeRoom(
    forItem items: HTMLElementSet, of lists: HTMLElementSet, floor: Int, into out: inout ByteSink
  ) -> Bool {
    guard open.indices.contains(where: { $0 >= floor && lists.contains(open[$0].name) }) else { return false }
    for index in open.indices.reversed() {
      guard index >= floor else { break }
      let name = open[index].name
      if items.contains(name) {
        close(to: index, into: &out)
        break
      }
      let isSpecial = HTMLElementRules.flow.contains(name) || HTMLElementRules.tableParts.contains(name)
      if isSpecial, name != .div, name != .p { break }
    }
    return closeParagraph(floor: floor, into: &out)
  }

  private mutating func makeRoom(
    forPartOfTable name: HTMLElementName, floor: Int, into out: inout ByteSink
  ) -> Bool {
    guard let table = open.lastIndex(where: { $0.name == .table }), table >= floor else { return false }
    guard name == .tr || HTMLElementRules.cells.contains(name) else {
      close(to: table + 1, into: &out)
      return true
    }
    let hasSection = open.count > table + 1 && HTMLElementRules.tableSections.contains(open[table + 1].name)
    guard hasSection else {
      close(to: table + 1, into: &out)
      begin(.tbody, into: &out)
      if name != .tr { begin(.tr, into: &out) }
      return true
    }
    let hasRow = open.count > table + 2 && open[table + 2].name == .tr
    close(to: hasRow && name != .tr ? table + 3 : table + 2, into: &out)
    if !hasRow, name != .tr { begin(.tr, into: &out) }
    return true
  }

  /// Opens a cell for content that stands directly in a table structure.
  private mutating func openCell(into out: inout ByteSink) {
    if open.last?.name == .table { begin(.tbody, into: &out) }
    if open.last?.name != .tr { begin(.tr, into: &out) }
    begin(.td, into: &out)
  }

  /// Ends a raw paragraph; returns `false` if the paragraph was opened outside the block.
  private mutating func closeParagraph(floor: Int, into out: inout ByteSink) -> Bool {
    guard let index = lastIndex(from: 0, where: { $0 == .p }) else { return true }
    guard index >= floor else { return false }
    close(to: index, into: &out)
    return true
  }

  /// Ends a heading that contains no block yet.
  private mutating func closeHeading(floor: Int, into out: inout ByteSink) {
    let index = open.lastIndex { !HTMLElementRules.phrasing.contains($0.name) }
    if let index, index >= floor, HTMLElementRules.headings.contains(open[index].name) {
      close(to: index, into: &out)
    }
  }

  /// Whether the innermost element may contain only table parts.
  private var isInTableStructure: Bool {
    guard let name = open.last?.name else { return false }
    return HTMLElementRules.tableStructure.contains(name)
  }

  /// Returns the index of the innermost matching element from `floor` on within the parser's scope; nil if
  /// there is none.
  private func lastIndex(from floor: Int, where matches: (HTMLElementName) -> Bool) -> Int? {
    for index in open.indices.reversed() {
      guard index >= floor else { return nil }
      if matches(open[index].name) { return index }
      if open[index].boundsScope { return nil }
    }
    return nil
  }

  // MARK: Links and images

  private mutating func startLink(_ attributes: [HTMLAttribute], into out: inout ByteSink) {
    guard let address = attributes.first(where: { $0.name == "href" })?.value else {
      // An anchor without an address marks only a position, so that its element is written without content.
      guard attributes.contains(where: { $0.name == "id" || $0.name == "name" }) else { return }
      writeStart(.a, attributes, into: &out)
      return out.append("</a>")
    }
    switch links.verdict(onLink: address) {
    case .allowed(let address):
      writeStart(.a, attributes, address: address, into: &out)
      open.append(OpenTag(name: .a, tag: .a))
      linkText.begin(address)
    case .elsewhere(let address):
      out.append("<span class=\"ils-blocked\">")
      open.append(OpenTag(name: .a, tag: .span))
      linkText.begin(address, isShown: true)
    case .refused: break
    }
  }

  private mutating func writeImage(_ attributes: [HTMLAttribute], into out: inout ByteSink) {
    func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
    let text = value("alt") ?? ""
    let sourceSet = links.sourceSet(in: attributes)
    switch value("src").map(links.verdict(onImage:)) {
    case .allowed(let address)?:
      writeStart(.img, attributes, address: address, sourceSet: sourceSet, into: &out)
    case .elsewhere(let address)?:
      let canLink = !isWithinLink && !hasOpenLink
      let image = UnloadedImage(address: address, links: canLink ? links : nil)
      image.writeStart(into: &out)
      out.append(escapingHTML: text)
      image.writeEnd(hasText: !text.isEmpty, into: &out)
      linkText.append("\(text) \(address)")
    case nil where sourceSet != nil:
      writeStart(.img, attributes, sourceSet: sourceSet, into: &out)
    case .refused?, nil:
      out.append("<span class=\"ils-blocked\">")
      out.append(escapingHTML: text)
      out.append("</span>")
      linkText.append(text)
    }
  }

  private static let maximumDepth = 200
}
