/// The difference between two lines on a terminal: a few ranges of cells to write. All other cells stay.
///
/// ```
/// shown:  │ one │ 1 │          patch: at column 5 insert two columns, write "ty"
/// wanted: │ onety │ 1 │
/// ```
struct LinePatch {
  /// A range of cells that replaces another range.
  struct CellChange {
    var old: Range<Int>
    var new: Range<Int>
  }

  private(set) var changes: [CellChange] = []
  /// The approximate number of bytes of the patch, including cursor movement.
  private(set) var cost = 0
  /// Whether the patch writes the whole line.
  private(set) var isRewrite = false

  /// The number of equal cells between two changes up to which they are written again, because skipping them
  /// costs as much.
  private static let shortestGap = 8
  /// The maximum number of pairs of cells to compare in the search for several changes.
  private static let comparisons = 1 << 14

  /// Creates the patch from `old` to `new`. O(cells), or O(``comparisons``) if several ranges have changed.
  init(from old: TerminalLine, to new: TerminalLine) {
    if old.bytes == new.bytes { return }
    let isAddressable = old.isAddressable && new.isAddressable
    let limit = min(old.addressableCells, new.addressableCells)
    var start = 0
    while start < limit, old.isSame(start, as: start, of: new) { start += 1 }
    var (oldEnd, newEnd) = (old.cells.count, new.cells.count)
    if isAddressable {
      while oldEnd > start, newEnd > start, old.isSame(oldEnd - 1, as: newEnd - 1, of: new) {
        oldEnd -= 1
        newEnd -= 1
      }
      if (oldEnd - start) * (newEnd - start) <= Self.comparisons {
        findChanges(old, start..<oldEnd, new, start..<newEnd)
      } else {
        changes = [CellChange(old: start..<oldEnd, new: start..<newEnd)]
      }
    } else {
      changes = [CellChange(old: start..<oldEnd, new: start..<newEnd)]
    }
    changes.removeAll { $0.old.isEmpty && $0.new.isEmpty }
    for change in changes { cost += Self.cost(of: change, old, new) }
    if cost >= new.bytes.count + 4 {
      changes = []
      isRewrite = true
      cost = new.bytes.count + 4
    }
  }

  /// Creates the patch that writes `new` completely.
  init(rewriting new: TerminalLine) {
    isRewrite = true
    cost = new.bytes.count + 4
  }

  /// Returns the changes from left to right, in an order that keeps the line within `columns`. A terminal
  /// drops cells that an insertion pushes beyond its edge.
  func changes(from old: TerminalLine, to new: TerminalLine, within columns: Int) -> [CellChange] {
    var width = old.width
    for change in changes {
      width += new.columns(of: change.new) - old.columns(of: change.old)
      if width > columns, let first = changes.first, let last = changes.last {
        return [
          CellChange(
            old: first.old.lowerBound..<last.old.upperBound, new: first.new.lowerBound..<last.new.upperBound)
        ]
      }
    }
    return changes
  }

  private static func cost(of change: CellChange, _ old: TerminalLine, _ new: TerminalLine) -> Int {
    let differs = old.columns(of: change.old) != new.columns(of: change.new)
    let isLast = change.old.upperBound == old.cells.count
    return 5 + new.cost(of: change.new) + (differs && !isLast ? 4 : 0)
  }

  /// Finds the changes between two ranges with their longest common subsequence.
  private mutating func findChanges(
    _ old: TerminalLine, _ oldCells: Range<Int>, _ new: TerminalLine, _ newCells: Range<Int>
  ) {
    guard !oldCells.isEmpty, !newCells.isEmpty else {
      changes = [CellChange(old: oldCells, new: newCells)]
      return
    }
    // lengths[i][j] is the length of the longest common subsequence after i and j.
    let columns = newCells.count + 1
    var lengths = [UInt16](repeating: 0, count: (oldCells.count + 1) * columns)
    for i in (0..<oldCells.count).reversed() {
      for j in (0..<newCells.count).reversed() {
        let isSame = old.isSame(oldCells.lowerBound + i, as: newCells.lowerBound + j, of: new)
        lengths[i * columns + j] =
          isSame
          ? lengths[(i + 1) * columns + j + 1] + 1
          : max(lengths[(i + 1) * columns + j], lengths[i * columns + j + 1])
      }
    }
    var (i, j) = (0, 0)
    var (oldStart, newStart) = (0, 0)
    func close(at i: Int, _ j: Int, _ changes: inout [CellChange]) {
      let change = CellChange(
        old: (oldCells.lowerBound + oldStart)..<(oldCells.lowerBound + i),
        new: (newCells.lowerBound + newStart)..<(newCells.lowerBound + j))
      guard !change.old.isEmpty || !change.new.isEmpty else { return }
      if let last = changes.last {
        let gap = last.new.upperBound..<change.new.lowerBound
        if new.cost(of: gap) < Self.shortestGap {
          changes[changes.count - 1] = CellChange(
            old: last.old.lowerBound..<change.old.upperBound, new: last.new.lowerBound..<change.new.upperBound
          )
          return
        }
      }
      changes.append(change)
    }
    while i < oldCells.count, j < newCells.count {
      if old.isSame(oldCells.lowerBound + i, as: newCells.lowerBound + j, of: new) {
        close(at: i, j, &changes)
        (i, j) = (i + 1, j + 1)
        (oldStart, newStart) = (i, j)
      } else if lengths[(i + 1) * columns + j] >= lengths[i * columns + j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    close(at: oldCells.count, newCells.count, &changes)
  }
}
