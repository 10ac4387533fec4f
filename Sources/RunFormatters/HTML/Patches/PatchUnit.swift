import StyledRuns

/// The structure of a block in a reader's element: the number and division of its nodes, but not their
/// content.
///
/// A unit is as small as the target of an edit: a container has units for its blocks; code blocks and tables
/// count the nodes of each line or row.
final class PatchUnit {
  /// The way in which a block is divided.
  enum UnitKind {
    /// The block is not divided: it is always rewritten.
    case leaf
    case container
    case code
    case table
    /// The block is inside raw HTML elements that an earlier block opened, and belongs to the unit of that
    /// block.
    case joined
  }

  let id: BlockID
  var kind: UnitKind
  /// The HTML before the first child: start tags, and nodes between them.
  var start: [UInt8] = []
  /// The child indices from the parent to the element with the children.
  var chain: [Int] = []
  /// The nodes in that element before the first child, followed by those of each child, line or row.
  var spans = NodeSpanList()
  /// The units of a container's blocks.
  var children: [PatchUnit] = []
  /// The HTML after the last child, if it adds nodes.
  var foot: [UInt8] = []
  /// The cached nodes of a leaf, or of the last line or row; nil if they are not cached.
  var kept: HTMLFragment?
  /// Whether the block was written as the last block of its container.
  var isLast = false
  /// The number of blocks in the group: this block and those joined to it.
  var groupCount = 1
  /// The end of a long group, which is rewritten without the rest of the group.
  var groupEnd: GroupEnd? {
    get { boxedGroupEnd?.value }
    set { boxedGroupEnd = newValue.map(Box.init) }
  }
  private var boxedGroupEnd: Box<GroupEnd>?
  /// The separate unit of a joined block that does not change the open elements around it.
  var content: PatchUnit?
  /// Whether the last block of the group leaves raw HTML elements open, so that a following block would be
  /// joined.
  var endsOpen = false

  /// The index of the last child that belongs to a group of several blocks.
  var lastGroup: Int?

  // Inputs of the start.
  var direction: TextDirection?
  /// The index of the first child, line or row with a direction.
  var directed: Int?
  var isTask = false
  /// The number of task items in a list.
  var taskCount = 0
  /// The lines of code that are wide.
  var wideLines: Set<Int> = []
  /// The attributes in the info string of code.
  var attributes = CodeAttributes(info: "")
  var isTight = false
  var alert: Alert?
  var hasHeadings = false

  // Changes of the current update.
  var isDirty = false
  /// Whether the unit must be rewritten.
  var isStale = false
  /// The indices of changed children, lines or rows.
  var changed: Set<Int> = []
  /// The number of leading children, lines or rows that are unchanged, except for `changed`. Later ones are
  /// rewritten or new.
  var unchangedCount = 0
  /// Whether the container has new blocks, which have no units yet.
  var hasNewChildren = false

  init(id: BlockID, kind: UnitKind) {
    self.id = id
    self.kind = kind
  }

  /// Records the last group among children that were written from an index on.
  func noteGroups(in units: [PatchUnit], from first: Int) {
    if let last = lastGroup, last >= first { lastGroup = nil }
    if let last = units.lastIndex(where: { $0.kind == .leaf && $0.isInGroup }) { lastGroup = first + last }
  }

  /// Whether the block is written together with others.
  var isInGroup: Bool { kind == .joined || groupCount > 1 || endsOpen }

  /// The number of children, lines or rows that readers have.
  var shownCount: Int { max(0, spans.count - 1) }

  /// The cached nodes of the whole unit; nil if they are not cached.
  var nodes: HTMLFragment? { kind == .leaf ? kept : nil }

  /// Returns the nodes before a child in the parent element.
  func before(_ child: Int) -> NodeSpan { spans.prefix(child + 1) }

  /// Clears the changes after readers received them.
  func clearChanges() {
    isDirty = false
    isStale = false
    changed.removeAll()
    hasNewChildren = false
    unchangedCount = kind == .container ? children.count : shownCount
  }
}

/// A heap-allocated value that few units have, so that the other units stay small.
private final class Box<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension PatchUnit {
  /// The approximate memory of the unit and its descendants in bytes.
  var memoryBytes: Int {
    let arrays = start.count + foot.count + 8 * chain.count + 12 * spans.count + 16 * wideLines.count
    let nodes = (kept.map { [$0] } ?? []) + (groupEnd?.levels ?? [])
    return nodes.reduce(children.reduce(280 + arrays) { $0 + 8 + $1.memoryBytes }) {
      $0 + $1.bytes.count + 20 * $1.nodes.count
    } + (content?.memoryBytes ?? 0)
  }
}
