internal import StyledRuns

extension IncrementalParser {
  /// A definition that counted in the last update though its paragraph is still open.
  struct ShownDefinition: Hashable {
    var key: LabelKey
    var raw: [UInt8]
  }

  /// Stands for all definitions that count, in their order; those of footnotes have an order of their own.
  struct LabelState: Hashable {
    var definitions = Chain()
    var footnotes = Chain()

    struct Chain: Hashable {
      private var value = 0

      mutating func combine(_ added: [some Hashable]) {
        for element in added {
          var hasher = Hasher()
          hasher.combine(value)
          hasher.combine(element)
          value = hasher.finalize()
        }
      }
    }
  }

  /// How many definitions count, or would if their labels were not taken.
  private var definitionCount: Int { committedDefinitions + openDefinitions.count }

  func takeBackSpeculatedDefinitions() {
    _ = dropDefinitions(to: settledDefinitions)
    takeBackSpeculatedFootnotes()
  }

  /// Takes over what whole lines defined. Of the open paragraph this is what it begins with, and may be taken back.
  func commitDefinitions() {
    changedKeys.formUnion(dropTakenBackDefinitions())
    let open = phase.definitions.count - phase.openDefinitions.count
    newDefinitions = []
    for index in definitionCount..<phase.definitions.count {
      if index == open { committedLabels.definitions = settledLabels }
      if let added = addDefinition(index) {
        newDefinitions.append(added)
        settledLabels.combine([added])
      }
    }
    if open == definitionCount { committedLabels.definitions = settledLabels }
    openDefinitions.removeFirst(open - committedDefinitions)
    committedDefinitions = open
    settledDefinitions = definitionCount
    commitFootnotes()
    noteLabels(definitions: settledLabels)
  }

  func speculateDefinitions() {
    let takenBack = dropTakenBackDefinitions()
    let now = (definitionCount..<phase.definitions.count).compactMap { addDefinition($0) }
    // What was shown and is now settled has not changed.
    let changed = Set(speculated).symmetricDifference(newDefinitions + now)
    changedKeys.formUnion(changed.map(\.key))
    changedKeys.formUnion(takenBack)
    speculatedKeys = Set(now.map(\.key) + takenBack)
    speculated = now
    speculateFootnotes()
    var shown = settledLabels
    shown.combine(now)
    noteLabels(definitions: shown)
  }

  private func noteLabels(definitions: LabelState.Chain) {
    var labels = LabelState(definitions: definitions, footnotes: committedLabels.footnotes)
    labels.footnotes.combine(speculatedFootnotes)
    openLeaves.definitions = labels.hashValue
  }

  /// Lets a definition count, if it is the first one for its label.
  private func addDefinition(_ index: Int) -> ShownDefinition? {
    let definition = phase.definitions[index]
    let key = context.references.add(index, label: phase.bytes(definition.label))
    openDefinitions.append(key)
    return key.map {
      ShownDefinition(
        key: $0, raw: Array(phase.bytes(TextSpan(start: definition.start, end: definition.end))))
    }
  }

  /// Answers with the keys of those that counted.
  private func dropDefinitions(to count: Int) -> [LabelKey] {
    var dropped: [LabelKey] = []
    while definitionCount > count, let last = openDefinitions.popLast() {
      guard let key = last else { continue }
      context.references.removeLast(key)
      dropped.append(key)
    }
    return dropped
  }

  /// The paragraph that they began turned out to be a table.
  private func dropTakenBackDefinitions() -> [LabelKey] {
    let kept = phase.keptDefinitions
    phase.keptDefinitions = .max
    guard kept < definitionCount else { return [] }
    let dropped = dropDefinitions(to: kept)
    settledLabels = committedLabels.definitions
    return dropped
  }

  // MARK: Leaves that a definition changes

  /// The inlines of a finished leaf, not numbered. If it holds a `[`, it is remembered.
  func finishedInlines(_ text: TextSpan, at place: LeafRecord.Place) -> OpenLeaves.Result {
    let result = openLeaves.inlines(
      of: text, at: place.leaf, isFinal: true, isUnfinished: false, by: parser, in: context)
    let bytes = UnsafePointer(context.text + text.start)
    let count = text.end - text.start
    var hasBracket = false
    for index in 0..<count where bytes[index] == UInt8(ascii: "[") { hasBracket = true }
    guard hasBracket else { return result }
    let record = records.count
    var isUsed = result.hasFootnotes
    InlineScan.linkLabels(bytes, count: count) { label in
      guard let key = LabelKey(label) else { return }
      users.note(record, key)
      isUsed = true
    }
    if options.extensions.contains(.footnotes) {
      InlineScan.footnoteLabels(bytes, count: count) { label in
        guard let key = LabelKey(label) else { return }
        footnoteUsers.note(record, key)
        isUsed = true
      }
    }
    guard isUsed else { return result }
    records.append(
      LeafRecord(start: recordTexts.count, count: count, place: place))
    recordTexts.append(bytes, count: count)
    if result.hasFootnotes {
      records[record].numbering = LeafRecord.Numbering(unnumbered: result.inlines)
      footnoteRecords.append(record)
    }
    return result
  }

  func repaintUsers(since firstNew: Int, _ blocks: inout [Block]) {
    var affected: Set<Int> = []
    for key in changedKeys { users.forEach(key, since: 0) { affected.insert($0) } }
    for key in speculatedKeys { users.forEach(key, since: firstNew) { affected.insert($0) } }
    for key in speculatedFootnoteKeys { footnoteUsers.forEach(key, since: firstNew) { affected.insert($0) } }
    for key in changedFootnoteKeys { footnoteUsers.forEach(key, since: 0) { affected.insert($0) } }
    changedKeys = []
    changedFootnoteKeys = []
    var changedRecords: Set<Int> = []
    for record in affected.sorted() {
      let (start, count) = (records[record].start, records[record].count)
      let (inlines, hasFootnotes) = parser.parse(
        UnsafePointer(recordTexts.base + start), count: count, endingAt: start + count, in: context)
      counted.repaintedLeaves += 1
      let hadFootnotes = records[record].numbering != nil
      if hasFootnotes != hadFootnotes { changedRecords.insert(record) }
      if hasFootnotes || hadFootnotes { numberingIsStale = true }
      records[record].numbering = hasFootnotes ? LeafRecord.Numbering(unnumbered: inlines) : nil
      put(inlines, record, &blocks)
    }
    // Those that refer to footnotes now and did not before, and the other way round.
    if !changedRecords.isEmpty {
      footnoteRecords = changedRecords.symmetricDifference(footnoteRecords).sorted()
    }
  }

  private func put(_ inlines: Inlines, _ record: Int, _ blocks: inout [Block]) {
    let place = records[record].place
    modify(place.block, inFootnote: place.footnote, &blocks) { $0.setInlines(inlines, at: place) }
    if repainted.last != place.repainted { repainted.append(place.repainted) }
    // Of a table only the cell is sent, so its last row must still be told of: as one that nothing is known of.
    changes[place.block] = place.isInTable ? nil : .replaced
  }

  // MARK: Numbers

  /// Numbers the references of finished leaves: those of new ones, or all anew; those of the others follow as they are
  /// built.
  func numberFootnotes(_ blocks: inout [Block]) {
    if numberingIsStale {
      numberingIsStale = false
      finishedNumbering = FootnoteNumbering(count: footnoteNodes.count)
      numberedRecords = 0
    }
    while numberedRecords < footnoteRecords.count {
      let record = footnoteRecords[numberedRecords]
      numberedRecords += 1
      guard let known = records[record].numbering, finishedNumbering.number(&known.references) else {
        continue
      }
      put(
        FootnoteNumbering.numbered(known.unnumbered, known.references) { label(ofFootnote: $0) }, record,
        &blocks)
    }
    numbering = finishedNumbering
  }

  func label(ofFootnote index: Int) -> String {
    let label = context.footnoteLabels[index]
    return phase.string(label.start, label.end)
  }
}
