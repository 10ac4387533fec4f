import StyledRuns

/// The progress of writing a document to a terminal, which a stream keeps between calls.
///
/// Containers are on an explicit stack, so that nesting cannot overflow the thread's stack.
struct TerminalLayoutState: Sendable {
  /// The open containers, starting with the document.
  var frames: [LayoutFrame] = []
  var prefix: LinePrefix
  var listDepth = 0
  /// The number of lines of the current code block that were written; nil before its frame.
  var codeLines: Int?
  /// The number of these lines that ``removeWritten()`` has returned.
  var removedCodeLines = 0
  /// Finds the notations of the current code block.
  var notations = CodeNotations()
  /// The number of empty lines before the next line, and the number of containers that they are inside of.
  var gap = 0
  var gapDepth = 0
  var notes = LinkNotes()
  var footnotes = FootnoteNumbers()
  /// The kind of the last top-level block.
  var lastAtTop: Sibling?

  /// A container whose blocks are being written.
  struct LayoutFrame: Sendable {
    var blocks: [Block]
    var next = 0
    /// The number of written blocks that were removed from `blocks`.
    var removedCount = 0
    /// The last visible sibling.
    var previous: Sibling?
    var kind: FrameKind
    /// Whether the container has a level of the prefix.
    var hasLevel = true

    /// Leaves the marker of an alert out of the blocks. Their numbers stay those of the document.
    mutating func leaveOutMarker(of alert: Alert.RecognisedAlert) {
      if let first = alert.first { blocks[0] = first } else { next = 1 }
    }
  }

  enum FrameKind: Hashable {
    case document, quote, footnotes, item, footnote
    case bullets(depth: Int)
    case numbers(start: Int, delimiter: UInt8)
  }

  /// The kinds of blocks that determine the space after a block.
  enum Sibling {
    case heading, paragraph, other

    @inline(__always)
    static func of(_ content: Block.BlockContent) -> Sibling {
      switch content {
      case .heading: .heading
      case .paragraph: .paragraph
      default: .other
      }
    }
  }

  /// Returns the written blocks, and continues with a document from which they are removed; returns nil if
  /// there is nothing to remove.
  mutating func removeWritten() -> WrittenBlocks? {
    var written = WrittenBlocks(counts: frames.map(\.next))
    if let codeLines {
      written.codeLines = min(removedCodeLines, codeLines)..<codeLines
      removedCodeLines = codeLines
    }
    var isEmpty = written.codeLines.isEmpty
    for index in frames.indices {
      let removed = WrittenBlocks.removed(ofWritten: frames[index].next).count
      frames[index].next -= removed
      frames[index].removedCount += removed
      if removed > 0 { isEmpty = false }
    }
    return isEmpty ? nil : written
  }

  /// Requests empty lines before the next line, unless some are already requested.
  mutating func setGap(_ lines: Int) {
    guard gap == 0 else { return }
    gap = lines
    gapDepth = prefix.depth
  }
}

/// Numbers addresses in the order of first use.
struct LinkNotes: Sendable {
  private(set) var addresses: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]

  mutating func number(of address: [UInt8]) -> Int {
    if let known = numbers[address] { return known }
    addresses.append(address)
    numbers[address] = addresses.count
    return addresses.count
  }
}

/// The numbers in the references to footnotes that were written.
///
/// A document numbers footnotes by first reference, and renumbers them after a late definition. Written lines
/// keep their numbers, so later lines use the same numbers.
struct FootnoteNumbers: Sendable {
  private var numbers: [String: Int] = [:]
  private var taken: Set<Int> = []

  /// Returns the number for a reference to a footnote: the document's number, unless written lines use
  /// another one.
  mutating func number(of label: String, inDocument number: Int) -> Int {
    if let known = numbers[label] { return known }
    let free = taken.contains(number) ? (taken.max() ?? 0) + 1 : number
    numbers[label] = free
    taken.insert(free)
    return free
  }

  /// Returns the number in the written references to a footnote; nil if there are none.
  func number(of label: String) -> Int? { numbers[label] }
}
