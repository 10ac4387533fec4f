internal import StyledRuns

/// The numbers of footnotes: by the order of their first references in the document, those in definitions that
/// nobody refers to included.
struct FootnoteNumbering {
  struct Entry {
    /// 0 for a definition that no reference means.
    var number = 0
    var references = 0
  }

  /// By index of definition.
  private(set) var entries: [Entry]
  private var indexOfNode: [Int: Int] = [:]
  private let labels: [String]
  private var last = 0

  /// `nodes` and `labels` of the definitions, in the order of their indices.
  init(nodes: [Int], labels: [String]) {
    entries = Array(repeating: Entry(), count: nodes.count)
    self.labels = labels
    for (index, node) in nodes.enumerated() { indexOfNode[node] = index }
  }

  func entry(ofNode node: Int) -> Entry {
    indexOfNode[node].map { entries[$0] } ?? Entry()
  }

  /// Numbers the references of a leaf. Leaves must come in document order. Each reference gets its definition's
  /// label, its numbers, and its number as text.
  mutating func number(_ inlines: inout Inlines) {
    for index in inlines.spans.indices {
      guard case .footnoteReference(_, let definition, _) = inlines.spans[index].kind,
        entries.indices.contains(definition)
      else { continue }
      if entries[definition].number == 0 {
        last += 1
        entries[definition].number = last
      }
      entries[definition].references += 1
      inlines.spans[index].kind = .footnoteReference(
        label: labels[definition], number: entries[definition].number,
        occurrence: entries[definition].references)
    }
    writeNumbers(into: &inlines)
  }

  /// A reference's run is empty until now.
  private func writeNumbers(into inlines: inout Inlines) {
    var text: [UInt8] = []
    let old = Array(inlines.text.utf8)
    var position = 0
    for index in inlines.runs.indices {
      let run = inlines.runs[index]
      text += old[position..<position + Int(run.length)]
      position += Int(run.length)
      guard run.length == 0, run.span != InlineRun.noSpan,
        case .footnoteReference(_, let number, _) = inlines.spans[Int(run.span)].kind
      else { continue }
      let digits = String(number).utf8
      text += digits
      inlines.runs[index].length = UInt32(digits.count)
    }
    inlines.text = String(decoding: text, as: UTF8.self)
  }
}
