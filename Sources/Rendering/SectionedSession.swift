public import MarkdownBlocks
public import StyledRuns

/// Renders a text that may have no end in bounded memory: as documents, one after the other, each of a section of it.
///
/// A text of up to ``Limits/section`` bytes is one document, as in a ``RenderSession``. A longer one goes on in another
/// document where a block ends: link definitions count on, numbers of footnotes begin anew. A paragraph that is longer
/// than ``Limits/paragraph`` ends with a line, since a paragraph can only be shown when it has ended.
///
///     var session = SectionedSession(highlighter: highlighter)
///     while let piece = input.next() {
///       try session.append(piece) { event in
///         switch event {
///         case .update(let update): try document.apply(update)
///         case .nextDocument: document = Document()
///         }
///       }
///     }
public struct SectionedSession {
  /// The lengths of the parts of a text, in UTF-8 bytes; in that of a section each block counts for 16 bytes more, since
  /// short blocks take more memory than their text.
  public struct Limits: Hashable, Sendable {
    /// The length of one paragraph, as a rule; up to one piece more.
    public var paragraph: Int
    /// The length of one document, as a rule. Where no block ends, it is up to twice that.
    public var section: Int

    public init(paragraph: Int = 1 << 20, section: Int = 1 << 24) {
      self.paragraph = paragraph
      self.section = section
    }
  }

  public enum Event: Sendable {
    case update(Update)
    /// The document is complete. The updates that follow are for another one, which is empty.
    case nextDocument
  }

  private var session: RenderSession
  private var options: MarkdownOptions
  private let highlighter: Highlighter?
  private let limits: Limits
  /// Bytes of text in this section.
  private var sectionBytes = 0

  public init(
    markdown: MarkdownOptions = MarkdownOptions(extensions: .standard), highlighter: Highlighter? = nil,
    limits: Limits = Limits()
  ) {
    options = markdown
    self.highlighter = highlighter
    self.limits = limits
    session = RenderSession(markdown: markdown, highlighter: highlighter)
  }

  /// Appends text and gives what follows from it, in order.
  public mutating func append(_ bytes: [UInt8], _ take: (Event) throws -> Void) rethrows {
    let isParagraphDue = session.openParagraphBytes >= limits.paragraph
    let isSectionDue = sectionSize >= limits.section
    guard isParagraphDue || isSectionDue else { return try feed(bytes, take) }
    let cut = Self.cut(bytes, afterBlankLine: !isParagraphDue)
    try feed(Array(bytes[..<cut]), take)
    if session.openParagraphBytes >= limits.paragraph {
      try feed(cut > 0 && bytes[cut - 1] == 0x0A ? [0x0A] : [0x0A, 0x0A], take)
    }
    if isSectionDue, session.isBetweenBlocks || sectionSize >= 2 * limits.section { try beginSection(take) }
    try feed(Array(bytes[cut...]), take)
  }

  /// Ends the text.
  public mutating func finish(_ take: (Event) throws -> Void) rethrows {
    if let update = session.finish() { try take(.update(update)) }
  }

  /// The number of blocks at the document's top, from the first one on, that use no label a definition could still come for:
  /// what is finished in them stays as it is.
  public var settledBlocks: Int { session.settledBlocks }

  private var sectionSize: Int { sectionBytes + 16 * session.closedBlocks }

  private mutating func feed(_ bytes: [UInt8], _ take: (Event) throws -> Void) rethrows {
    guard !bytes.isEmpty else { return }
    sectionBytes += bytes.count
    if let update = session.append(bytes) { try take(.update(update)) }
  }

  private mutating func beginSection(_ take: (Event) throws -> Void) rethrows {
    let carried = session.carriedText
    try finish(take)
    try take(.nextDocument)
    // Front matter stands at the beginning of a text and nowhere else.
    options.extensions.remove(.frontMatter)
    session = RenderSession(markdown: options, highlighter: highlighter)
    sectionBytes = 0
    if !carried.isEmpty, let update = session.append(carried) { try take(.update(update)) }
  }

  /// The place to cut a piece: behind its last blank line if that is asked for and there is one, else behind its last line,
  /// else before its last scalar.
  private static func cut(_ bytes: [UInt8], afterBlankLine: Bool) -> Int {
    var index = bytes.count - 1
    if afterBlankLine {
      while index > 0 {
        if bytes[index] == 0x0A, bytes[index - 1] == 0x0A { return index + 1 }
        index -= 1
      }
    }
    if let lineEnd = bytes.lastIndex(of: 0x0A) { return lineEnd + 1 }
    return bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? bytes.count
  }
}
