import StyledRuns

/// A block of a document as a reader's element shows it: how many nodes it has and how they are divided, not what they hold.
///
/// A unit is as small as what one edit changes: a container has units for its blocks, code and tables count the nodes of
/// each line and row.
final class PatchUnit {
  /// The way in which a block is divided.
  enum Kind {
    /// Into nothing: it is written whole.
    case leaf
    case container
    case code
    case table
    /// The block stands among elements of raw HTML that an earlier block opened, and is written with that one.
    case joined
  }

  let id: BlockID
  var kind: Kind
  /// The HTML before the first child: tags that stay open, and what stands between them.
  var start: [UInt8] = []
  /// The indices that lead from the parent to the element that holds the children.
  var chain: [Int] = []
  /// The nodes in that element before the first child, then those of each child, line or row.
  var spans = NodeSpanList()
  /// The units of a container's blocks.
  var children: [PatchUnit] = []
  /// The HTML after the last child, where it adds nodes.
  var foot: [UInt8] = []
  /// The nodes of a leaf, or of the last line or row; nil if they have been forgotten.
  var kept: HTMLFragment?
  /// Whether it was written as the last block of its container.
  var isLast = false
  /// The number of blocks that are written together, this one and those that are joined to it.
  var groupCount = 1
  /// The end of a group that has become long, which is written without the rest.
  var groupEnd: GroupEnd? {
    get { boxedGroupEnd?.value }
    set { boxedGroupEnd = newValue.map(Box.init) }
  }
  private var boxedGroupEnd: Box<GroupEnd>?
  /// The unit of a joined block that changes nothing of what is open around it, and is written like any other.
  var content: PatchUnit?
  /// Whether the last block of the group leaves elements of raw HTML open: a block after it would be joined.
  var endsOpen = false

  /// The index of the last child that is written with others.
  var lastGroup: Int?

  // What the start depends on.
  var direction: TextDirection?
  /// The index of the first child, line or row that has a direction.
  var directed: Int?
  var isTask = false
  /// The number of task items in a list.
  var taskCount = 0
  /// The lines of code that are wide.
  var wideLines: Set<Int> = []
  var info = ""
  var isTight = false
  var alert: Alert?
  var hasHeadings = false

  // What an update changed.
  var isDirty = false
  /// Whether nothing of it can stay.
  var isStale = false
  /// Children, lines or rows that changed.
  var changed: Set<Int> = []
  /// The number of children, lines or rows that the update left as they are, but for `changed`; those after
  /// them are new.
  var unchangedCount = 0
  /// Whether blocks were added to the container, which have no units yet.
  var hasNewChildren = false

  init(id: BlockID, kind: Kind) {
    self.id = id
    self.kind = kind
  }

  /// Notes the last group among children that were written from an index on.
  func noteGroups(in units: [PatchUnit], from first: Int) {
    if let last = lastGroup, last >= first { lastGroup = nil }
    if let last = units.lastIndex(where: { $0.kind == .leaf && $0.isInGroup }) { lastGroup = first + last }
  }

  /// Whether the block is written together with others.
  var isInGroup: Bool { kind == .joined || groupCount > 1 || endsOpen }

  /// The number of children, lines or rows that readers see.
  var shownCount: Int { max(0, spans.count - 1) }

  /// All nodes of the unit, where they are known.
  var nodes: HTMLFragment? { kind == .leaf ? kept : nil }

  /// Returns the nodes before a child in the element that holds it.
  func before(_ child: Int) -> NodeSpan { spans.prefix(child + 1) }

  /// Says that all is as readers see it.
  func settle() {
    isDirty = false
    isStale = false
    changed.removeAll()
    hasNewChildren = false
    unchangedCount = kind == .container ? children.count : shownCount
  }
}

/// A value that few units have, kept elsewhere so that the others are small.
private final class Box<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension PatchUnit {
  /// About the bytes of memory that the unit takes, with those in it.
  var memoryBytes: Int {
    let arrays = start.count + foot.count + 8 * chain.count + 12 * spans.count + 16 * wideLines.count
    let nodes = (kept.map { [$0] } ?? []) + (groupEnd?.levels ?? [])
    return nodes.reduce(children.reduce(280 + arrays) { $0 + 8 + $1.memoryBytes }) {
      $0 + $1.bytes.count + 20 * $1.nodes.count
    } + (content?.memoryBytes ?? 0)
  }
}
