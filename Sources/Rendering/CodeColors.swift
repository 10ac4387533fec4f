internal import MarkdownBlocks
internal import StyledRuns
internal import TextMate

/// Gives the code in a session's edits its languages and colours, at once or by way of the pool.
///
/// One owner. Keeps a track for each code block that may still grow or waits for colours, and forgets the others.
final class CodeColors {
  private let highlighter: Highlighter?
  let pool: WorkerPool?
  private let budget: RenderSession.InlineBudget
  /// Whether fences without a label are asked for their language, where the highlighter can: those of markdown are,
  /// what programs print is not.
  private let detectsLanguages: Bool

  /// The table that the runs name entries of; several documents may share one.
  let scopes: SharedScopes
  /// In the order in which their blocks were met.
  var tracks: [CodeTrack] = []
  var touched: Set<BlockID> = []
  /// Blocks without a label that changed.
  private var probed: Set<BlockID> = []
  /// The blocks that may grow, where that is known.
  private var growing: [BlockID]?
  var linesLeft = 0
  var bytesLeft = 0

  private(set) var emittedBlocks = 0
  var handedOutLines = 0
  private(set) var rereadBytes = 0
  private var forgottenLines = 0
  /// Whether the pool had no room for a job.
  var isBackpressured = false

  var onReady: (@Sendable () -> Void)?

  /// Where it is not known which blocks may grow, the newest few are kept.
  private static let keptTracks = 4

  init(
    highlighter: Highlighter?, pool: WorkerPool?, budget: RenderSession.InlineBudget,
    scopes: SharedScopes = SharedScopes(), detectsLanguages: Bool = false
  ) {
    self.scopes = scopes
    self.detectsLanguages = detectsLanguages
    self.highlighter = highlighter
    self.pool = pool
    self.budget = budget
  }

  deinit {
    for track in tracks { track.job?.cancel() }
  }

  var isWaiting: Bool { tracks.contains { $0.hasPending } }
  var tokenizedLines: Int { forgottenLines + tracks.reduce(0) { $0 + $1.tokenizedLines } }

  /// The edits that bring the colours which workers have made since the last call, for the document as it is.
  func takeArrived(in document: Document) -> [Edit] {
    var edits: [Edit] = []
    for index in tracks.indices {
      let before = tracks[index].header.highlighting
      if let (first, runs) = tracks[index].collect(scopes: &scopes.table) {
        edits.append(.recolor(document.target(of: tracks[index].id), first: first, runs: runs))
        touched.insert(tracks[index].id)
      } else if tracks[index].header.highlighting != before {
        touched.insert(tracks[index].id)
      }
    }
    return edits
  }

  /// The edits with colours, and behind them those that bring colours for lines which are there already. `document` is
  /// the plain one behind the edits. What is not in one of the `growing` blocks is forgotten once it has its colours.
  func color(
    _ plain: [DocumentUpdate.BlockEdit], in document: Document, growing: [BlockID]? = nil
  ) -> [Edit] {
    guard let highlighter else {
      let edits = plain.map(\.edit)
      emittedBlocks += edits.reduce(0) { $0 + $1.blockCount }
      return edits
    }
    linesLeft = budget.lines
    bytesLeft = budget.bytes
    var edits: [Edit] = []
    self.growing = growing
    for edit in plain { color(edit.edit, of: edit.block, highlighter, document, &edits) }
    decideLanguages(highlighter, document, &edits)
    colorPending(highlighter, document, &edits)
    for index in tracks.indices where touched.contains(tracks[index].id) {
      let highlighting = tracks[index].highlighting
      if highlighting != tracks[index].shown {
        tracks[index].shown = highlighting
        var header = tracks[index].header
        header.highlighting = highlighting
        edits.append(.code(document.target(of: tracks[index].id), header))
      }
    }
    touched.removeAll(keepingCapacity: true)
    submitJobs(highlighter)
    forgetTracks()
    return edits
  }

  /// The edits, which name blocks by their identities, with colours between them.
  func color(_ plain: [Edit]) -> [Edit] {
    takeArrived(in: Document())
      + color(plain.map { DocumentUpdate.BlockEdit($0, for: $0.codeBlock) }, in: Document())
  }

  private func color(
    _ edit: Edit, of block: BlockID?, _ highlighter: Highlighter, _ document: Document, _ edits: inout [Edit]
  ) {
    switch edit {
    case .splice(let parent, let keep, var blocks):
      color(&blocks, highlighter)
      edits.append(.splice(parent, keep: keep, blocks: blocks))
    case .footnotes(let keep, var blocks):
      color(&blocks, highlighter)
      edits.append(.footnotes(keep: keep, blocks: blocks))
    case .replace(let block):
      var blocks = [block]
      color(&blocks, highlighter)
      edits.append(.replace(blocks[0]))
    case .code(let target, var header):
      highlighter.name(&header)
      guard let index = index(of: block) else { return edits.append(.code(target, header)) }
      if detects(header, highlighter) {
        // The label says nothing, and what the lines say is found out when all edits are there.
        noteProbe(of: block)
        if tracks[index].probe != nil || detects(tracks[index].header, highlighter) { return }
        tracks[index].probe = LanguageProbe()
        noteProbe(of: block)
        header.highlighting = .pending
      } else {
        tracks[index].probe = nil
      }
      var before = tracks[index].header
      before.highlighting = tracks[index].shown
      tracks[index].header = header
      tracks[index].shown = tracks[index].highlighting
      header.highlighting = tracks[index].highlighting
      if header != before { edits.append(.code(target, header)) }
    case .text(let target, let text):
      noteProbe(of: block)
      guard let index = coloredIndex(of: block) else { return edits.append(edit) }
      goOn(index, target, text, document, highlighter, &edits)
    case .lines(let target, let keep, var lines):
      noteProbe(of: block)
      if let index = coloredIndex(of: block) {
        if let keep { tracks[index].truncate(to: keep) }
        append(&lines, to: index, highlighter)
      }
      edits.append(.lines(target, keep: keep, lines: lines))
    default:
      edits.append(edit)
    }
  }

  private func color(_ blocks: inout [Block], _ highlighter: Highlighter) {
    for index in blocks.indices {
      emittedBlocks += 1
      if blocks[index].isContainer {
        blocks[index].modifyChildren { color(&$0, highlighter) }
      } else if var code = blocks[index].take(\.code) {
        highlighter.name(&code.header)
        let id = blocks[index].id
        var probe = detects(code.header, highlighter) ? LanguageProbe() : nil
        if probe != nil { highlighter.name(&code, by: &probe) }
        if let old = tracks.lastIndex(where: { $0.id == id }) { forget(old) }
        tracks.append(CodeTrack(id: id, header: code.header))
        tracks[tracks.count - 1].probe = probe
        append(&code.lines, to: tracks.count - 1, highlighter)
        code.highlighting = tracks[tracks.count - 1].highlighting
        tracks[tracks.count - 1].shown = code.highlighting
        blocks[index].content = .code(code)
        // Not kept until all edits are there: of many blocks that come at once each would have a tokenizer.
        if isDone(tracks.count - 1) { forget(tracks.count - 1) }
      }
    }
  }

  // MARK: Languages that are found out

  private func detects(_ header: CodeBlock.Header, _ highlighter: Highlighter) -> Bool {
    detectsLanguages && highlighter.detects(header)
  }

  private func noteProbe(of block: BlockID?) {
    if let index = index(of: block), tracks[index].probe != nil { probed.insert(tracks[index].id) }
  }

  /// Asks the blocks without a label that changed for their language, once all that changed in them is known.
  private func decideLanguages(_ highlighter: Highlighter, _ document: Document, _ edits: inout [Edit]) {
    for index in tracks.indices where probed.contains(tracks[index].id) {
      let track = tracks[index]
      guard var block = document.block(track.id), case .code(var code) = block.content else { continue }
      highlighter.name(&code, by: &tracks[index].probe)
      touched.insert(track.id)
      guard code.language != track.header.language else {
        if code.language == nil { tracks[index].header.highlighting = code.highlighting }
        tracks[index].header.isClosed = code.isClosed
        continue
      }
      track.job?.cancel()
      forgottenLines += track.tokenizedLines
      let probe = tracks[index].probe
      tracks[index] = CodeTrack(id: track.id, header: code.header)
      tracks[index].probe = probe
      tracks[index].shown = track.shown
      append(&code.lines, to: index, highlighter)
      if track.header.language != nil {
        // A closing fence has turned out to be a line of code: what it decided is taken back.
        code.highlighting = tracks[index].highlighting
        tracks[index].shown = code.highlighting
        block.content = .code(code)
        emittedBlocks += 1
        edits.append(.replace(block))
      } else if tracks[index].coloredCount > 0 {
        let runs = code.lines.prefix(tracks[index].coloredCount).map(\.runs)
        edits.append(.recolor(document.target(of: track.id), first: 0, runs: runs))
      }
    }
    probed.removeAll(keepingCapacity: true)
  }

  // MARK: Lines that come

  /// Takes lines that follow the track's, with colours where they can be had at once.
  private func append(_ lines: inout [CodeLine], to index: Int, _ highlighter: Highlighter) {
    guard tracks[index].isColored else { return }
    touched.insert(tracks[index].id)
    for line in lines.indices {
      if let tokenizer = inlineTokenizer(for: lines[line].text, index, highlighter) {
        tracks[index].color(&lines[line], with: tokenizer, scopes: &scopes.table)
      } else if !tracks[index].isColored {
        return
      } else {
        tracks[index].postpone(lines[line])
      }
    }
  }

  /// The last line of the block goes on with text, and lines follow it.
  private func goOn(
    _ index: Int, _ target: Edit.Target, _ text: String, _ document: Document, _ highlighter: Highlighter,
    _ edits: inout [Edit]
  ) {
    touched.insert(tracks[index].id)
    var parts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = parts.removeFirst()
    if !first.isEmpty {
      if let edit = goOn(index, target, first, document, highlighter) { edits.append(edit) }
    }
    guard !parts.isEmpty else { return }
    var lines = parts.map { CodeLine(text: $0) }
    append(&lines, to: index, highlighter)
    edits.append(.lines(target, keep: nil, lines: lines))
  }

  /// The last line with more text, coloured where that can be had at once.
  private func goOn(
    _ index: Int, _ target: Edit.Target, _ added: String, _ document: Document, _ highlighter: Highlighter
  ) -> Edit? {
    let limit = highlighter.limits.lineLength
    if !tracks[index].isLastKnown {
      tracks[index].setLast(plain: textOfLast(tracks[index], without: added.utf8.count, document))
    }
    guard let old = tracks[index].takeLastToTokenize(limit: limit) else {
      return tracks[index].extendLast(with: added, limit: limit, in: target)
    }
    rereadBytes += old.text.utf8.count
    var line = CodeLine(text: old.text + added)
    tracks[index].truncate(to: tracks[index].coloredCount - 1)
    if let tokenizer = inlineTokenizer(for: line.text, index, highlighter) {
      tracks[index].color(&line, with: tokenizer, scopes: &scopes.table)
    } else {
      // It waits for the pool now: what had colours keeps them, the rest is plain.
      line.runs = old.runs.followedByPlain(added.utf8.count)
      tracks[index].postpone(line)
    }
    return line.edit(from: old, in: target)
  }

  private func textOfLast(_ track: CodeTrack, without added: Int, _ document: Document) -> String {
    guard case .code(let code)? = document.block(track.id)?.content,
      code.lines.indices.contains(track.lineCount - 1)
    else { return "" }
    return String(Substring(code.lines[track.lineCount - 1].text.utf8.dropLast(added)))
  }

  // MARK: Tracks

  private func index(of block: BlockID?) -> Int? { tracks.lastIndex { $0.id == block } }

  private func coloredIndex(of block: BlockID?) -> Int? {
    index(of: block).flatMap { tracks[$0].isColored ? $0 : nil }
  }

  private func forgetTracks() {
    var index = 0
    while index < tracks.count - (growing == nil ? Self.keptTracks : 0) {
      if isWaiting(index) || growing?.contains(tracks[index].id) == true { index += 1 } else { forget(index) }
    }
  }

  /// Whether a block is known not to grow, and has all that it may get.
  private func isDone(_ index: Int) -> Bool {
    guard let growing, !isWaiting(index), tracks[index].probe == nil else { return false }
    return !growing.contains(tracks[index].id)
  }

  private func isWaiting(_ index: Int) -> Bool { tracks[index].hasPending || tracks[index].job != nil }

  private func forget(_ index: Int) {
    tracks[index].job?.cancel()
    forgottenLines += tracks[index].tokenizedLines
    tracks.remove(at: index)
  }
}

extension [CodeRun] {
  /// The runs with text behind them that has no colours yet; none where there are none.
  fileprivate func followedByPlain(_ length: Int) -> [CodeRun] {
    guard let last else { return [] }
    var runs = self
    if last.scopes == .empty {
      runs[runs.count - 1].length += UInt32(length)
    } else {
      runs.append(CodeRun(length: length, scopes: .empty))
    }
    return runs
  }
}

extension Edit {
  /// The block of code that the edit names by its identity.
  fileprivate var codeBlock: BlockID? {
    switch self {
    case .text(.block(let id), _), .lines(.block(let id), _, _), .code(.block(let id), _): id
    default: nil
    }
  }

  /// How many blocks stand in it.
  fileprivate var blockCount: Int {
    switch self {
    case .splice(_, _, let blocks), .footnotes(_, let blocks): blocks.reduce(0) { $0 + $1.blockCount }
    case .replace(let block): block.blockCount
    default: 0
    }
  }
}

extension Block {
  fileprivate var blockCount: Int { children.reduce(1) { $0 + $1.blockCount } }
}
