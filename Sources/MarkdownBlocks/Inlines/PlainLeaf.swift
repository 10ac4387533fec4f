internal import StyledRuns

/// Makes the inlines of text in which ``InlineScan`` found no markup: words, soft breaks and hard breaks.
enum PlainLeaf {
  static func inlines(
    _ text: UnsafePointer<UInt8>, count: Int, into builder: inout RunBuilder
  ) -> Inlines {
    var end = count
    while end > 0, text[end - 1].isSpace { end -= 1 }
    builder.reset()
    var index = 0
    while index < end {
      var lineEnd = index
      while lineEnd < end, text[lineEnd] != .newline { lineEnd += 1 }
      var textEnd = lineEnd
      if lineEnd < end {
        while textEnd > index, text[textEnd - 1].isBlank { textEnd -= 1 }
      }
      builder.appendText(text + index, count: textEnd - index, span: InlineRun.noSpan)
      index = lineEnd
      if lineEnd < end {
        let isHard = lineEnd > 1 && text[lineEnd - 1] == .space && text[lineEnd - 2] == .space
        builder.append(isHard ? .lineBreak : .softBreak, span: InlineRun.noSpan)
        index += 1
        while index < end, text[index].isBlank { index += 1 }
      }
    }
    return builder.finish()
  }
}
