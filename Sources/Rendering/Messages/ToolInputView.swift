internal import MessageStreams
internal import StyledRuns

/// Renders the input of one tool call while it arrives: JSON goes in, fields and a document with the longer
/// values come out. Not thread-safe.
final class ToolInputView {
  let kind: ToolKind
  private let highlighter: Highlighter?
  private let highlighting: CodeHighlighting
  private let tree = JSONTree()
  /// The input so far, in case it is not JSON.
  private var input: [UInt8] = []
  private var shown: [ShownSection] = []
  private(set) var fields: [ToolField] = []
  private var lengths: [Int: CountedLength] = [:]
  private var sequence = 0
  private var isEnded = false
  private var sentFinal = false
  /// The number of sections that the client knows to be finished.
  private var finished = 0

  /// The state in which a section was last sent.
  private struct ShownSection {
    var key: InputMember
    var code: CodeSection
    /// Whether the new text of a diff has begun, and whether the final diff was sent.
    var hasNew = false
    var isFinal = false
    var oldCount = 0
    var tasks: [TaskList.TaskItem] = []
  }

  /// The identity of a section. A section with another key replaces the one that was sent.
  private enum InputMember: Hashable {
    case code(Int, String)
    case diff(Int, String)
    case tasks(Int)
    case raw(String)
  }

  init(
    kind: ToolKind, highlighter: Highlighter?, pool: WorkerPool?, budget: RenderSession.InlineBudget,
    scopes: SharedScopes
  ) {
    self.kind = kind
    self.highlighter = highlighter
    highlighting = CodeHighlighting(highlighter: highlighter, pool: pool, budget: budget, scopes: scopes)
  }

  var onHighlights: (@Sendable () -> Void)? {
    get { highlighting.onReady }
    set { highlighting.onReady = newValue }
  }

  var isWaitingForHighlights: Bool { highlighting.isWaiting }
  var isBackpressured: Bool { highlighting.isBackpressured }
  var tokenizedLines: Int { highlighting.tokenizedLines }

  /// The input if it is a JSON object; nil otherwise.
  var root: JSONValue? { isRaw ? nil : tree.root }

  private var isRaw: Bool { tree.isBroken || tree.root.map { $0.kind != .object } ?? isEnded }

  func append(_ json: String) {
    var json = json
    json.withUTF8 {
      input.append(contentsOf: $0)
      tree.append($0)
    }
  }

  /// Marks the input as complete.
  func finish() {
    isEnded = true
    tree.finish()
  }

  /// Returns the changes since the last call: the fields from an index on, and an update of the document.
  func update() -> (fields: (keep: Int, fields: [ToolField])?, document: Update?) {
    var edits: [Edit] = []
    var newFields: [ToolField] = []
    if let root {
      let plan = ToolInputPlan(root, kind: kind, languages: highlighter?.languages)
      newFields = plan.fields(of: root, lengths: &lengths)
      show(plan.sections, &edits)
    } else if isRaw, !input.allSatisfy({ $0 <= 0x20 }) {
      let isPatch = kind == .patch || input.starts(with: "*** Begin Patch".utf8)
      show([.raw(info: isPatch ? "diff" : "plain")], &edits)
    }
    let keep = zip(fields, newFields).prefix { $0 == $1 }.count
    let hasNewFields = keep < fields.count || keep < newFields.count
    fields = newFields
    let document = send(edits)
    return (hasNewFields ? (keep, Array(newFields[keep...])) : nil, document)
  }

  func takeHighlights() -> Update? { send([]) }

  private func send(_ edits: [Edit]) -> Update? {
    let highlighted = highlighting.highlight(edits)
    let becomesFinal = isEnded && !sentFinal && !shown.isEmpty
    guard !highlighted.isEmpty || becomesFinal else { return nil }
    if isEnded { sentFinal = true }
    sequence += 1
    let open = max(0, shown.count - 1)
    let isNews = !isEnded && open != finished
    finished = open
    return Update(sequence: sequence, edits: highlighted, finished: isNews ? [open] : nil, isFinal: isEnded)
  }

  // MARK: Sections

  private func show(_ sections: [ToolInputPlan.Section], _ edits: inout [Edit]) {
    for (index, section) in sections.enumerated() {
      let key = Self.key(of: section)
      if index >= shown.count || shown[index].key != key {
        begin(section, key, at: index, &edits)
      } else {
        grow(section, at: index, &edits)
      }
    }
    if shown.count > sections.count {
      shown.removeSubrange(sections.count...)
      edits.append(.splice(nil, keep: sections.count, blocks: []))
    }
  }

  private static func key(of section: ToolInputPlan.Section) -> InputMember {
    switch section {
    case .code(let value, let info): .code(value.source.lowerBound, info)
    case .diff(let old, let new, let info): .diff((old ?? new)?.source.lowerBound ?? 0, info)
    case .tasks(let list): .tasks(list.source.lowerBound)
    case .raw(let info): .raw(info)
    }
  }

  /// Replaces the sections from `index` on with a new section.
  private func begin(
    _ section: ToolInputPlan.Section, _ key: InputMember, at index: Int, _ edits: inout [Edit]
  ) {
    shown.removeSubrange(index...)
    switch section {
    case .code(_, let info), .raw(let info):
      shown.append(ShownSection(key: key, code: CodeSection(index: index, info: info)))
    case .diff(_, _, let info):
      shown.append(ShownSection(key: key, code: CodeSection(index: index, info: info + " noLineNumbers")))
    case .tasks:
      shown.append(ShownSection(key: key, code: CodeSection(index: index, info: "")))
      edits.append(.splice(nil, keep: index, blocks: [TaskList.block([], index: index)]))
      return grow(section, at: index, &edits)
    }
    edits.append(.splice(nil, keep: index, blocks: [shown[index].code.emptyBlock]))
    grow(section, at: index, &edits)
  }

  private func grow(_ section: ToolInputPlan.Section, at index: Int, _ edits: inout [Edit]) {
    switch section {
    case .code(let value, _): shown[index].code.take(value.bytes, isClosed: value.isClosed, &edits)
    case .raw: shown[index].code.take(input[...], isClosed: isEnded, &edits)
    case .diff(let old, let new, let info): growDiff(old: old, new: new, info, at: index, &edits)
    case .tasks(let list):
      let items = TaskList.items(of: list)
      guard items != shown[index].tasks else { return }
      shown[index].tasks = items
      edits.append(.replace(TaskList.block(items, index: index)))
    }
  }

  /// Shows the old text as deleted lines and the new text as inserted lines. Once both are complete, shows
  /// their difference.
  private func growDiff(
    old: JSONValue?, new: JSONValue?, _ info: String, at index: Int, _ edits: inout [Edit]
  ) {
    guard !shown[index].isFinal else { return }
    let isComplete = (old?.isClosed ?? isEnded) && (new?.isClosed ?? isEnded)
    if isComplete {
      let diff = Self.difference(old, new)
      shown[index].isFinal = true
      let marked = DiffMarks.info(info, diff.map(\.change))
      let lines = diff.map { CodeLine(text: String($0.text)) }
      edits.append(.replace(CodeSection.block(index: index, info: marked, isClosed: true, lines: lines)))
      return
    }
    if let old, !shown[index].hasNew {
      shown[index].code.take(old.bytes, isClosed: old.isClosed, &edits)
      shown[index].oldCount = shown[index].code.count
    }
    if let new {
      if !shown[index].hasNew {
        shown[index].hasNew = true
        shown[index].code.beginText()
      }
      shown[index].code.take(new.bytes, isClosed: new.isClosed, &edits)
    }
    let inserted = shown[index].code.count - shown[index].oldCount
    let marked = DiffMarks.info(info, deleted: shown[index].oldCount, inserted: inserted)
    shown[index].code.set(info: marked, &edits)
  }

  private static func difference(_ old: JSONValue?, _ new: JSONValue?) -> [(
    change: LineDiff.DiffOperation, text: Substring
  )] {
    let diff = LineDiff.lines(from: lines(of: old), to: lines(of: new))
    return DiffMarks.canMark(diff.map(\.change)) ? diff : inSequence(old, new)
  }

  private static func inSequence(_ old: JSONValue?, _ new: JSONValue?) -> [(
    change: LineDiff.DiffOperation, text: Substring
  )] {
    lines(of: old).map { (.deleted, $0) } + lines(of: new).map { (.inserted, $0) }
  }

  /// Returns the numbers of lines that the input's edits insert and delete; nil until the input is complete.
  static func counts(of root: JSONValue, kind: ToolKind) -> (inserted: Int, deleted: Int)? {
    let plan = ToolInputPlan(root, kind: kind, languages: nil)
    var counts = (inserted: 0, deleted: 0)
    for case .diff(let old, let new, _) in plan.sections {
      for line in LineDiff.lines(from: lines(of: old), to: lines(of: new)) {
        if line.change == .inserted { counts.inserted += 1 }
        if line.change == .deleted { counts.deleted += 1 }
      }
    }
    return counts == (0, 0) ? nil : counts
  }

  static func lines(of value: JSONValue?) -> [Substring] {
    guard var text = value?.string, !text.isEmpty else { return [] }
    // Split lines as `CodeSection` does: a line feed ends a line, with or without a carriage return before
    // it.
    if text.utf8.contains(0x0D) {
      var bytes = Array(text.utf8)
      if bytes.last == 0x0D { bytes.removeLast() }
      var kept: [UInt8] = []
      for (index, byte) in bytes.enumerated()
      where byte != 0x0D || index + 1 >= bytes.count || bytes[index + 1] != 0x0A { kept.append(byte) }
      text = String(decoding: kept, as: UTF8.self)
    }
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}

/// Info strings that mark inserted and deleted lines of a code block.
enum DiffMarks {
  /// The number of ranges that are read from an info string. Further ranges have no effect.
  private static let maximumRanges = 96

  static func canMark(_ changes: [LineDiff.DiffOperation]) -> Bool {
    var ranges = 0
    var previous = LineDiff.DiffOperation.kept
    for change in changes {
      if change != .kept, change != previous { ranges += 1 }
      previous = change
    }
    return ranges <= maximumRanges
  }

  static func info(_ info: String, deleted: Int, inserted: Int) -> String {
    var text = info + " noLineNumbers"
    if deleted > 0 { text += " del=1-\(deleted)" }
    if inserted > 0 { text += " ins=\(deleted + 1)-\(deleted + inserted)" }
    return text
  }

  static func info(_ info: String, _ changes: [LineDiff.DiffOperation]) -> String {
    var deleted: [String] = []
    var inserted: [String] = []
    var start = 0
    while start < changes.count {
      var end = start
      while end + 1 < changes.count, changes[end + 1] == changes[start] { end += 1 }
      if changes[start] == .deleted { deleted.append("\(start + 1)-\(end + 1)") }
      if changes[start] == .inserted { inserted.append("\(start + 1)-\(end + 1)") }
      start = end + 1
    }
    var text = info + " noLineNumbers"
    if !deleted.isEmpty { text += " del=" + deleted.joined(separator: ",") }
    if !inserted.isEmpty { text += " ins=" + inserted.joined(separator: ",") }
    return text
  }
}

extension DiffMarks {
  /// The inserted and deleted lines that an info string marks.
  struct DiffSides {
    private var ranges: [(lines: ClosedRange<Int>, side: ChangedWords.ChangeSide)] = []

    /// Reads an info string of ``DiffMarks``; returns nil if it does not mark lines of both sides.
    init?(info: String) {
      guard info.utf8.contains(UInt8(ascii: "=")) else { return nil }
      var sides: Set<ChangedWords.ChangeSide> = []
      for word in info.split(separator: " ") {
        let side: ChangedWords.ChangeSide
        if word.hasPrefix("del=") {
          side = .deleted
        } else if word.hasPrefix("ins=") {
          side = .inserted
        } else {
          continue
        }
        sides.insert(side)
        for range in word.dropFirst(4).split(separator: ",").prefix(maximumRanges) {
          let ends = range.split(separator: "-").compactMap { Int($0) }
          guard ends.count == 2, ends[0] <= ends[1] else { continue }
          ranges.append((ends[0]...ends[1], side))
        }
      }
      guard sides.count == 2 else { return nil }
    }

    /// The side of a line by its index; nil for an unchanged one.
    subscript(index: Int) -> ChangedWords.ChangeSide? {
      ranges.first { $0.lines.contains(index + 1) }?.side
    }
  }
}

/// A to-do list, shown as a task list.
enum TaskList {
  struct TaskItem: Hashable {
    var text: String
    var isDone: Bool
    var isActive: Bool
  }

  private static let maximumItems = 200

  static func items(of list: JSONValue) -> [TaskItem] {
    var items: [TaskItem] = []
    for value in list.children.prefix(maximumItems) {
      let named = value.member(.taskText)
      let text = value.kind == .string ? start(of: value) : named.map { start(of: $0) }
      guard let text, !text.isEmpty else { continue }
      let status = value["status"].flatMap { $0.isClosed ? $0.string : nil } ?? ""
      let isDone = ["completed", "complete", "done"].contains(status) || value["done"]?.bool == true
      items.append(
        TaskItem(
          text: text, isDone: isDone, isActive: ["in_progress", "active", "inProgress"].contains(status)))
    }
    return items
  }

  /// Returns the start of a task's text. A task is a line or two; longer text is truncated.
  private static func start(of value: JSONValue) -> String {
    var bytes: ArraySlice<UInt8> = value.kind == .string ? value.bytes.prefix(500) : []
    if bytes.count < value.bytes.count {
      // Do not cut inside a character.
      while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
      if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
    }
    return String(decoding: bytes, as: UTF8.self) + (bytes.count < value.bytes.count ? "\u{2026}" : "")
  }

  static func block(_ items: [TaskItem], index: Int) -> Block {
    let blocks = items.enumerated().map { number, item in
      var inlines = Inlines(plain: item.text)
      if item.isActive {
        inlines.spans = [InlineSpan(kind: .strong)]
        inlines.runs[0].span = 0
      } else if item.isDone {
        inlines.spans = [InlineSpan(kind: .strikethrough)]
        inlines.runs[0].span = 0
      }
      let paragraph = Block(
        id: BlockID(offset: index, depth: 2 * number + 2), source: index..<index + 1,
        content: .paragraph(inlines))
      return Block(
        id: BlockID(offset: index, depth: 2 * number + 1), source: index..<index + 1,
        content: .listItem(ListItem(task: item.isDone, blocks: [paragraph])))
    }
    return Block(
      id: BlockID(offset: index, depth: 0), source: index..<index + 1,
      content: .list(List(marker: .bullet("-"), isTight: true, items: blocks)))
  }
}
