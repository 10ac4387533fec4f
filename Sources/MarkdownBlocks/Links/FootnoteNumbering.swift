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

    /// The count of references that a footnote shows; the others are not counted, since the footnote is sent anew with each.
    var shownReferences: Int { min(references, 100) }

    func isShown(as other: Entry) -> Bool {
      number == other.number && shownReferences == other.shownReferences
    }
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

  /// Takes back the number of the reference that was numbered last.
  mutating func retract(_ reference: Reference) {
    let definition = reference.definition.rawValue
    guard entries.indices.contains(definition), entries[definition].references > 0 else { return }
    entries[definition].references -= 1
    guard entries[definition].references == 0 else { return }
    entries[definition].number = 0
    last -= 1
  }

  /// Returns the references among the spans of a leaf, without numbers.
  static func references(in spans: ArraySlice<InlineSpan>) -> [Reference] {
    spans.compactMap { span in
      guard case .footnoteReference(_, let definition, _) = span.kind else { return nil }
      return Reference(definition: FootnoteIndex(definition), number: 0, occurrence: 0)
    }
  }

  /// Returns the leaf with its numbers, also as text, and with its definitions' labels.
  static func numbered(_ leaf: Inlines, _ references: [Reference], label: (FootnoteIndex) -> String)
    -> Inlines
  {
    var leaf = leaf
    leaf.text.makeContiguousUTF8()
    var tail = Tail(runs: leaf.runs, spans: leaf.spans[...])
    leaf.text.withUTF8 { tail.number(references, of: $0, label: label) }
    return Inlines(
      text: String(decoding: tail.text, as: UTF8.self), runs: tail.runs, spans: Array(tail.spans))
  }

  /// The end of a leaf, from some byte, run and span on.
  struct Tail {
    var text: [UInt8] = []
    var runs: [InlineRun]
    var spans: ArraySlice<InlineSpan>
    /// The bytes of the first run that stand before the tail.
    var keptBytes = 0
    /// The bytes of the first run's number, which stands before the tail; 0 if it has none.
    var keptDigits = 0

    /// Numbers the references, also as text, and gives them their definitions' labels.
    mutating func number(
      _ references: [Reference], of unnumbered: UnsafeBufferPointer<UInt8>, label: (FootnoteIndex) -> String
    ) {
      var next = 0
      for index in spans.indices {
        guard case .footnoteReference = spans[index].kind, next < references.count else { continue }
        let reference = references[next]
        next += 1
        spans[index].kind = .footnoteReference(
          label: label(reference.definition), number: reference.number, occurrence: reference.occurrence)
      }
      var position = -keptBytes
      for index in runs.indices {
        let run = runs[index]
        let end = position + Int(run.length)
        text += unnumbered[max(position, 0)..<max(end, 0)]
        position = end
        guard run.length == 0 else { continue }
        if index == 0, keptDigits > 0 {
          runs[index].length = UInt32(keptDigits)
        } else if spans.indices.contains(Int(run.span)),
          case .footnoteReference(_, let number, _) = spans[Int(run.span)].kind
        {
          let digits = String(number).utf8
          text += digits
          runs[index].length = UInt32(digits.count)
        }
      }
    }
  }
}

/// The numbers that a leaf which may still grow shows.
struct ShownReferences {
  private struct Reference: BitwiseCopyable {
    var span: Int
    var digits: Int
    /// The digits of this reference and of those before it.
    var total: Int
  }

  private var references: [Reference] = []

  var count: Int { references.count }
  /// The bytes of all numbers.
  var digits: Int { references.last?.total ?? 0 }
  /// The span of the last reference, and the bytes of its number.
  var last: (span: Int, digits: Int)? { references.last.map { ($0.span, $0.digits) } }

  /// Adds the references among numbered spans.
  mutating func add(_ spans: ArraySlice<InlineSpan>) {
    for index in spans.indices {
      guard case .footnoteReference(_, let number, _) = spans[index].kind else { continue }
      let digits = String(number).utf8.count
      references.append(Reference(span: index, digits: digits, total: self.digits + digits))
    }
  }

  /// Forgets the references from a span on.
  mutating func truncate(to span: Int) {
    while let last = references.last, last.span >= span { references.removeLast() }
  }
}
