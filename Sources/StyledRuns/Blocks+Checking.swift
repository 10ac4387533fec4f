// Checks untrusted blocks, so that formatters need not check them again.

/// A position that blocks can be in. It decides which kinds of blocks are allowed.
enum BlockPlace {
  /// The top level of a document.
  case document
  /// Among a document's footnotes.
  case footnotes
  /// The items of a list.
  case list
  /// The content of a quote, an item, a footnote or an element.
  case container
  /// Anywhere, as the target of an edit: all kinds are allowed.
  case anywhere

  /// Determines the position of the children of a block with this content; returns nil for a leaf.
  init?(in content: Block.BlockContent) {
    switch content {
    case .list: self = .list
    case .quote, .listItem, .footnote, .element: self = .container
    default: return nil
    }
  }

  func allows(_ content: Block.BlockContent) -> Bool {
    switch (self, content) {
    case (.anywhere, _): true
    case (.list, .listItem), (.footnotes, .footnote), (.document, .frontMatter): true
    case (_, .listItem), (_, .footnote), (_, .frontMatter), (.list, _), (.footnotes, _): false
    default: true
    }
  }
}

extension Block.BlockContent {
  /// Whether the content may replace other content. Items, footnotes and front matter may only replace
  /// content of their own kind.
  func standsWhere(_ other: Block.BlockContent) -> Bool {
    switch (self, other) {
    case (.listItem, .listItem), (.footnote, .footnote), (.frontMatter, .frontMatter): true
    case (.listItem, _), (.footnote, _), (.frontMatter, _), (_, .listItem), (_, .footnote): false
    default: true
    }
  }
}

extension [Block] {
  /// Checks that every block and descendant is of a kind that its position allows.
  func checkKinds(in place: BlockPlace) throws(UpdateError) {
    for block in self {
      guard place.allows(block.content) else { throw UpdateError(code: .wrongKind, block: block.id) }
      if let inner = BlockPlace(in: block.content) { try block.children.checkKinds(in: inner) }
    }
  }

  /// Checks that the position allows the kinds of the blocks. Their descendants must have been checked
  /// already.
  func checkPlace(_ place: BlockPlace) throws(UpdateError) {
    for block in self where !place.allows(block.content) {
      throw UpdateError(code: .wrongKind, block: block.id)
    }
  }

  /// Checks the nesting depth of blocks, and the scopes that their code runs refer to.
  ///
  /// - Parameters:
  ///   - level: The number of containers around the blocks.
  ///   - scopes: The number of scope stacks, including the empty stack.
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
  /// Checks that the code runs in the edit refer to existing scope stacks.
  func checkRuns(scopes: Int, in id: BlockID) throws(UpdateError) {
    switch self {
    case .lines(_, _, let lines): for line in lines { try line.runs.check(scopes: scopes, in: id) }
    case .lastLine(_, _, _, let tail): try tail.runs.check(scopes: scopes, in: id)
    case .rehighlight(_, _, let lines): for runs in lines { try runs.check(scopes: scopes, in: id) }
    default: break
    }
  }
}

extension [CodeRun] {
  /// Checks that every run refers to an existing scope stack.
  func check(scopes: Int, in id: BlockID) throws(UpdateError) {
    guard allSatisfy({ Int($0.scopes.rawValue) < scopes }) else {
      throw UpdateError(code: .unknownScope, block: id)
    }
  }
}

extension Document {
  /// The maximum number of containers around a block: those that the wire form counts, and those that it
  /// does not.
  package static let maximumDepth = maximumWireDepth + 4

  /// The maximum length of a text in bytes, and the greatest end of a source range.
  static let maximumSource = WireCount.largest

  /// Checks a document from an untrusted source.
  ///
  /// - Parameter scopes: The number of scope stacks; nil to count those of the document's own table.
  func check(scopes: Int? = nil) throws(UpdateError) {
    let scopes = scopes ?? self.scopes.count
    try blocks.checkKinds(in: .document)
    try footnotes.checkKinds(in: .footnotes)
    try blocks.check(level: 0, scopes: scopes)
    try footnotes.check(level: 0, scopes: scopes)
  }
}

extension UpdateError {
  /// Returns the error in the form that decoders throw.
  func decodingError(at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: description))
  }
}
