import StyledRuns

/// How far a document has been written to a terminal: what a stream keeps between its calls.
///
/// Containers are kept on a stack of its own, so that nesting costs memory and never the thread's stack.
struct TerminalLayoutState: Sendable {
  /// The open containers, the document first.
  var frames: [Frame] = []
  var prefix: LinePrefix
  var listDepth = 0
  /// How many lines of the code block in turn have been written; nil before its frame.
  var codeLines: Int?
  /// Empty lines to write before the next line, and the containers within which they lie: not within one that
  /// starts after them.
  var gap = 0
  var gapDepth = 0
  var notes = LinkNotes()
  var footnotes = FootnoteNumbers()
  /// The kind of the last block at the top.
  var lastAtTop: Sibling?

  /// A container whose blocks are being written.
  struct Frame: Sendable {
    var blocks: [Block]
    var next = 0
    /// What the last visible sibling was.
    var previous: Sibling?
    var kind: Kind
    /// Whether it has a level of the prefix.
    var hasLevel = true
    var isAlert = false
  }

  enum Kind: Hashable {
    case document, quote, footnotes, item, footnote
    case bullets(depth: Int)
    case numbers(start: Int, delimiter: UInt8)
  }

  /// What the space after a block depends on.
  enum Sibling {
    case heading, paragraph, other

    @inline(__always)
    static func of(_ content: Block.Content) -> Sibling {
      switch content {
      case .heading: .heading
      case .paragraph: .paragraph
      default: .other
      }
    }
  }

  /// Asks for empty lines before the next line, unless some are asked for already.
  mutating func setGap(_ lines: Int) {
    guard gap == 0 else { return }
    gap = lines
    gapDepth = prefix.depth
  }
}

/// Numbers for addresses, in the order of first use.
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

/// The numbers under which references to footnotes were written.
///
/// A document numbers its footnotes by first reference, and numbers them anew where a definition comes late. Lines that
/// are written keep their numbers, and so those that follow use the same ones.
struct FootnoteNumbers: Sendable {
  private var numbers: [String: Int] = [:]
  private var taken: Set<Int> = []

  /// The number of a footnote that is referred to: the document's, unless lines that are written use another one.
  mutating func number(of label: String, inDocument number: Int) -> Int {
    if let known = numbers[label] { return known }
    let free = taken.contains(number) ? (taken.max() ?? 0) + 1 : number
    numbers[label] = free
    taken.insert(free)
    return free
  }

  /// The number under which a footnote was referred to; nil where no reference to it has been written.
  func number(of label: String) -> Int? { numbers[label] }
}
