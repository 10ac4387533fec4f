import StyledRuns

/// A block quote that GitHub shows as an alert. Its first line is `[!NOTE]` or one of four other markers.
enum Alert: String, CaseIterable {
  case note, tip, important, warning, caution

  var title: String {
    switch self {
    case .note: "Note"
    case .tip: "Tip"
    case .important: "Important"
    case .warning: "Warning"
    case .caution: "Caution"
    }
  }

  /// An alert, and what its first block shows after the marker.
  struct RecognisedAlert {
    var kind: Alert
    /// The first block without the marker; nil if it consists only of the marker.
    var first: Block?

    /// Returns the blocks of the quote without the marker. O(blocks).
    func content(of blocks: [Block]) -> [Block] {
      let rest = blocks.dropFirst()
      return first.map { [$0] + rest } ?? Array(rest)
    }
  }

  /// Recognises an alert by the first block of a quote; returns nil for a plain quote.
  static func recognise(_ first: Block?) -> RecognisedAlert? {
    guard let first, case .paragraph(let inlines) = first.content, let (kind, rest) = marker(inlines) else {
      return nil
    }
    guard !rest.isEmpty else { return RecognisedAlert(kind: kind) }
    var shortened = first
    shortened.content = .paragraph(rest)
    return RecognisedAlert(kind: kind, first: shortened)
  }

  private static func marker(_ inlines: Inlines) -> (Alert, Inlines)? {
    var head: [UInt8] = []
    for byte in inlines.text.utf8.prefix(16) {
      if byte == 0x0A { break }
      head.append(byte)
    }
    guard head.starts(with: [UInt8(ascii: "["), UInt8(ascii: "!")]) else { return nil }
    let line = head.count
    while head.last == 0x20 { head.removeLast() }
    guard head.last == UInt8(ascii: "]") else { return nil }
    let name = String(decoding: head.dropFirst(2).dropLast(), as: UTF8.self).lowercased()
    guard let kind = Alert(rawValue: name) else { return nil }
    // The marker is plain text up to the end of the line.
    var length = 0
    var runs = 0
    for run in inlines.runs {
      if length >= line { break }
      guard run.kind == .text, run.span == InlineRun.noSpan else { return nil }
      length += Int(run.length)
      runs += 1
    }
    guard length == line else { return nil }
    var rest = inlines
    if runs < rest.runs.count {
      guard rest.runs[runs].kind == .softBreak || rest.runs[runs].kind == .lineBreak else { return nil }
      length += Int(rest.runs[runs].length)
      runs += 1
    }
    rest.runs.removeFirst(runs)
    rest.text = String(decoding: inlines.text.utf8.dropFirst(length), as: UTF8.self)
    return (kind, rest)
  }
}
