internal import StyledRuns

/// The numbers of footnotes: by the order of their first references in the document, those in definitions that
/// nobody refers to included.
///
/// Until a leaf is numbered, each of its references holds the index of its definition as `number`, and its run is
/// empty.
struct FootnoteNumbering {
  struct Entry: Equatable {
    /// 0 for a definition that no reference means.
    var number = 0
    var references = 0
  }

  struct Reference: Hashable {
    var definition: FootnoteIndex
    var number: Int
    var occurrence: Int
  }

  /// By index of definition.
  private(set) var entries: [Entry]
  /// The number of footnotes that have a number.
  private var last = 0

  /// The definitions by number.
  var order: [FootnoteIndex] {
    var order = Array(repeating: FootnoteIndex.none, count: last)
    for (definition, entry) in entries.enumerated() where entry.number > 0 {
      order[entry.number - 1] = FootnoteIndex(definition)
    }
    return order
  }

  subscript(definition: FootnoteIndex) -> Entry { entries[definition.rawValue] }

  init(count: Int) {
    entries = Array(repeating: Entry(), count: count)
  }

  /// Makes room for more definitions, or forgets the last ones, which no reference means.
  mutating func resize(to count: Int) {
    if entries.count > count { entries.removeSubrange(count...) }
    while entries.count < count { entries.append(Entry()) }
  }

  /// Numbers the references of a leaf. Leaves must come in document order.
  mutating func number(_ leaf: Inlines) -> [Reference] {
    var references = FootnoteNumbering.references(in: leaf)
    _ = number(&references)
    return references
  }

  /// Numbers a leaf's references, anew if they had numbers. Whether one became another.
  mutating func number(_ references: inout [Reference]) -> Bool {
    var isNews = false
    for index in references.indices {
      let definition = references[index].definition.rawValue
      guard entries.indices.contains(definition) else { continue }
      if entries[definition].number == 0 {
        last += 1
        entries[definition].number = last
      }
      entries[definition].references += 1
      let entry = entries[definition]
      guard references[index].number != entry.number || references[index].occurrence != entry.references
      else {
        continue
      }
      references[index].number = entry.number
      references[index].occurrence = entry.references
      isNews = true
    }
    return isNews
  }

  /// The references of a leaf, without numbers.
  static func references(in leaf: Inlines) -> [Reference] {
    leaf.spans.compactMap { span in
      guard case .footnoteReference(_, let definition, _) = span.kind else { return nil }
      return Reference(definition: FootnoteIndex(definition), number: 0, occurrence: 0)
    }
  }

  /// The leaf with its numbers, also as text, and with its definitions' labels.
  static func numbered(_ leaf: Inlines, _ references: [Reference], label: (FootnoteIndex) -> String)
    -> Inlines
  {
    var result = Inlines(spans: leaf.spans)
    var next = 0
    for index in leaf.spans.indices {
      guard case .footnoteReference = leaf.spans[index].kind, next < references.count else { continue }
      let reference = references[next]
      next += 1
      result.spans[index].kind = .footnoteReference(
        label: label(reference.definition), number: reference.number, occurrence: reference.occurrence)
    }
    var text: [UInt8] = []
    let old = Array(leaf.text.utf8)
    var position = 0
    for var run in leaf.runs {
      text += old[position..<position + Int(run.length)]
      position += Int(run.length)
      if run.length == 0, run.span != InlineRun.noSpan,
        case .footnoteReference(_, let number, _) = result.spans[Int(run.span)].kind
      {
        let digits = String(number).utf8
        text += digits
        run.length = UInt32(digits.count)
      }
      result.runs.append(run)
    }
    result.text = String(decoding: text, as: UTF8.self)
    return result
  }
}
