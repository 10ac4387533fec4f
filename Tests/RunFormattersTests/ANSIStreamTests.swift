import RunFormatters
import StyledRuns
import Testing

@Suite("Writing to a terminal while the document grows")
struct ANSIStreamTests {
  /// The document as it was when `count` leaves and lines had come: what is cut off is open.
  private static func prefix(_ blocks: [Block], _ count: inout Int) -> [Block] {
    var result: [Block] = []
    for block in blocks {
      guard count > 0 else { break }
      var copy = block
      switch block.content {
      case .quote(let inner): copy.content = .quote(prefix(inner, &count))
      case .list(var list):
        list.items = prefix(list.items, &count)
        copy.content = .list(list)
      case .listItem(var item):
        if item.blocks.isEmpty { count -= 1 }
        item.blocks = prefix(item.blocks, &count)
        copy.content = .listItem(item)
      case .code(var code):
        let lines = min(code.lines.count, count - 1)
        code.lines = Array(code.lines.prefix(max(lines, 0)))
        count -= max(lines, 0) + 1
        copy.content = .code(code)
      default: count -= 1
      }
      copy.isFinished = count > 0
      result.append(copy)
    }
    return result
  }

  @Test(arguments: 0..<40) func documentsBelowEachOtherLookLikeOne(_ seed: Int) {
    var random = RandomDocument(seed: UInt64(seed))
    var document = seed == 0 ? SampleDocument.make() : random.document()
    document.footnotes = []
    let whole = ANSIFormatter().format(document, sheet: nil)
    let cut = document.blocks.count / 2
    var stream = ANSIStream()
    var sink = ByteSink()
    stream.write(Document(blocks: Array(document.blocks[..<cut])), sheet: nil, isFinal: true, into: &sink)
    stream.beginDocument()
    stream.write(Document(blocks: Array(document.blocks[cut...])), sheet: nil, isFinal: true, into: &sink)
    #expect(sink.bytes == whole)
  }

  @Test(arguments: 0..<60) func allCallsTogetherGiveTheWhole(_ seed: Int) {
    var random = RandomDocument(seed: UInt64(seed))
    let document = seed == 0 ? SampleDocument.make() : random.document()
    let sheet = SampleThemes.dark(document.scopes)
    var options = ANSIFormatter.Options()
    options.width = [30, 80][seed % 2]
    options.links = .notes
    let whole = ANSIFormatter(options: options).format(document, sheet: sheet)
    var stream = ANSIStream(options: options)
    var sink = ByteSink()
    var wasWrittenEarly = false
    for count in 0..<400 {
      var left = count
      let part = Document(blocks: Self.prefix(document.blocks, &left), scopes: document.scopes)
      if left > 0 { break }
      stream.write(part, sheet: sheet, into: &sink)
      #expect(whole.starts(with: sink.bytes), "after \(count)")
      if sink.count > 0 { wasWrittenEarly = true }
      var shown = ByteSink()
      sink.withBytes { shown.append($0.bindMemory(to: UInt8.self)) }
      stream.writeTail(of: part, sheet: sheet, into: &shown)
      let once = ANSIFormatter(options: options).format(part, sheet: sheet)
      #expect(shown.bytes == once, "tail after \(count)")
    }
    stream.write(document, sheet: sheet, isFinal: true, into: &sink)
    #expect(sink.bytes == whole)
    if seed == 0 { #expect(wasWrittenEarly) }
  }
}
