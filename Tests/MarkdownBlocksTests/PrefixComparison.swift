import MarkdownBlocks
import StyledRuns
import Testing

/// Feeds a text piece by piece, and compares what stands there after each with one-shot parsing of it.
enum PrefixComparison {
  /// Stops at the first difference.
  static func check(
    _ source: [UInt8], _ options: MarkdownOptions, _ name: @autoclosure () -> String = "",
    step: () -> Int = { 1 }
  ) {
    let parser = MarkdownStream(options: options)
    let oneShot = MarkdownParser(options: options)
    var followed = FollowedDocument()
    var sent = 0
    while sent < source.count {
      let end = min(source.count, sent + step())
      parser.append(Array(source[sent..<end]))
      sent = end
      #expect(throws: Never.self, "\(name()), after \(sent) bytes") { try followed.update(parser) }
      let text = wholeScalars(source[..<sent])
      guard parser.document == oneShot.parse(text), followed.document == parser.document else {
        Issue.record(
          "\(name()): differs after \(sent) bytes of \(String(decoding: source, as: UTF8.self).debugDescription)"
        )
        return
      }
    }
    parser.finish()
    #expect(throws: Never.self, "\(name()), at the end") { try followed.update(parser) }
    #expect(followed.document == parser.document, "\(name()): updates differ at the end")
    #expect(parser.document == oneShot.parse(source), "\(name()): differs at the end")
  }

  /// Without the scalar that the end cuts.
  private static func wholeScalars(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    for length in 1...3 where length <= bytes.count {
      let byte = bytes[bytes.endIndex - length]
      if byte & 0xC0 == 0x80 { continue }
      let needed = byte > 0xF4 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1
      return Array(needed > length ? bytes.dropLast(length) : bytes)
    }
    return Array(bytes)
  }
}
