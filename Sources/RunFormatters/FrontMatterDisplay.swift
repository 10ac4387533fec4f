import StyledRuns

/// What becomes of a document's front matter.
public enum FrontMatterDisplay: String, Sendable, CaseIterable {
  /// Not shown.
  case hide
  /// Its names and values as a table; as code where they cannot be read.
  case table
  /// As it is written, as code.
  case code
}

extension FrontMatter {
  /// The table that shows the entries; nil where there are none.
  var table: Table? {
    let entries = entries
    guard !entries.isEmpty else { return nil }
    let rows = entries.map { entry in
      Table.Row(source: 0..<0, cells: [Inlines(plain: entry.name), Self.lines(of: entry.value)])
    }
    return Table(
      alignments: [.none, .none],
      header: Table.Row(source: 0..<0, cells: [Inlines(plain: "Name"), Inlines(plain: "Value")]), rows: rows)
  }

  private static func lines(of value: String) -> Inlines {
    guard !value.isEmpty else { return Inlines() }
    var inlines = Inlines()
    for line in value.split(separator: "\n") {
      if !inlines.runs.isEmpty {
        inlines.text += "\n"
        inlines.runs.append(InlineRun(length: 1, kind: .lineBreak))
      }
      inlines.text += line
      inlines.runs.append(InlineRun(length: line.utf8.count))
    }
    return inlines
  }

  /// The text as a block of code, not coloured.
  var code: CodeBlock {
    var lines = [CodeLine](plain: text)
    if lines.last?.text.isEmpty == true { lines.removeLast() }
    return CodeBlock(
      info: format.rawValue, isFenced: true, language: format.rawValue,
      languageName: format == .yaml ? "YAML" : "TOML", lines: lines)
  }
}
