/// What changes a document: everything that a session found out since the update before.
///
/// Applying a session's updates in order gives, after each, the document that a one-shot rendering of the text
/// so far gives. An update's size follows what changed: blocks that stay are not mentioned.
public struct Update: Hashable, Sendable {
  /// Counts a session's updates from 1; a client that sees a gap has lost one.
  public var sequence: Int
  /// What is added at the end of the document's scope table, before the edits are applied.
  public var scopes: [ScopeTable.Entry]
  /// In the order in which they are to be applied.
  public var edits: [Edit]
  /// How many blocks are finished: at the top level, then among the children of the first block there that is not,
  /// and so on. What stands behind these can still change. Empty: all blocks are finished.
  public var finished: [Int]
  /// Whether the text has ended: no update follows but those that bring colours to pending code.
  public var isFinal: Bool

  public init(
    sequence: Int, scopes: [ScopeTable.Entry] = [], edits: [Edit] = [], finished: [Int] = [],
    isFinal: Bool = false
  ) {
    self.sequence = sequence
    self.scopes = scopes
    self.edits = edits
    self.finished = finished
    self.isFinal = isFinal
  }

  /// Whether applying it changes nothing that is shown.
  public var isEmpty: Bool { scopes.isEmpty && edits.isEmpty }
}

/// One change of a document. Blocks are named by their ``BlockID``; counts to keep refer to what is there before.
public enum Edit: Hashable, Sendable {
  /// Of the children of `parent` (nil: the top level) the first `keep` stay, the rest gives way to `blocks`.
  case splice(parent: BlockID?, keep: Int, blocks: [Block])
  /// Of the footnotes the first `keep` stay, the rest gives way to `blocks`.
  case footnotes(keep: Int, blocks: [Block])
  /// The block with this identity, wherever it stands, becomes this one.
  case replace(Block)
  /// The block's source range now ends here.
  case end(BlockID, Int)
  /// A paragraph's or heading's content from some run on: the first `runs` runs stay whole, of the next one its
  /// first `bytes` bytes (0 for none), of the spans the first `spans`. `tail` follows, its spans counted from
  /// the first of the block; a first run that continues the cut one in kind and span is joined with it.
  case inlines(BlockID, runs: Int, bytes: Int, spans: Int, tail: Inlines)
  /// Of a code block's lines the first `keep` stay, the rest gives way to `lines`.
  case lines(BlockID, keep: Int, lines: [CodeLine])
  /// The last line of a code block: the first `bytes` bytes of its text and its first `runs` runs stay, `tail`
  /// follows.
  case lastLine(BlockID, bytes: Int, runs: Int, tail: CodeLine)
  /// Colours for lines that are there already: the runs of each line from `first` on.
  case recolor(BlockID, first: Int, runs: [[CodeRun]])
  /// What is known of a code block besides its lines.
  case code(BlockID, CodeBlock.Header)
  /// Of a table's rows below the header the first `keep` stay, the rest gives way to `rows`.
  case rows(BlockID, keep: Int, rows: [Table.Row])
  /// Whether a list is tight.
  case tightness(BlockID, isTight: Bool)
  /// Whether an item is a task, and done.
  case task(BlockID, Bool?)
}

extension CodeBlock {
  /// What is known of a code block besides its lines.
  public struct Header: Hashable, Sendable {
    public var info: String
    public var isFenced: Bool
    public var language: String?
    public var languageName: String?
    public var highlighting: Highlighting

    public init(
      info: String, isFenced: Bool, language: String? = nil, languageName: String? = nil,
      highlighting: Highlighting = .none
    ) {
      self.info = info
      self.isFenced = isFenced
      self.language = language
      self.languageName = languageName
      self.highlighting = highlighting
    }
  }

  /// Everything but the lines.
  public var header: Header {
    get {
      Header(
        info: info, isFenced: isFenced, language: language, languageName: languageName,
        highlighting: highlighting)
    }
    set {
      info = newValue.info
      isFenced = newValue.isFenced
      language = newValue.language
      languageName = newValue.languageName
      highlighting = newValue.highlighting
    }
  }
}
