public import MarkdownBlocks
public import Redaction
public import StyledRuns

/// Renders a text of unlimited length in bounded memory, as a sequence of documents.
///
/// ```swift
/// var session = SectionedSession(highlighter: highlighter)
/// for await piece in pieces {
///   try session.append(piece) { event in
///     switch event {
///     case .update(let update): try document.apply(update)
///     case .nextDocument: document = Document()
///     }
///   }
/// }
/// ```
///
/// A text of up to ``SectionLimits/section`` bytes is one document, as in a ``RenderSession``. A longer text
/// continues in a new document at the end of a block. Link definitions carry over; footnote numbers start
/// again. A paragraph longer than ``SectionLimits/paragraph`` is cut at the end of a line, because a paragraph can
/// only be shown once it has ended. A table longer than ``SectionLimits/table`` continues in another table with the same
/// header, because the widths of its columns depend on all of its rows.
public struct SectionedSession {
  /// The lengths of paragraphs, tables and sections, in UTF-8 bytes. Each block adds 16 bytes to the length of its
  /// section, because short blocks take more memory than their text.
  ///
  /// ```swift
  /// SectionedSession(limits: .init(paragraph: 1 << 16, section: 1 << 20))
  /// ```
  public struct SectionLimits: Hashable, Sendable {
    /// The approximate length limit of a paragraph. The last appended piece may exceed it.
    public var paragraph: Int
    /// The approximate length limit of a table that is not in a quote or a list. The last appended piece may exceed it.
    public var table: Int
    /// The approximate length limit of a document. If no block ends, the document grows to twice the limit.
    public var section: Int

    public init(paragraph: Int = 1 << 20, table: Int = 1 << 20, section: Int = 1 << 24) {
      self.paragraph = paragraph
      self.table = table
      self.section = section
    }
  }

  /// The result of an append.
  ///
  /// ```swift
  /// if case .nextDocument = event { document = Document() }
  /// ```
  public enum SectionEvent: Sendable {
    case update(Update)
    /// The document is complete. Later updates apply to a new, empty document.
    case nextDocument
  }

  private var session: RenderSession
  private var options: MarkdownOptions
  private let highlighter: Highlighter?
  private let limits: SectionLimits
  /// The length of the text in the current section, in bytes.
  private var sectionBytes = 0
  private var redactor: Redactor?

  public init(
    markdown: MarkdownOptions = MarkdownOptions(extensions: .standard), highlighter: Highlighter? = nil,
    limits: SectionLimits = SectionLimits(), redaction: SecretPatterns? = nil
  ) {
    redactor = redaction.map { Redactor($0) }
    options = markdown
    self.highlighter = highlighter
    self.limits = limits
    session = RenderSession(markdown: markdown, highlighter: highlighter)
  }

  /// Appends text.
  ///
  /// - Parameters:
  ///   - bytes: The text that arrived.
  ///   - take: Receives the resulting events, in order.
  public mutating func append(_ bytes: [UInt8], _ take: (SectionEvent) throws -> Void) rethrows {
    try appendRedacted(redactor?.append(bytes) ?? bytes, take)
  }

  /// Counts of the secrets that were replaced.
  public var secrets: SecretCounts { redactor?.counts ?? SecretCounts() }

  private mutating func appendRedacted(_ bytes: [UInt8], _ take: (SectionEvent) throws -> Void) rethrows {
    guard !bytes.isEmpty else { return }
    let isBlockDue = session.longBlock(limits) != nil
    let isSectionDue = sectionSize >= limits.section
    guard isBlockDue || isSectionDue else { return try feed(bytes, take) }
    let cut = Self.cut(bytes, afterBlankLine: !isBlockDue)
    try feed(Array(bytes[..<cut]), take)
    // The document decides where to cut.
    try catchUp(take)
    let endsLine = cut > 0 && bytes[cut - 1] == 0x0A
    // A row is never cut.
    if let block = session.longBlock(limits), endsLine || block == .paragraph {
      try feed((endsLine ? [] : [0x0A]) + block.continuation, take)
    }
    if isSectionDue, session.isBetweenBlocks || sectionSize >= 2 * limits.section { try beginSection(take) }
    try feed(Array(bytes[cut...]), take)
  }

  /// Ends the text.
  ///
  /// - Parameter take: Receives the last update.
  public mutating func finish(_ take: (SectionEvent) throws -> Void) rethrows {
    if let rest = redactor?.finish() { try appendRedacted(rest, take) }
    try finishSection(take)
  }

  /// Whether the last update does not contain all appended text, because updates of this text are expensive. Call
  /// ``catchUp(_:)`` when no text arrives for a while.
  public var isBehind: Bool { session.isBehind }

  /// Renders all appended text.
  ///
  /// - Parameter take: Receives the update, if there is one.
  public func catchUp(_ take: (SectionEvent) throws -> Void) rethrows {
    if let update = session.catchUp() { try take(.update(update)) }
  }

  private mutating func finishSection(_ take: (SectionEvent) throws -> Void) rethrows {
    if let update = session.finish() { try take(.update(update)) }
  }

  /// The number of leading top-level blocks that no later link definition can change. The finished blocks
  /// among them are final.
  public var finalBlockCount: Int { session.finalBlockCount }

  /// Removes written blocks from the current document. The reader of the events must remove the same blocks
  /// from its own document.
  package mutating func remove(_ written: WrittenBlocks) { session.remove(written) }

  private var sectionSize: Int { sectionBytes + 16 * session.closedBlocks }

  private mutating func feed(_ bytes: [UInt8], _ take: (SectionEvent) throws -> Void) rethrows {
    guard !bytes.isEmpty else { return }
    sectionBytes += bytes.count
    if let update = session.append(bytes) { try take(.update(update)) }
  }

  private mutating func beginSection(_ take: (SectionEvent) throws -> Void) rethrows {
    let carried = session.carriedText
    try finishSection(take)
    try take(.nextDocument)
    // Front matter is only allowed at the start of a text.
    options.extensions.remove(.frontMatter)
    session = RenderSession(markdown: options, highlighter: highlighter)
    sectionBytes = 0
    if !carried.isEmpty, let update = session.append(carried) { try take(.update(update)) }
  }

  /// Finds where to cut a piece: after its last blank line if requested, else after its last line, else
  /// before its last scalar.
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
