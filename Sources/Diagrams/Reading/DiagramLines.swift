/// A line of a diagram's source, without its indentation.
struct DiagramLine {
  var text: String
  /// The line number in the source, from 1.
  var number: Int
  /// The width of the indentation in columns. A tab counts as four columns.
  var indent: Int

  func error(_ reason: String) -> DiagramError { DiagramError(reason, line: number) }
}

/// Iterates over the significant lines of a diagram's source.
///
/// Comments (`%%`), directives (`%%{init: ...}%%`) and front matter are skipped. The iterator keeps the
/// properties that all kinds of diagrams have in common: the title, the accessible name and the accessible
/// description.
struct DiagramLines {
  var title: String?
  var accessibleTitle: String?
  var accessibleDescription: String?
  private var lines: [Substring]
  private var index = 0
  private var hasBegun = false

  init(_ source: String) {
    lines = source.split(omittingEmptySubsequences: false) { $0.isNewline }
  }

  /// Returns the next significant line; nil at the end.
  mutating func next() -> DiagramLine? {
    while index < lines.count {
      let raw = lines[index]
      index += 1
      var indent = 0
      for character in raw.prefix(while: { $0 == " " || $0 == "\t" }) { indent += character == "\t" ? 4 : 1 }
      let text = LabelReader.trimmed(raw)
      if text.isEmpty { continue }
      if text.hasPrefix("%%") {
        if text.hasPrefix("%%{"), !text.contains("}%%") { skip(to: "}%%") }
        continue
      }
      if !hasBegun, text == "---" {
        readFrontMatter()
        continue
      }
      if readAccessibility(text) { continue }
      hasBegun = true
      return DiagramLine(text: text, number: index, indent: indent)
    }
    return nil
  }

  /// Keeps the title of a line `title text`.
  mutating func takeTitle(_ text: some StringProtocol) {
    let label = LabelReader.read(String(text)).text
    if !label.isEmpty { title = label }
  }

  private mutating func skip(to mark: String) {
    while index < lines.count {
      index += 1
      if lines[index - 1].contains(mark) { return }
    }
  }

  private mutating func readFrontMatter() {
    while index < lines.count {
      let text = LabelReader.trimmed(lines[index])
      index += 1
      if text == "---" { return }
      if text.hasPrefix("title:") {
        var value = LabelReader.trimmed(text.dropFirst(6))
        if value.count >= 2, let quote = value.first, quote == "'" || quote == "\"", value.last == quote {
          value = String(value.dropFirst().dropLast())
        }
        takeTitle(value)
      }
    }
  }

  private mutating func readAccessibility(_ text: String) -> Bool {
    if text.hasPrefix("accTitle") {
      guard let colon = text.firstIndex(of: ":") else { return false }
      accessibleTitle = LabelReader.read(String(text[text.index(after: colon)...])).text
      return true
    }
    guard text.hasPrefix("accDescr") else { return false }
    let rest = LabelReader.trimmed(text.dropFirst(8))
    if rest.hasPrefix(":") {
      accessibleDescription = LabelReader.read(String(rest.dropFirst())).text
      return true
    }
    guard rest.hasPrefix("{") else { return false }
    var parts = [String(rest.dropFirst())]
    while !(parts.last ?? "").contains("}"), index < lines.count {
      parts.append(String(lines[index]))
      index += 1
    }
    let whole = parts.joined(separator: " ").prefix { $0 != "}" }
    accessibleDescription = LabelReader.read(String(whole.prefix(DiagramLimits.labelLength))).text
    return true
  }
}
