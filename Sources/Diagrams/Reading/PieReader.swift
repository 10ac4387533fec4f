/// Parses `pie`.
///
/// ```mermaid
/// pie title Pets
///   "Dogs" : 386
///   "Cats" : 85
/// ```
enum PieReader {
  /// The maximum value of a slice.
  private static let limit = 1_000_000_000.0

  static func read(_ header: DiagramLine, _ lines: inout DiagramLines) throws(DiagramError) -> Pie {
    var pie = Pie()
    var scanner = TextScanner(header.text)
    _ = scanner.word()
    if scanner.takeWord("showData") { pie.showsData = true }
    if scanner.takeWord("title") { lines.takeTitle(scanner.rest()) }
    guard scanner.isAtEnd else { throw header.error("text behind pie is not understood") }
    while let line = lines.next() {
      var scanner = TextScanner(line.text)
      if scanner.takeWord("title") {
        lines.takeTitle(scanner.rest())
        continue
      }
      if scanner.takeWord("showData") {
        pie.showsData = true
        continue
      }
      guard let name = scanner.quoted() else { throw line.error("a name in quotes is missing") }
      scanner.skipSpace()
      guard scanner.take(":") else { throw line.error("a colon is missing") }
      let text = LabelReader.trimmed(scanner.rest())
      guard let value = Double(text), value.isFinite, value > 0, value <= limit else {
        throw line.error("a value is no positive number")
      }
      guard pie.slices.count < 40 else { throw line.error("there are too many values") }
      let label = LabelReader.read(name)
      try GraphBuilder.check(label)
      pie.slices.append(
        Pie.PieSlice(
          label: label, hundredths: max(Int((value * 100).rounded()), 1), valueText: String(text.prefix(16))))
    }
    guard !pie.slices.isEmpty else { throw header.error("there are no values") }
    return pie
  }
}
