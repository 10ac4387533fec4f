/// The link definitions that count for a document, by label.
///
/// ``update(to:_:)`` brings them up to date with the block parser and returns the labels that mean something
/// else than before. Definitions after the committed ones are previewed: those that an unfinished line makes,
/// and those that an open paragraph begins with, which become text should the paragraph turn out to be a
/// table.
struct LinkReferences {
  private struct Preview {
    /// Nil if the label was defined before.
    var key: LabelKey?
    /// The offsets in the leaf text where the definition begins and ends.
    var start: Int
    var end: Int
    /// The source of the definition; empty once whole lines have decided it.
    var raw: [UInt8]
  }

  /// A label and the definition that counts for it.
  private struct Meaning: Hashable {
    var key: LabelKey
    var raw: [UInt8]

    /// Leaves the definition out, which an unfinished line may make long.
    func hash(into hasher: inout Hasher) { hasher.combine(key) }
  }

  private(set) var map = ReferenceMap<DefinitionIndex>()
  /// The number of definitions that can never be taken back.
  private(set) var committedCount = 0
  /// The definitions after the committed ones.
  private var previews: [Preview] = []
  /// The number of previews, the first ones, that whole lines have decided.
  private var decidedCount = 0

  /// The number of allocated bytes, estimated.
  var byteCount: Int { map.byteCount }

  /// Takes over the definitions of the block parser, which has speculated after the checkpoint.
  ///
  /// - Returns: The labels that mean another definition than before, or none, or one for the first time.
  mutating func update(to blocks: borrowing BlockParser, _ checkpoint: BlockParser.Checkpoint) -> Set<
    LabelKey
  > {
    var kept = isDecidedKept(by: blocks) ? decidedCount : 0
    while kept < previews.count, isUnchanged(kept, in: blocks) { kept += 1 }
    var before: [Meaning] = []
    while previews.count > kept, let preview = previews.popLast() {
      guard let key = preview.key else { continue }
      map.removeLast(key)
      before.append(Meaning(key: key, raw: preview.raw))
    }
    var after: [Meaning] = []
    for index in (committedCount + kept)..<blocks.definitions.count {
      let definition = blocks.definitions[index]
      let key = map.add(DefinitionIndex(index), label: blocks.bytes(definition.label))
      let raw = Array(blocks.bytes(TextSpan(start: definition.start, end: definition.end)))
      previews.append(Preview(key: key, start: definition.start, end: definition.end, raw: raw))
      if let key { after.append(Meaning(key: key, raw: raw)) }
    }
    commit(checkpoint)
    return Set(Set(before).symmetricDifference(after).map(\.key))
  }

  /// Whether a preview is still the definition that it was.
  private func isUnchanged(_ index: Int, in blocks: borrowing BlockParser) -> Bool {
    guard committedCount + index < blocks.definitions.count else { return false }
    let definition = blocks.definitions[committedCount + index]
    let preview = previews[index]
    return definition.start == preview.start && definition.end == preview.end
      && preview.end <= blocks.text.changedFrom
  }

  /// Whether the decided previews are what they were: a paragraph that becomes a table gives up all of them at once, and
  /// definitions that come later stand further on in the text.
  private func isDecidedKept(by blocks: borrowing BlockParser) -> Bool {
    let last = committedCount + decidedCount - 1
    return decidedCount > 0 && last < blocks.definitions.count
      && blocks.definitions[last].start == previews[decidedCount - 1].start
  }

  /// Makes final what whole lines have decided.
  private mutating func commit(_ checkpoint: BlockParser.Checkpoint) {
    let committed = checkpoint.definitions - checkpoint.openDefinitions.count
    previews.removeFirst(committed - committedCount)
    let known = max(0, decidedCount - (committed - committedCount))
    committedCount = committed
    decidedCount = min(checkpoint.openDefinitions.count, previews.count)
    for index in min(known, decidedCount)..<decidedCount { previews[index].raw = [] }
  }
}
