/// One change of a document.
///
/// Counts to keep refer to what is there before the edit; where they are nil, all is kept and the new follows it.
///
/// A block's source range follows its content, so that most edits need not mention it: behind ``text(_:_:)`` it is
/// longer by the text's bytes, behind new lines of code by these and a line end each, behind new blocks or rows it
/// ends where the last of these ends. ``end(_:by:)`` says where that is not so. Each time the containers of the
/// block come to end where it ends.
public enum Edit: Hashable, Sendable {
  /// The block that an edit is for.
  public enum Target: Hashable, Sendable {
    case block(BlockID)
    /// The last block at a depth: the last of the document, the last of its children, and so on.
    case last(depth: Int)
    /// The last block of all, in which no other lies.
    case tip
  }

  /// The text of a leaf goes on. In a paragraph or heading in the run that is last, or a run of text in its span
  /// behind one of another kind; a line feed is a soft break. In code in the last line, as a part of its last run; a
  /// line feed begins a plain line. In a table in the last cell that is not empty. Raw HTML takes it before its last
  /// line end, front matter behind all.
  case text(Target, String)
  /// The source range ends so many bytes further on; with a table's that of its last row.
  case end(Target, by: Int)
  /// Of the children (nil: of the top level) the first `keep` stay, the rest gives way to `blocks`, which are not
  /// finished.
  case splice(Target?, keep: Int?, blocks: [Block])
  /// Of the footnotes the first `keep` stay, the rest gives way to `blocks`.
  case footnotes(keep: Int, blocks: [Block])
  /// The block with this identity, wherever it stands, becomes this one.
  case replace(Block)
  /// A paragraph's or heading's content, or that of a table's last row's last cell that is not empty, from some run
  /// on: the first `runs` runs stay whole, of the next one its
  /// first `bytes` bytes (0 for none), of the spans the first `spans`. `tail` follows, its spans counted from
  /// the first of the block; a first run that continues the cut one in kind and span is joined with it.
  case inlines(Target, runs: Int, bytes: Int, spans: Int, tail: Inlines)
  /// Of a code block's lines the first `keep` stay, the rest gives way to `lines`.
  case lines(Target, keep: Int?, lines: [CodeLine])
  /// The last line of a code block: the first `bytes` bytes of its text and its first `runs` runs stay, `tail`
  /// follows. The source range grows as the text does.
  case lastLine(Target, bytes: Int, runs: Int, tail: CodeLine)
  /// Colours for lines that are there already: the runs of each line from `first` on.
  case recolor(Target, first: Int, runs: [[CodeRun]])
  /// What is known of a code block besides its lines.
  case code(Target, CodeBlock.Header)
  /// Of a table's rows below the header the first `keep` stay, the rest gives way to `rows`. Cells that are missing
  /// at the end of a row are empty.
  case rows(Target, keep: Int?, rows: [Table.Row])
  /// Of the cells of a table's last row the first `keep` stay, the rest gives way to `cells`; the row's source ends
  /// `growth` bytes further on, and the table's with it.
  case cells(Target, keep: Int, cells: [Inlines], growth: Int)
  /// What a cell of a table holds; row 0 is the header.
  case cell(Target, row: Int, column: Int, content: Inlines)
  /// Whether a list is tight.
  case tightness(Target, isTight: Bool)
  /// Whether an item is a task, and done.
  case task(Target, Bool?)
}
