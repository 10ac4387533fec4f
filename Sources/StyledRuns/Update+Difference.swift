extension Update {
  /// Creates the update that turns `old` into `new`. Both are renderings of the same text, of which `new` may
  /// include more.
  ///
  /// Equal leading blocks are not mentioned. If the edits of growing blocks can express the change of the
  /// last block of `old`, only the addition is sent.
  ///
  /// Cost: O(equal blocks, without comparing blocks that share storage) + O(rest).
  ///
  /// - Returns: nil if the scope table of `new` does not continue that of `old`.
  init?(from old: Document, to new: Document, sequence: Int, isFinal: Bool) {
    guard new.scopes.entries.starts(with: old.scopes.entries) else { return nil }
    var edits: [Edit] = []
    if old.blocks != new.blocks {
      let kept = zip(old.blocks, new.blocks).prefix { $0 == $1 }.count
      edits =
        Self.growth(of: old.blocks, to: new.blocks, keeping: kept)
        ?? [.splice(nil, keep: kept, blocks: Array(new.blocks[kept...]))]
    }
    if old.footnotes != new.footnotes {
      let kept = zip(old.footnotes, new.footnotes).prefix { $0 == $1 }.count
      edits.append(.footnotes(keep: kept, blocks: Array(new.footnotes[kept...])))
    }
    self.init(
      sequence: sequence, scopes: Array(new.scopes.entries[old.scopes.entries.count...]), edits: edits,
      finished: new.finishedCounts, isFinal: isFinal)
  }

  /// Returns the edits that let the last block of `old` grow and append the blocks after it; nil if no such
  /// edits exist.
  private static func growth(of old: [Block], to new: [Block], keeping kept: Int) -> [Edit]? {
    guard kept == old.count - 1, kept < new.count,
      let (edits, leaf) = growth(of: old[kept], to: new[kept])
    else { return nil }
    var document = Document(blocks: [old[kept]])
    let wanted = new[kept]
    // The scopes were checked when the documents were built.
    guard (try? document.apply(Update(sequence: 1, edits: edits), scopes: .max)) != nil else { return nil }
    var all = edits
    let (end, now) = (wanted.end(of: leaf), document.blocks[0].end(of: leaf))
    if let end, let now, end != now {
      all.append(.end(.block(leaf), by: end - now))
      document = Document(blocks: [old[kept]])
      guard (try? document.apply(Update(sequence: 1, edits: all), scopes: .max)) != nil else { return nil }
    }
    guard document.blocks == [wanted] else { return nil }
    let rest = Array(new[(kept + 1)...])
    return rest.isEmpty ? all : all + [.splice(nil, keep: nil, blocks: rest)]
  }

  /// Returns the edits that turn a block into a later state of it, and the innermost block that they change.
  private static func growth(of old: Block, to new: Block) -> (edits: [Edit], leaf: BlockID)? {
    guard old.id == new.id else { return nil }
    let target = Edit.EditTarget.block(old.id)
    if let before = old.code, let after = new.code, before.header == after.header {
      let kept = zip(before.lines, after.lines).prefix { $0 == $1 }.count
      let keep = kept == before.lines.count ? nil : kept
      return ([.lines(target, keep: keep, lines: Array(after.lines[kept...]))], old.id)
    }
    if let before = old.paragraph, let after = new.paragraph {
      return after.edit(from: before).edit(target).map { ([$0], old.id) }
    }
    guard old.isContainer, new.isContainer else { return nil }
    let (before, after) = (old.children, new.children)
    let kept = zip(before, after).prefix { $0 == $1 }.count
    if kept == before.count - 1, kept < after.count, let inner = growth(of: before[kept], to: after[kept]) {
      let rest = Array(after[(kept + 1)...])
      if rest.isEmpty { return inner }
      return (inner.edits + [.splice(target, keep: nil, blocks: rest)], old.id)
    }
    return ([.splice(target, keep: kept, blocks: Array(after[kept...]))], old.id)
  }
}

extension Block {
  /// Returns the end of the source range of this block or of a descendant.
  fileprivate func end(of id: BlockID) -> Int? {
    if self.id == id { return source.upperBound }
    for child in children { if let end = child.end(of: id) { return end } }
    return nil
  }
}

extension StreamUpdate {
  /// Creates the update that turns `old` into `new`. Both are renderings of the same text, of which `new` may
  /// include more.
  ///
  /// ```swift
  /// // Another machine has rendered the text anew. Create the update for readers of the old rendering.
  /// let update = StreamUpdate(from: published, to: rebuilt, sequence: last + 1, isFinal: false)
  /// ```
  ///
  /// - Returns: nil if no edits lead from one to the other, so that readers need a snapshot.
  package init?(from old: StreamContent, to new: StreamContent, sequence: Int, isFinal: Bool) {
    let update: StreamUpdate?
    switch (old, new) {
    case (.document(let old), .document(let new)):
      update = Update(from: old, to: new, sequence: sequence, isFinal: isFinal).map(StreamUpdate.document)
    case (.conversation(let old), .conversation(let new)):
      update = ConversationUpdate(from: old, to: new, sequence: sequence, isFinal: isFinal)
        .map(StreamUpdate.conversation)
    case (.document(let old), .conversation) where old == Document():
      update = StreamUpdate(snapshotOf: new, sequence: sequence, isFinal: isFinal)
    default: return nil
    }
    // The edits are usable only if they lead to exactly this content.
    var check = old
    guard let update, (try? check.apply(update)) != nil, check == new else { return nil }
    self = update
  }

  /// Whether the update changes nothing that is shown.
  package var isEmpty: Bool {
    switch self {
    case .document(let update): update.isEmpty
    case .conversation(let update): update.scopes.isEmpty && update.edits.isEmpty
    }
  }

  /// Returns the same update with another number.
  package func numbered(_ sequence: Int) -> StreamUpdate {
    switch self {
    case .document(var update):
      update.sequence = sequence
      return .document(update)
    case .conversation(var update):
      update.sequence = sequence
      return .conversation(update)
    }
  }
}
