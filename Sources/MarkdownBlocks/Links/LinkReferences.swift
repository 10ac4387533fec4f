/// The effective link definitions of a document, by label.
///
/// ``update(to:_:)`` synchronizes them with the block parser and returns the labels whose meaning changed.
/// Definitions after the committed ones are previews: those of a partial line, and those at the start of an
/// open paragraph, which become text if the paragraph turns out to be a table.
struct LinkReferences {
  private struct Preview {
    /// The key of the label; nil if the label was already defined.
    var key: LabelKey?
    /// The range of the definition in the leaf text.
    var start: Int
    var end: Int
    /// The source of the definition; empty once complete lines have decided it.
    var raw: [UInt8]
  }

  /// A label and its effective definition.
  private struct LinkMeaning: Hashable {
    var key: LabelKey
    var raw: [UInt8]

    /// Hashes only the key, because a partial line can make the definition long.
    func hash(into hasher: inout Hasher) { hasher.combine(key) }
  }

  private(set) var map = ReferenceMap<DefinitionIndex>()
  /// The number of definitions that cannot be removed any more.
  private(set) var committedCount = 0
  /// The definitions after the committed ones.
  private var previews: [Preview] = []
  /// The number of leading previews that complete lines have decided.
  private var decidedCount = 0

  /// The approximate number of allocated bytes.
  var byteCount: Int { map.byteCount }

  /// Updates the definitions from the block parser, which has speculated after the checkpoint.
  ///
  /// - Returns: The labels that gained, lost or changed their definition.
  mutating func update(to blocks: borrowing BlockParser, _ checkpoint: BlockParser.BlockCheckpoint) -> Set<
    LabelKey
  > {
    var kept = isDecidedKept(by: blocks) ? decidedCount : 0
    while kept < previews.count, isUnchanged(kept, in: blocks) { kept += 1 }
    var before: [LinkMeaning] = []
    while previews.count > kept, let preview = previews.popLast() {
      guard let key = preview.key else { continue }
      map.remove(key)
      before.append(LinkMeaning(key: key, raw: preview.raw))
    }
    var after: [LinkMeaning] = []
    for index in (committedCount + kept)..<blocks.definitions.count {
      let definition = blocks.definitions[index]
      let key = map.add(DefinitionIndex(index), label: blocks.bytes(definition.label))
      let raw = Array(blocks.bytes(TextSpan(start: definition.start, end: definition.end)))
      previews.append(Preview(key: key, start: definition.start, end: definition.end, raw: raw))
      if let key { after.append(LinkMeaning(key: key, raw: raw)) }
    }
    commit(checkpoint)
    return Set(Set(before).symmetricDifference(after).map(\.key))
  }

  /// Whether a preview is unchanged.
  private func isUnchanged(_ index: Int, in blocks: borrowing BlockParser) -> Bool {
    guard committedCount + index < blocks.definitions.count else { return false }
    let definition = blocks.definitions[committedCount + index]
    let preview = previews[index]
    return definition.start == preview.start && definition.end == preview.end
      && preview.end <= blocks.text.changedFrom
  }

  /// Whether the decided previews still exist. A paragraph that becomes a table removes all of them together,
  /// and later definitions start at higher offsets.
  private func isDecidedKept(by blocks: borrowing BlockParser) -> Bool {
    let last = committedCount + decidedCount - 1
    return decidedCount > 0 && last < blocks.definitions.count
      && blocks.definitions[last].start == previews[decidedCount - 1].start
  }

  /// Commits the definitions that complete lines have decided.
  private mutating func commit(_ checkpoint: BlockParser.BlockCheckpoint) {
    let committed = checkpoint.definitions - checkpoint.openDefinitions.count
    previews.removeFirst(committed - committedCount)
    let known = max(0, decidedCount - (committed - committedCount))
    committedCount = committed
    decidedCount = min(checkpoint.openDefinitions.count, previews.count)
    for index in min(known, decidedCount)..<decidedCount { previews[index].raw = [] }
  }
}
