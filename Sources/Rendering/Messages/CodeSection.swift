internal import StyledRuns

/// A code block built from text that grows at its end. It produces the edits for the growth.
struct CodeSection {
  let id: BlockID
  private(set) var header: CodeBlock.Header
  /// The number of lines that were sent.
  private(set) var count = 0
  /// Whether the last line can still grow.
  private var isLineOpen = false
  /// The number of bytes of the current text that were consumed.
  private var consumed = 0

  init(index: Int, info: String) {
    id = BlockID(offset: index, depth: 0)
    header = CodeBlock.Header(info: info, isFenced: true)
  }

  /// Creates a block of complete lines.
  ///
  /// - Parameter isClosed: Whether no line follows, so that changed words of a diff can be marked.
  static func block(index: Int, info: String, isClosed: Bool = false, lines: [CodeLine]) -> Block {
    let code = CodeBlock(info: info, isFenced: true, isClosed: isClosed, lines: lines)
    return Block(id: BlockID(offset: index, depth: 0), source: index..<index + 1, content: .code(code))
  }

  /// The block before any text has arrived.
  var emptyBlock: Block { Self.block(index: id.offset, info: header.info, lines: []) }

  /// Starts another text on a new line.
  mutating func beginText() {
    consumed = 0
    isLineOpen = false
  }

  mutating func set(info: String, _ edits: inout [Edit]) {
    guard info != header.info else { return }
    header.info = info
    edits.append(.code(.block(id), header))
  }

  /// Consumes the text that arrived since the last call. A carriage return at the end waits for the next
  /// byte.
  ///
  /// - Parameter text: The whole current text, of which the beginning may already be consumed.
  mutating func take(_ text: ArraySlice<UInt8>, isClosed: Bool, _ edits: inout [Edit]) {
    var end = text.endIndex
    if !isClosed, text.last == 0x0D { end -= 1 }
    var rest = text[(text.startIndex + consumed)..<max(end, text.startIndex + consumed)]
    guard !rest.isEmpty else { return }
    consumed += rest.count
    // Send the continuation of the last line and the lines after it as one text.
    var text = ""
    var first: [CodeLine] = []
    let isBegun = count > 0
    while !rest.isEmpty {
      let lineEnd = rest.firstIndex(of: 0x0A)
      var piece = rest[..<(lineEnd ?? rest.endIndex)]
      if lineEnd != nil || isClosed, piece.last == 0x0D { piece.removeLast() }
      let words = String(decoding: piece, as: UTF8.self)
      if !isLineOpen {
        count += 1
        if isBegun { text += "\n" } else { first.append(CodeLine(text: words)) }
      }
      if isBegun { text += words }
      isLineOpen = lineEnd == nil
      rest = rest[(lineEnd.map { $0 + 1 } ?? rest.endIndex)...]
    }
    if !first.isEmpty { edits.append(.lines(.block(id), keep: nil, lines: first)) }
    if !text.isEmpty { edits.append(.text(.block(id), text)) }
  }
}
