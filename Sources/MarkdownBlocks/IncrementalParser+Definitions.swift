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

  private func shown(_ index: Int, _ key: LabelKey) -> ShownDefinition {
    let definition = phase.definitions[index]
    return ShownDefinition(
      key: key, raw: Array(phase.bytes(TextSpan(start: definition.start, end: definition.end))))
  }

  func takeBackSpeculatedDefinitions() {
    for definition in speculated.reversed() { context.references.removeLast(definition.key) }
    takeBackSpeculatedFootnotes()
  }

  func commitDefinitions() {
    newDefinitions = []
    for index in committedDefinitions..<phase.definitions.count {
      if let key = context.references.add(index, label: phase.bytes(phase.definitions[index].label)) {
        newDefinitions.append(shown(index, key))
      }
    }
    committedDefinitions = phase.definitions.count
    committedLabels.definitions.combine(newDefinitions)
    commitFootnotes()
    var labels = committedLabels
    labels.footnotes.combine(speculatedFootnotes)
    openLeaves.definitions = labels.hashValue
  }

  func speculateDefinitions() {
    var now: [ShownDefinition] = []
    for index in committedDefinitions..<phase.definitions.count {
      if let key = context.references.add(index, label: phase.bytes(phase.definitions[index].label)) {
        now.append(shown(index, key))
      }
    }
    // What was shown and is now committed has not changed.
    let before = Set(speculated)
    let after = Set(newDefinitions + now)
    changedKeys = Set(before.symmetricDifference(after).map(\.key))
    speculatedKeys = Set(now.map(\.key))
    speculated = now
    speculateFootnotes()
    var labels = committedLabels
    labels.definitions.combine(now)
    labels.footnotes.combine(speculatedFootnotes)
    openLeaves.definitions = labels.hashValue
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
    for record in affected.sorted() {
      let (inlines, hasFootnotes) = parser.parse(
        UnsafePointer(recordTexts.base + records[record].start), count: records[record].count, in: context,
        again: true)
      counted.repaintedLeaves += 1
      let hadFootnotes = records[record].numbering != nil
      if hasFootnotes != hadFootnotes {
        if hasFootnotes {
          let place = footnoteRecords.firstIndex { $0 > record } ?? footnoteRecords.count
          footnoteRecords.insert(record, at: place)
        } else {
          footnoteRecords.removeAll { $0 == record }
        }
      }
      if hasFootnotes || hadFootnotes { numberingIsStale = true }
      records[record].numbering = hasFootnotes ? LeafRecord.Numbering(unnumbered: inlines) : nil
      put(inlines, record, &blocks)
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
