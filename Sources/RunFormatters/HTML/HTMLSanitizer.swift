/// Rebuilds raw HTML from an allow-list of elements and attributes near GitHub's.
///
/// Nothing is copied through: tags are read, and written anew where they are known; everything else is left
/// out or becomes text. Elements stay open across pieces of raw HTML (`<details>`, markdown, `</details>`)
/// until the block that holds them ends.
///
/// The output never relies on the HTML parser to end or open an element by itself: `<li>a<li>b` within a `<ul>` becomes
/// `<li>a</li><li>b</li>`, and a `<li>` without a list, which would end the list item around it, is left out. So the output
/// parses to the tree that its tags show, wherever it stands.
struct HTMLSanitizer {
  /// A place for raw HTML, by what may stand in it.
  enum Place {
    /// Between blocks: every element.
    case blocks
    /// Within a leaf whose element holds blocks as well, such as a table's cell: every element but tables.
    case flow
    /// Within a paragraph or heading.
    case phrasing
  }

  private struct Element {
    /// The name in the source, by which an end tag finds the element.
    var name: String
    /// The name in the output.
    var tag: String
  }

  private let links: LinkPolicy
  /// Put before every identifier, and before fragments.
  var identifierPrefix: String
  private var open: [Element] = []
  /// Whether a link of markdown is open; none may stand within it.
  var isWithinLink = false
  /// The link, of markdown or raw HTML, whose text is being written.
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
      out.append(text: element.tag)
      out.append(">")
      if element.name == "a" { out.append(target: linkText.end()) }
    }
  }

  /// Writes a piece of raw HTML; no piece closes any of the first `floor` elements, which were opened outside of what
  /// holds the piece.
  mutating func write(_ raw: String, in place: Place, floor: Int, into out: inout ByteSink) {
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
        } else if HTMLElementRules.isAllowed(name, in: place) {
          start(name, attributes, floor: floor, into: &out)
        }
      case .end(let name): end(name, floor: floor, into: &out)
      }
    }
  }

  /// Ends the raw elements that cannot go on around a block of markdown; those below `floor` stay.
  ///
  /// - Parameter holdsLinks: `true` if the block is more than a paragraph without links. It ends a raw link,
  ///   since links do not nest.
  mutating func prepareForBlock(
    isHeading: Bool, holdsLinks: Bool, floor: Int, into out: inout ByteSink
  ) {
    if isInTableStructure, let table = lastIndex(from: floor, where: { $0 == "table" }) {
      close(to: table, into: &out)
    }
    _ = closeParagraph(floor: floor, into: &out)
    if isHeading { closeHeading(floor: floor, into: &out) }
    if holdsLinks, let link = lastIndex(from: floor, where: { $0 == "a" }) { close(to: link, into: &out) }
  }

  /// Whether a link of raw HTML is open.
  var hasOpenLink: Bool { lastIndex(from: 0, where: { $0 == "a" }) != nil }

  /// Ends a raw link that is open, so that a link of markdown can begin; false if it cannot be ended.
  mutating func makeRoomForLink(floor: Int, into out: inout ByteSink) -> Bool {
    guard let link = lastIndex(from: 0, where: { $0 == "a" }) else { return true }
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
    _ name: String, _ attributes: [HTMLAttribute], floor: Int, into out: inout ByteSink
  ) {
    // A row's first cell may open two more.
    guard open.count + 2 < Self.maximumDepth, makeRoom(for: name, floor: floor, into: &out) else { return }
    if isInTableStructure, !HTMLElementRules.tableParts.contains(name) { openCell(into: &out) }
    switch name {
    case "a": startLink(attributes, into: &out)
    case "img": writeImage(attributes, into: &out)
    case "source":
      guard let sources = links.sourceSet(in: attributes) else { return }
      writeStart(name, attributes, sourceSet: sources, into: &out)
    default: begin(name, attributes, into: &out)
    }
  }

  private mutating func begin(
    _ name: String, _ attributes: [HTMLAttribute] = [], into out: inout ByteSink
  ) {
    writeStart(name, attributes, into: &out)
    if !HTMLElementRules.void.contains(name) { open.append(Element(name: name, tag: name)) }
  }

  private mutating func end(_ name: String, floor: Int, into out: inout ByteSink) {
    let isHeading = HTMLElementRules.headings.contains(name)
    let isBounded = !HTMLElementRules.tableParts.contains(name) && name != "table"
    // An element such as `<span>` does not end while a block in it is open.
    let isPhrasing = HTMLElementRules.phrasing.contains(name) && !HTMLElementRules.formatting.contains(name)
    for index in open.indices.reversed() {
      guard index >= floor else { return }
      let other = open[index].name
      if other == name || isHeading && HTMLElementRules.headings.contains(other) {
        return close(to: index, into: &out)
      }
      if isBounded, HTMLElementRules.scopeBoundaries.contains(other) { return }
      if isPhrasing, HTMLElementRules.flow.contains(other) { return }
      if name == "li", other == "ul" || other == "ol" { return }
    }
  }

  // MARK: What a start tag ends

  /// Ends and opens what the HTML parser would before this element; false if the element cannot stand here.
  private mutating func makeRoom(for name: String, floor: Int, into out: inout ByteSink) -> Bool {
    switch name {
    case "caption", "tbody", "tfoot", "thead", "td", "th", "tr":
      return makeRoom(forPartOfTable: name, floor: floor, into: &out)
    case "a":
      return !isWithinLink && makeRoomForLink(floor: floor, into: &out)
    case "source":
      return open.count > floor && open.last?.name == "picture"
    case "rp", "rt":
      guard let ruby = lastIndex(from: floor, where: { $0 == "ruby" }) else { return false }
      close(to: ruby + 1, into: &out)
      return true
    case "li":
      return makeRoom(forItem: ["li"], of: ["ol", "ul"], floor: floor, into: &out)
    case "dd", "dt":
      return makeRoom(forItem: ["dd", "dt"], of: ["dl"], floor: floor, into: &out)
    default:
      guard HTMLElementRules.flow.contains(name) else { return true }
      if name == "table", isInTableStructure, let table = lastIndex(from: floor, where: { $0 == "table" }) {
        close(to: table, into: &out)
      }
      guard closeParagraph(floor: floor, into: &out) else { return false }
      if HTMLElementRules.headings.contains(name) { closeHeading(floor: floor, into: &out) }
      return true
    }
  }

  /// Ends the item before this one. An item without a list is none: it would end an item that is not its own.
  private mutating func makeRoom(
    forItem items: Set<String>, of lists: Set<String>, floor: Int, into out: inout ByteSink
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
      if isSpecial, name != "div", name != "p" { break }
    }
    return closeParagraph(floor: floor, into: &out)
  }

  private mutating func makeRoom(
    forPartOfTable name: String, floor: Int, into out: inout ByteSink
  ) -> Bool {
    guard let table = open.lastIndex(where: { $0.name == "table" }), table >= floor else { return false }
    guard name == "tr" || HTMLElementRules.cells.contains(name) else {
      close(to: table + 1, into: &out)
      return true
    }
    let hasSection = open.count > table + 1 && HTMLElementRules.tableSections.contains(open[table + 1].name)
    guard hasSection else {
      close(to: table + 1, into: &out)
      begin("tbody", into: &out)
      if name != "tr" { begin("tr", into: &out) }
      return true
    }
    let hasRow = open.count > table + 2 && open[table + 2].name == "tr"
    close(to: hasRow && name != "tr" ? table + 3 : table + 2, into: &out)
    if !hasRow, name != "tr" { begin("tr", into: &out) }
    return true
  }

  /// Opens a cell for content that stands between the parts of a table.
  private mutating func openCell(into out: inout ByteSink) {
    if open.last?.name == "table" { begin("tbody", into: &out) }
    if open.last?.name != "tr" { begin("tr", into: &out) }
    begin("td", into: &out)
  }

  /// Ends a paragraph of raw HTML; false if one was opened outside of what holds the piece.
  private mutating func closeParagraph(floor: Int, into out: inout ByteSink) -> Bool {
    guard let index = lastIndex(from: 0, where: { $0 == "p" }) else { return true }
    guard index >= floor else { return false }
    close(to: index, into: &out)
    return true
  }

  /// Ends a heading that has no block in it yet.
  private mutating func closeHeading(floor: Int, into out: inout ByteSink) {
    let index = open.lastIndex { !HTMLElementRules.phrasing.contains($0.name) }
    if let index, index >= floor, HTMLElementRules.headings.contains(open[index].name) {
      close(to: index, into: &out)
    }
  }

  /// Whether the innermost element holds nothing but parts of a table.
  private var isInTableStructure: Bool {
    guard let name = open.last?.name else { return false }
    return HTMLElementRules.tableStructure.contains(name)
  }

  /// Returns the innermost of the elements from `floor` on that is in the parser's scope.
  private func lastIndex(from floor: Int, where matches: (String) -> Bool) -> Int? {
    for index in open.indices.reversed() {
      guard index >= floor else { return nil }
      if matches(open[index].name) { return index }
      if HTMLElementRules.scopeBoundaries.contains(open[index].name) { return nil }
    }
    return nil
  }

  // MARK: Links and images

  private mutating func startLink(_ attributes: [HTMLAttribute], into out: inout ByteSink) {
    guard let address = attributes.first(where: { $0.name == "href" })?.value else {
      // A name for a place: whatever it is put around, it stays a place.
      guard attributes.contains(where: { $0.name == "id" || $0.name == "name" }) else { return }
      writeStart("a", attributes, into: &out)
      return out.append("</a>")
    }
    switch links.verdict(onLink: address) {
    case .allowed(let address):
      writeStart("a", attributes, address: address, into: &out)
      open.append(Element(name: "a", tag: "a"))
      linkText.begin(address)
    case .elsewhere(let address):
      out.append("<span class=\"ils-blocked\">")
      open.append(Element(name: "a", tag: "span"))
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
      writeStart("img", attributes, address: address, sourceSet: sourceSet, into: &out)
    case .elsewhere(let address)?:
      let canLink = !isWithinLink && !hasOpenLink
      let image = UnloadedImage(address: address, links: canLink ? links : nil)
      image.writeStart(into: &out)
      out.append(escapingHTML: text)
      image.writeEnd(hasText: !text.isEmpty, into: &out)
      linkText.append("\(text) \(address)")
    case nil where sourceSet != nil:
      writeStart("img", attributes, sourceSet: sourceSet, into: &out)
    case .refused?, nil:
      out.append("<span class=\"ils-blocked\">")
      out.append(escapingHTML: text)
      out.append("</span>")
      linkText.append(text)
    }
  }

  private static let maximumDepth = 200
}
