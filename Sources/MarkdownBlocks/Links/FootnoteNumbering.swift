internal import StyledRuns

/// The numbers of footnotes, in the order of their first reference in the document. References inside
/// definitions count even if those definitions are not referenced.
///
/// Until a leaf is numbered, the `number` of each of its references is the index of the definition, and the
/// reference's run is empty.
struct FootnoteNumbering {
  struct NumberedFootnote: Equatable {
    /// The footnote's number; 0 if it is not referenced.
    var number = 0
    var references = 0

    /// The number of back-references to show, at most 100. The limit bounds how often the footnote is sent
    /// again.
    var shownReferences: Int { min(references, 100) }

    func isShown(as other: NumberedFootnote) -> Bool {
      number == other.number && shownReferences == other.shownReferences
    }
  }

  struct FootnoteReference: Hashable {
    var definition: FootnoteIndex
    var number: Int
    var occurrence: Int
  }

  /// The numbers and reference counts, indexed by definition.
  private(set) var entries: [NumberedFootnote]
  /// The number of footnotes with a number.
  private var last = 0

  /// The definitions in the order of their numbers.
  var order: [FootnoteIndex] {
    var order = Array(repeating: FootnoteIndex.none, count: last)
    for (definition, entry) in entries.enumerated() where entry.number > 0 {
      order[entry.number - 1] = FootnoteIndex(definition)
    }
    return order
  }

  subscript(definition: FootnoteIndex) -> NumberedFootnote { entries[definition.rawValue] }

  init(count: Int) {
    entries = Array(repeating: NumberedFootnote(), count: count)
  }

  /// Adds entries for new definitions, or removes the last ones, which must not be referenced.
  mutating func resize(to count: Int) {
    if entries.count > count { entries.removeSubrange(count...) }
    while entries.count < count { entries.append(NumberedFootnote()) }
  }

  /// Numbers a leaf's references, replacing earlier numbers.
  ///
  /// - Returns: Whether a number changed.
  mutating func number(_ references: inout [FootnoteReference]) -> Bool {
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

  /// Undoes the numbering of the most recently numbered reference.
  mutating func retract(_ reference: FootnoteReference) {
    let definition = reference.definition.rawValue
    guard entries.indices.contains(definition), entries[definition].references > 0 else { return }
    entries[definition].references -= 1
    guard entries[definition].references == 0 else { return }
    entries[definition].number = 0
    last -= 1
  }

  /// Returns the references in a leaf's spans, without numbers.
  static func references(in spans: ArraySlice<InlineSpan>) -> [FootnoteReference] {
    spans.compactMap { span in
      guard case .footnoteReference(_, let definition, _) = span.kind else { return nil }
      return FootnoteReference(definition: FootnoteIndex(definition), number: 0, occurrence: 0)
    }
  }

  /// The end of a leaf, starting at a byte, run and span.
  struct Tail {
    var text: [UInt8] = []
    var runs: [InlineRun]
    var spans: ArraySlice<InlineSpan>
    /// The number of bytes of the first run before the tail.
    var keptBytes = 0
    /// The number of digits of the first run that precede the tail; 0 if the run has no number.
    var keptDigits = 0

    /// Numbers the references, also in the text, and sets the labels of their definitions.
    mutating func number(
      _ references: [FootnoteReference], of unnumbered: UnsafeBufferPointer<UInt8>,
      label: (FootnoteIndex) -> String
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

/// The inline content of a leaf before its footnote references are numbered, and their numbers.
struct UnnumberedInlines {
  var inlines: Inlines
  var references: [FootnoteNumbering.FootnoteReference]

  /// Returns the content with numbers, also in its text, and with the labels of the definitions.
  func numbered(label: (FootnoteIndex) -> String) -> Inlines {
    var text = inlines.text
    var tail = FootnoteNumbering.Tail(runs: inlines.runs, spans: inlines.spans[...])
    text.withUTF8 { tail.number(references, of: $0, label: label) }
    return Inlines(
      text: String(decoding: tail.text, as: UTF8.self), runs: tail.runs, spans: Array(tail.spans))
  }
}

/// The numbers that an open leaf shows.
struct ShownReferences {
  private struct ShownReference: BitwiseCopyable {
    var span: Int
    var digits: Int
    /// The total number of digits up to and including this reference.
    var total: Int
  }

  private var references: [ShownReference] = []

  var count: Int { references.count }
  /// The total number of digits.
  var digits: Int { references.last?.total ?? 0 }
  /// The span of the last reference, and the number of its digits.
  var last: (span: Int, digits: Int)? { references.last.map { ($0.span, $0.digits) } }

  /// Adds the references in numbered spans.
  mutating func add(_ spans: ArraySlice<InlineSpan>) {
    for index in spans.indices {
      guard case .footnoteReference(_, let number, _) = spans[index].kind else { continue }
      let digits = String(number).utf8.count
      references.append(ShownReference(span: index, digits: digits, total: self.digits + digits))
    }
  }

  /// Removes the references from a span on.
  mutating func truncate(to span: Int) {
    while let last = references.last, last.span >= span { references.removeLast() }
  }
}
