import StyledRuns

extension HTMLWriter {
  /// Writes a list's start tag, and returns its end.
  func writeListStart(
    _ list: List, hasTasks: Bool, _ direction: TextDirection?, into out: inout ByteSink
  ) -> ContainerEnd {
    let end: ContainerEnd
    let tasks: StaticString? = hasTasks ? "ils-tasks" : nil
    switch list.marker {
    case .bullet:
      out.append("<ul")
      if let tasks {
        out.append(" class=\"")
        out.append(tasks)
        out.append("\"")
      }
      end = .bulletList
    case .ordered(let start, _):
      out.append("<ol")
      if start != 1 {
        out.append(" start=\"")
        out.append(decimal: start)
        out.append("\"")
      }
      Self.writeMarkerWidth(
        upTo: start.addingReportingOverflow(max(list.items.count, 1) - 1).partialValue, besides: tasks,
        into: &out)
      end = .orderedList
    }
    Self.write(direction, into: &out)
    out.append(">\n")
    return end
  }

  /// Writes the classes of an ordered list: a class for the number of digits of its largest number, from two
  /// digits on, which reserves space for the markers, and optionally another class.
  static func writeMarkerWidth(
    upTo number: Int, besides other: StaticString?, into out: inout ByteSink
  ) {
    var digits = 1
    var rest = number
    while rest >= 10 {
      digits += 1
      rest /= 10
    }
    guard digits > 1 || other != nil else { return }
    out.append(" class=\"")
    if let other { out.append(other) }
    if digits > 1 {
      out.append(other == nil ? "ils-digits" : " ils-digits")
      out.append(decimal: min(digits, 10))
    }
    out.append("\"")
  }

  static func hasTasks(_ list: List) -> Bool {
    for block in list.items {
      if case .listItem(let item) = block.content, item.task != nil { return true }
    }
    return false
  }

  func writeStart(_ item: ListItem, isTight: Bool, into out: inout ByteSink) {
    guard let isChecked = item.task else {
      out.append("<li>")
      if !Self.startsTight(item, isTight: isTight) { out.append(0x0A) }
      return
    }
    out.append("<li class=\"ils-task\"><input type=\"checkbox\" disabled")
    if isChecked { out.append(" checked") }
    out.append(" aria-label=\"")
    if case .paragraph(let inlines)? = item.blocks.first?.content {
      Self.writeLabel(inlines, into: &out)
    } else {
      out.append("Task")
    }
    out.append("\"> ")
  }

  private static func startsTight(_ item: ListItem, isTight: Bool) -> Bool {
    guard isTight, let first = item.blocks.first else { return item.blocks.isEmpty }
    if case .paragraph = first.content { return true }
    return false
  }

  /// Writes the accessible name of a checkbox or heading link: the start of the item's or heading's text, on
  /// one line and without tags.
  static func writeLabel(_ inlines: Inlines, into out: inout ByteSink) {
    guard inlines.runs.contains(where: { $0.kind == .rawHTML }) else {
      return writeLabel(inlines.text, into: &out)
    }
    var text: [UInt8] = []
    withUTF8(inlines.text) { bytes in
      var cursor = RunCursor(bytes)
      for run in inlines.runs where text.count < 1000 {
        let piece = cursor.next(run.length)
        if run.kind != .rawHTML { text += piece }
      }
    }
    writeLabel(String(decoding: text, as: UTF8.self), into: &out)
  }

  private static func writeLabel(_ text: String, into out: inout ByteSink) {
    let length = 80
    withUTF8(text) { bytes in
      let head = UnsafeBufferPointer(rebasing: bytes.prefix(length + 1))
      // In ASCII, a character is a byte, except for CR LF.
      guard ByteWords.isASCII(head), !head.contains(0x0D) else {
        return out.append(escapingHTML: String(text.prefix(length).map { $0 == "\n" ? " " : $0 }))
      }
      var start = 0
      let end = min(head.count, length)
      while start < end {
        let stop = head[start..<end].firstIndex(of: 0x0A) ?? end
        out.append(escapingHTML: UnsafeBufferPointer(rebasing: head[start..<stop]))
        if stop < end { out.append(0x20) }
        start = stop + 1
      }
    }
  }

  /// Writes the start tags of a document's footnotes.
  static func writeFootnotesStart(count: Int, _ direction: TextDirection?, into out: inout ByteSink) {
    out.append("<section class=\"ils-footnotes\" role=\"doc-endnotes\" aria-label=\"Footnotes\">\n<ol")
    write(direction, into: &out)
    writeMarkerWidth(upTo: count, besides: nil, into: &out)
    out.append(">\n")
  }

  func writeStart(_ note: Footnote, into out: inout ByteSink) {
    out.append("<li id=\"")
    out.append(escapingHTML: identifierPrefix)
    out.append(text: "fn:\(note.number)\" value=\"\(note.number)\">\n")
  }

  /// The maximum number of back-references of a footnote. More would not be useful.
  private static let maximumBackReferences = 100

  func writeBackReferences(of note: Footnote, into out: inout ByteSink) {
    for occurrence in 1...min(max(1, note.referenceCount), Self.maximumBackReferences) {
      out.append(" <a class=\"ils-back\" href=\"#")
      withUTF8(identifierPrefix) { out.append(escapingAddress: $0) }
      Self.writeReferenceName(note.number, occurrence, into: &out)
      out.append("\" role=\"doc-backlink\" aria-label=\"Back to reference ")
      out.append(decimal: note.number)
      if occurrence > 1 {
        out.append("-")
        out.append(decimal: occurrence)
      }
      out.append("\">\u{21A9}\u{FE0E}")
      if occurrence > 1 {
        out.append("<sup>")
        out.append(decimal: occurrence)
        out.append("</sup>")
      }
      out.append("</a>")
    }
  }

  /// Writes the identifier of a reference: `fnref:2`, or `fnref:2-3` for the third reference. No heading's
  /// identifier contains a colon.
  static func writeReferenceName(_ number: Int, _ occurrence: Int, into out: inout ByteSink) {
    out.append("fnref:")
    out.append(decimal: number)
    guard occurrence > 1 else { return }
    out.append("-")
    out.append(decimal: occurrence)
  }
}
