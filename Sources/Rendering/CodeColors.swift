internal import MarkdownBlocks
internal import StyledRuns

/// Gives the code in a session's edits its languages and colours, at once or by way of the pool.
///
/// One owner. Keeps a track for each code block that may still grow or waits for colours, and forgets the others.
final class CodeColors {
  private let highlighter: Highlighter?
  private let pool: WorkerPool?
  private let budget: RenderSession.InlineBudget

  private(set) var scopes = ScopeTable()
  /// In the order in which their blocks were met.
  private var tracks: [CodeTrack] = []
  private var touched: Set<BlockID> = []
  private var linesLeft = 0
  private var bytesLeft = 0

  private(set) var emittedBlocks = 0
  private var forgottenLines = 0

  var onReady: (@Sendable () -> Void)?

  /// A block that is closed on trial may be open again with the next byte, so the newest few are kept.
  private static let keptTracks = 4

  init(highlighter: Highlighter?, pool: WorkerPool?, budget: RenderSession.InlineBudget) {
    self.highlighter = highlighter
    self.pool = pool
    self.budget = budget
  }

  deinit {
    for track in tracks { track.job?.cancel() }
  }

  var isWaiting: Bool { tracks.contains { $0.hasPending } }
  var tokenizedLines: Int { forgottenLines + tracks.reduce(0) { $0 + $1.tokenizedLines } }

  /// The edits with colours, behind those that bring colours for lines that are there already.
  func color(_ plain: [Edit]) -> [Edit] {
    guard let highlighter else { return plain }
    linesLeft = budget.lines
    bytesLeft = budget.bytes
    var edits: [Edit] = []
    for index in tracks.indices {
      let before = tracks[index].header.highlighting
      if let (first, runs) = tracks[index].collect(scopes: &scopes) {
        edits.append(.recolor(tracks[index].id, first: first, runs: runs))
        touched.insert(tracks[index].id)
      } else if tracks[index].header.highlighting != before {
        touched.insert(tracks[index].id)
      }
    }
    for edit in plain { color(edit, highlighter, &edits) }
    for index in tracks.indices where touched.contains(tracks[index].id) {
      let highlighting = tracks[index].highlighting
      if highlighting != tracks[index].shown {
        tracks[index].shown = highlighting
        var header = tracks[index].header
        header.highlighting = highlighting
        edits.append(.code(tracks[index].id, header))
      }
    }
    touched.removeAll(keepingCapacity: true)
    submitJobs(highlighter)
    forgetTracks()
    return edits
  }

  private func color(_ edit: Edit, _ highlighter: Highlighter, _ edits: inout [Edit]) {
    switch edit {
    case .splice(let parent, let keep, var blocks):
      color(&blocks, highlighter)
      edits.append(.splice(parent: parent, keep: keep, blocks: blocks))
    case .footnotes(let keep, var blocks):
      color(&blocks, highlighter)
      edits.append(.footnotes(keep: keep, blocks: blocks))
    case .replace(let block):
      var blocks = [block]
      color(&blocks, highlighter)
      edits.append(.replace(blocks[0]))
    case .code(let id, var header):
      highlighter.name(&header)
      if let index = index(of: id) {
        tracks[index].header = header
        tracks[index].shown = tracks[index].highlighting
        header.highlighting = tracks[index].highlighting
      }
      edits.append(.code(id, header))
    case .lines(let id, let keep, var lines):
      if let index = index(of: id) {
        touched.insert(id)
        tracks[index].truncate(to: keep)
        append(&lines, to: index, highlighter)
      }
      edits.append(.lines(id, keep: keep, lines: lines))
    case .lastLine(let id, let bytes, let runs, let tail):
      edits.append(color(lastLineOf: id, bytes: bytes, runs: runs, tail: tail, highlighter))
    default:
      edits.append(edit)
    }
  }

  private func color(_ blocks: inout [Block], _ highlighter: Highlighter) {
    for index in blocks.indices {
      emittedBlocks += 1
      if blocks[index].isContainer {
        blocks[index].modifyChildren { color(&$0, highlighter) }
      } else if case .code = blocks[index].content, case .code(var code) = blocks[index].takeContent() {
        highlighter.name(&code.header)
        if let old = self.index(of: blocks[index].id) { forget(old) }
        tracks.append(CodeTrack(id: blocks[index].id, header: code.header))
        append(&code.lines, to: tracks.count - 1, highlighter)
        code.highlighting = tracks[tracks.count - 1].highlighting
        tracks[tracks.count - 1].shown = code.highlighting
        blocks[index].content = .code(code)
      }
    }
  }

  /// Takes lines that follow the track's, with colours where they can be had at once.
  private func append(_ lines: inout [CodeLine], to index: Int, _ highlighter: Highlighter) {
    guard let language = tracks[index].header.language, tracks[index].header.highlighting != .none else {
      return
    }
    if isInline(lines, tracks[index], highlighter) {
      if tracks[index].tokenizer == nil {
        tracks[index].tokenizer = highlighter.tokenizer(forLanguage: language)
      }
      guard let tokenizer = tracks[index].tokenizer else {
        tracks[index].header.highlighting = .none
        return
      }
      for line in lines.indices { tracks[index].color(&lines[line], with: tokenizer, scopes: &scopes) }
    } else {
      for line in lines { tracks[index].postpone(line.text) }
    }
  }

  private func isInline(_ lines: [CodeLine], _ track: CodeTrack, _ highlighter: Highlighter) -> Bool {
    guard pool != nil else { return true }
    guard !track.hasPending, track.job == nil, let language = track.header.language,
      highlighter.isLoaded(language: language)
    else { return false }
    linesLeft -= lines.count
    bytesLeft -= lines.reduce(0) { $0 + $1.text.utf8.count }
    return linesLeft >= 0 && bytesLeft >= 0
  }

  private func color(
    lastLineOf id: BlockID, bytes: Int, runs: Int, tail: CodeLine, _ highlighter: Highlighter
  ) -> Edit {
    let plain = Edit.lastLine(id, bytes: bytes, runs: runs, tail: tail)
    guard let index = index(of: id), tracks[index].header.language != nil,
      tracks[index].header.highlighting != .none
    else { return plain }
    touched.insert(id)
    if let text = tracks[index].pendingTexts.last {
      tracks[index].replaceLastPending(with: Self.text(text, keeping: bytes, then: tail.text))
      return plain
    }
    guard let last = tracks[index].last else { return plain }
    var lines = [CodeLine(text: Self.text(last.text, keeping: bytes, then: tail.text))]
    tracks[index].truncate(to: tracks[index].coloredCount - 1)
    append(&lines, to: index, highlighter)
    if lines[0].runs.isEmpty, !last.runs.isEmpty {
      // It waits for the pool now. What had colours keeps them: the last run is stretched over the new text.
      lines[0].runs = last.runs
      lines[0].runs.stretch(to: lines[0].text.utf8.count)
    }
    return lines[0].edit(from: last, in: id) ?? .lines(id, keep: tracks[index].lineCount - 1, lines: lines)
  }

  private static func text(_ text: String, keeping bytes: Int, then tail: String) -> String {
    String(text[..<text.utf8.index(text.startIndex, offsetBy: bytes)]) + tail
  }

  private func submitJobs(_ highlighter: Highlighter) {
    guard let pool else { return }
    for index in tracks.indices where tracks[index].hasPending && tracks[index].job == nil {
      guard let language = tracks[index].header.language else { continue }
      let job = HighlightJob(
        texts: tracks[index].pendingTexts, from: tracks[index].states[tracks[index].states.count - 1],
        tokenizer: tracks[index].tokenizer,
        makeTokenizer: { highlighter.tokenizer(forLanguage: language) })
      let onReady = onReady
      // A full queue is no loss: the lines are plain, and the next update tries again.
      guard
        pool.submit({
          job.run()
          onReady?()
        })
      else { return }
      tracks[index].didSubmit(job)
    }
  }

  private func index(of id: BlockID) -> Int? { tracks.lastIndex { $0.id == id } }

  private func forgetTracks() {
    var index = 0
    while index < tracks.count - Self.keptTracks {
      if tracks[index].hasPending || tracks[index].job != nil {
        index += 1
      } else {
        forget(index)
      }
    }
  }

  private func forget(_ index: Int) {
    tracks[index].job?.cancel()
    forgottenLines += tracks[index].tokenizedLines
    tracks.remove(at: index)
  }
}

extension [CodeRun] {
  /// Makes the lengths add up to `length`: runs behind it go, the last one grows or shrinks.
  fileprivate mutating func stretch(to length: Int) {
    var sum = reduce(0) { $0 + Int($1.length) }
    while sum > length, let last {
      sum -= Int(last.length)
      removeLast()
    }
    if sum < length, let last = indices.last { self[last].length += UInt32(length - sum) }
  }
}
