// What blocks from outside must satisfy, so that nothing that shows them need look again.

/// A place for blocks, which decides of what kinds they may be.
enum BlockPlace {
  /// At the top level of a document.
  case document
  /// Among a document's footnotes.
  case footnotes
  /// In a list.
  case list
  /// In a quote, an item or a footnote.
  case container
  /// The place that an edit names.
  case anywhere

  /// The place that the content of a block is; nil for a leaf.
  init?(in content: Block.Content) {
    switch content {
    case .list: self = .list
    case .quote, .listItem, .footnote: self = .container
    default: return nil
    }
  }

  func allows(_ content: Block.Content) -> Bool {
    switch (self, content) {
    case (.anywhere, _): true
    case (.list, .listItem), (.footnotes, .footnote), (.document, .frontMatter): true
    case (_, .listItem), (_, .footnote), (_, .frontMatter), (.list, _), (.footnotes, _): false
    default: true
    }
  }
}

extension [Block] {
  /// Checks that blocks are of kinds that a place has, and so on in what they hold.
  func checkKinds(in place: BlockPlace) throws(UpdateError) {
    for block in self {
      guard place.allows(block.content) else { throw UpdateError(code: .wrongKind, block: block.id) }
      if let inner = BlockPlace(in: block.content) { try block.children.checkKinds(in: inner) }
    }
  }

  /// Checks how deep blocks nest, and the scopes that their code names.
  ///
  /// - Parameters:
  ///   - level: how many containers are around the blocks.
  ///   - scopes: how many scope stacks there are, the empty one included.
  func check(level: Int, scopes: Int) throws(UpdateError) {
    guard level <= Document.maximumDepth || isEmpty else {
      throw UpdateError(code: .tooDeep, block: first?.id)
    }
    for block in self {
      if case .code(let code) = block.content {
        for line in code.lines { try line.runs.check(scopes: scopes, in: block.id) }
      } else if block.isContainer {
        try block.children.check(level: level + 1, scopes: scopes)
      }
    }
  }
}

extension Edit {
  /// Checks that the runs of code that the edit brings name scope stacks that there are.
  func checkRuns(scopes: Int, in id: BlockID) throws(UpdateError) {
    switch self {
    case .lines(_, _, let lines): for line in lines { try line.runs.check(scopes: scopes, in: id) }
    case .lastLine(_, _, _, let tail): try tail.runs.check(scopes: scopes, in: id)
    case .recolor(_, _, let lines): for runs in lines { try runs.check(scopes: scopes, in: id) }
    default: break
    }
  }
}

extension [CodeRun] {
  /// Checks that every run names a scope stack that there is.
  func check(scopes: Int, in id: BlockID) throws(UpdateError) {
    guard allSatisfy({ Int($0.scopes.rawValue) < scopes }) else {
      throw UpdateError(code: .unknownScope, block: id)
    }
  }
}

extension Document {
  /// The number of containers that may be around a block: those of the wire form, and those that it does not count.
  package static let maximumDepth = maximumWireDepth + 4

  /// The greatest length of a text, and the greatest end of a source range.
  static let maximumSource = WireCount.largest

  /// Checks a document that came from outside.
  ///
  /// - Parameter scopes: how many scope stacks there are; nil for those of the document's own table.
  func check(scopes: Int? = nil) throws(UpdateError) {
    let scopes = scopes ?? self.scopes.count
    try blocks.checkKinds(in: .document)
    try footnotes.checkKinds(in: .footnotes)
    try blocks.check(level: 0, scopes: scopes)
    try footnotes.check(level: 0, scopes: scopes)
  }
}

extension UpdateError {
  /// The error as decoders throw it.
  func decodingError(at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: description))
  }
}
