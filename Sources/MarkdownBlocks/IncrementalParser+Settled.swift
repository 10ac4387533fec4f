internal import StyledRuns

extension IncrementalParser {
  /// The link definitions that count, as the source that defines them again: first those that came first.
  package var linkDefinitions: [UInt8] {
    var source: [UInt8] = []
    var seen: Set<LabelKey> = []
    for index in 0..<committedDefinitions {
      let definition = phase.definitions[index]
      guard let key = LabelKey(phase.bytes(definition.label)), seen.insert(key).inserted else { continue }
      source += phase.bytes(TextSpan(start: definition.start, end: definition.end))
      source.append(.newline)
    }
    return source
  }

  /// The number of blocks at the top, from the first one on, that use no label a definition could still come for: what is
  /// finished in them stays as it is. O(the leaves with labels that came since it was last asked).
  package func settledBlocks() -> Int {
    while settledRecords < records.count, isSettled(records[settledRecords]) { settledRecords += 1 }
    guard settledRecords < records.count else { return document.blocks.count }
    return document.blocks.index(atOrBefore: records[settledRecords].place.block.offset) ?? 0
  }

  /// Whether a leaf shows what it shows now, or stands in a footnote, which is behind all blocks.
  private func isSettled(_ record: LeafRecord) -> Bool {
    record.place.footnote != nil || usesDefinedLabelsOnly(record)
  }

  private func usesDefinedLabelsOnly(_ record: LeafRecord) -> Bool {
    let text = UnsafePointer(recordTexts.base + record.start)
    var isDefined = true
    InlineScan.linkLabels(text, count: record.count) { label in
      guard isDefined, LabelKey(label) != nil else { return }
      isDefined = false
      context.references.candidates(label) { index in
        if index < committedDefinitions { isDefined = true }
      }
      guard !isDefined, label.first == UInt8(ascii: "^") else { return }
      context.footnotes.candidates(UnsafeBufferPointer(rebasing: label.dropFirst())) { index in
        if index < committedFootnotes { isDefined = true }
      }
    }
    return isDefined
  }
}
