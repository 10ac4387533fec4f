extension Document {
  /// Applies an update in place. The cost depends on the size of the update and on the depth of the blocks
  /// that it names.
  ///
  /// ```swift
  /// var document = Document()
  /// for update in updates { try document.apply(update) }
  /// ```
  ///
  /// - Throws: ``UpdateError`` if the update does not fit. The document is then partly changed and must be
  ///   fetched again.
  public mutating func apply(_ update: Update) throws(UpdateError) {
    try scopes.append(update.scopes)
    try apply(update, scopes: scopes.count)
  }

  /// Applies the edits of an update.
  ///
  /// - Parameter count: The number of scope stacks that code runs may name, the empty stack included.
  mutating func apply(_ update: Update, scopes count: Int) throws(UpdateError) {
    for edit in update.edits { try apply(edit, count) }
    if update.isFinal {
      Self.setFinished(of: &blocks, [])
    } else if let finished = update.finished {
      Self.setFinished(of: &blocks, finished[...])
    }
  }

  /// Marks the first blocks of each level as finished and the others as open. Visits only blocks that are
  /// open or that this update closes.
  private static func setFinished(of blocks: inout [Block], _ counts: ArraySlice<Int>) {
    let finished = min(counts.first ?? .max, blocks.count)
    var index = finished
    while index > 0, !blocks[index - 1].isFinished {
      blocks[index - 1].markFinished()
      index -= 1
    }
    for index in finished..<blocks.count {
      blocks[index].isFinished = false
      // Nothing after the first open block is finished, and neither are its descendants.
      let inner = index == finished && counts.count > 1 ? counts.dropFirst() : [0]
      blocks[index].modifyChildren { setFinished(of: &$0, inner) }
    }
  }

  private mutating func apply(_ edit: Edit, _ scopes: Int) throws(UpdateError) {
    switch edit {
    case .splice(nil, let keep, let new):
      try new.checkPlace(.document)
      try new.check(level: 0, scopes: scopes)
      try Self.splice(&blocks, keep: keep, new, in: nil)
    case .footnotes(let keep, let new):
      try new.checkPlace(.footnotes)
      try new.check(level: 0, scopes: scopes)
      try Self.splice(&footnotes, keep: keep, new, in: nil)
    case .splice(let parent?, let keep, let new):
      try modify(parent) { (block, level) throws(UpdateError) in
        let id = block.id
        guard let place = BlockPlace(in: block.content) else {
          throw UpdateError(code: .wrongKind, block: id)
        }
        try new.checkPlace(place)
        try new.check(level: level + 1, scopes: scopes)
        try block.modifyChildren { (children) throws(UpdateError) in
          try Self.splice(&children, keep: keep, new, in: id)
        }
        return new.last?.source.upperBound
      }
    case .replace(let new):
      try modify(.block(new.id)) { (block, level) throws(UpdateError) in
        guard new.content.standsWhere(block.content) else {
          throw UpdateError(code: .wrongKind, block: new.id)
        }
        try [new].check(level: level, scopes: scopes)
        let (revision, isFinished) = (block.revision, block.isFinished)
        block = new
        if isFinished { block.markFinished() } else { block.markOpen() }
        block.revision = revision
        return nil
      }
    case .end(let target, let change):
      try modify(target) { (block, _) throws(UpdateError) in block.source.upperBound &+ change }
    case .text(let target, let text):
      try modify(target) { (block, _) throws(UpdateError) in
        try block.append(text: text)
        return block.source.upperBound + text.utf8.count
      }
    case .inlines(let target, let runs, let bytes, let spans, let tail):
      try modify(target) { (block, _) throws(UpdateError) in
        let id = block.id
        try block.modifyInlines { (inlines) throws(UpdateError) in
          try inlines.replaceTail(keepingRuns: runs, bytes: bytes, spans: spans, with: tail, in: id)
        }
        return nil
      }
    case .lines(let target, _, _), .lastLine(let target, _, _, _), .rehighlight(let target, _, _),
      .code(let target, _):
      try modify(target) { (block, _) throws(UpdateError) in
        let (id, end) = (block.id, block.source.upperBound)
        try edit.checkRuns(scopes: scopes, in: id)
        guard var code = block.take(\.code) else {
          throw UpdateError(code: .wrongKind, block: id)
        }
        defer { block.content = .code(code) }
        return try code.apply(edit, in: id).map { end + $0 }
      }
    case .rows(let target, _, _), .cells(let target, _, _, _), .cell(let target, _, _, _):
      try modify(target) { (block, _) throws(UpdateError) in
        let id = block.id
        guard var table = block.take(\.table) else {
          throw UpdateError(code: .wrongKind, block: id)
        }
        defer { block.content = .table(table) }
        return try table.apply(edit, in: id)
      }
    case .tightness(let target, let isTight):
      try modify(target) { (block, _) throws(UpdateError) in
        guard var list = block.take(\.list) else {
          throw UpdateError(code: .wrongKind, block: block.id)
        }
        list.isTight = isTight
        block.content = .list(list)
        return nil
      }
    case .task(let target, let task):
      try modify(target) { (block, _) throws(UpdateError) in
        guard var item = block.take(\.listItem) else {
          throw UpdateError(code: .wrongKind, block: block.id)
        }
        item.task = task
        block.content = .listItem(item)
        return nil
      }
    }
  }

  private static func splice(
    _ children: inout [Block], keep: Int?, _ blocks: [Block], in parent: BlockID?
  ) throws(UpdateError) {
    let keep = keep ?? children.count
    guard keep >= 0, keep <= children.count else { throw UpdateError(code: .outOfRange, block: parent) }
    children.removeSubrange(keep...)
    children += blocks
    for index in keep..<children.count { children[index].markOpen() }
  }
}
