import StyledRuns

/// The presentation of a document's front matter.
///
/// ```swift
/// var options = HTMLOptions()
/// options.frontMatter = .table
/// ```
public enum FrontMatterDisplay: String, Sendable, CaseIterable {
  /// Omits the front matter.
  case hide
  /// Shows names and values as a table, or the source as code if it cannot be parsed.
  case table
  /// Shows the source as code.
  case code
}

extension FrontMatter {
  /// The entries as a table; nil if there are none.
  var table: Table? {
    let entries = entries
    guard !entries.isEmpty else { return nil }
    let rows = entries.map { entry in
      Table.TableRow(source: 0..<0, cells: [Inlines(plain: entry.name), Self.lines(of: entry.value)])
    }
    return Table(
      alignments: [.none, .none],
      header: Table.TableRow(source: 0..<0, cells: [Inlines(plain: "Name"), Inlines(plain: "Value")]),
      rows: rows)
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

  /// The source as a plain code block.
  var code: CodeBlock {
    var lines = [CodeLine](plain: text)
    if lines.last?.text.isEmpty == true { lines.removeLast() }
    return CodeBlock(
      info: format.rawValue, isFenced: true, language: format.rawValue,
      languageName: format == .yaml ? "YAML" : "TOML", lines: lines)
  }
}
