/// One change of a document.
///
/// ```swift
/// Edit.text(.tip, " world")  // "Hello" becomes "Hello world"
/// Edit.lines(.tip, keep: nil, lines: [CodeLine(text: "}")])  // appends a line of code
/// ```
///
/// A count to keep (`keep`) refers to the state before the edit. If `keep` is nil, everything stays and the
/// new content follows.
///
/// Most edits need not mention source ranges, because the range follows the content. After ``text(_:_:)`` it
/// is longer by the bytes of the text. After new lines of code it is longer by these lines and their line
/// ends. After new blocks or rows it ends where the last of them ends. In all other cases ``end(_:by:)``
/// moves the end. The ranges of the block's ancestors end where the block ends.
public enum Edit: Hashable, Sendable {
  /// The block that an edit changes.
  ///
  /// ```swift
  /// Edit.task(.last(depth: 1), true)  // checks the last item of the last list
  /// ```
  public enum EditTarget: Hashable, Sendable {
    case block(BlockID)
    /// The last block at a depth: 0 is the last top-level block, 1 the last child of that block, and so on.
    case last(depth: Int)
    /// The innermost last block, which has no children.
    case tip
  }

  /// Appends text to a leaf.
  ///
  /// - In a paragraph or heading the text extends the last run. If that run is not text, a new text run in
  ///   the same span follows it. A line feed is a soft break.
  /// - In code the text extends the last line and its last run. A line feed starts a plain line.
  /// - In a table the text extends the last non-empty cell.
  /// - In raw HTML the text comes before the last line end, in front matter at the end.
  case text(EditTarget, String)
  /// Moves the end of the source range by a number of bytes. In a table, the range of the last row moves too.
  case end(EditTarget, by: Int)
  /// Keeps the first `keep` children (nil target: top-level blocks) and replaces the rest with `blocks`,
  /// which are open.
  case splice(EditTarget?, keep: Int?, blocks: [Block])
  /// Keeps the first `keep` footnotes and replaces the rest with `blocks`.
  case footnotes(keep: Int, blocks: [Block])
  /// Replaces the block that has the same identity, at any depth.
  case replace(Block)
  /// Replaces the tail of a paragraph, of a heading, or of the last non-empty cell in a table's last row.
  ///
  /// Keeps the first `runs` runs, then the first `bytes` bytes of the next run, and the first `spans` spans.
  /// `tail` follows. The runs in `tail` number spans from the block's first span. If the first run of `tail`
  /// has the kind and the span of the run that was cut, the two are joined.
  case inlines(EditTarget, runs: Int, bytes: Int, spans: Int, tail: Inlines)
  /// Keeps the first `keep` lines of a code block and replaces the rest with `lines`.
  case lines(EditTarget, keep: Int?, lines: [CodeLine])
  /// Keeps the first `bytes` bytes and the first `runs` runs of the last line of a code block. `tail`
  /// follows. The source range grows with the text.
  case lastLine(EditTarget, bytes: Int, runs: Int, tail: CodeLine)
  /// Replaces the runs of the lines from `first` on. The text stays.
  case rehighlight(EditTarget, first: Int, runs: [[CodeRun]])
  /// Replaces the header of a code block.
  case code(EditTarget, CodeBlock.Header)
  /// Keeps the first `keep` body rows of a table and replaces the rest with `rows`. Cells missing at the end
  /// of a row are empty.
  case rows(EditTarget, keep: Int?, rows: [Table.TableRow])
  /// Keeps the first `keep` cells of a table's last row and replaces the rest with `cells`. The source ranges
  /// of the row and of the table grow by `growth` bytes.
  case cells(EditTarget, keep: Int, cells: [Inlines], growth: Int)
  /// Replaces the content of a table's cell. Row 0 is the header.
  case cell(EditTarget, row: Int, column: Int, content: Inlines)
  /// Sets ``List/isTight``.
  case tightness(EditTarget, isTight: Bool)
  /// Sets ``ListItem/task``.
  case task(EditTarget, Bool?)
}
