/// Writes the sequences that move the cursor between the lines of a tail and change them.
///
/// Rows are counted from the first line of the tail on the screen. Between frames the cursor is at the start
/// of the row below the last line.
struct TailPainting: ~Copyable {
  private var out = ByteSink(capacity: 256)
  private var pen = ANSIPen()
  private var row: Int
  /// The cursor's column. Nil if typed keys may have moved the cursor, or if a line was filled to its edge.
  private var column: Int?
  private let columns: Int
  /// Whether existing content is overwritten, moved or deleted. Intermediate states of such a frame must not
  /// be visible.
  private var disturbs = false

  /// The number of rows above the lowest possible row of the cursor.
  private let height: Int

  init(row: Int, columns: Int, rows: Int) {
    self.row = row
    self.columns = columns
    height = rows - 1
  }

  /// Returns the bytes of the frame. They use synchronized output unless the frame only adds content.
  consuming func finish() -> [UInt8] {
    disturbs ? Array("\u{1B}[?2026h".utf8) + out.bytes + Array("\u{1B}[?2026l".utf8) : out.bytes
  }

  /// Executes a plan, and leaves the cursor below the last line.
  ///
  /// - Precondition: If there are more lines than rows, all insertions above existing lines are at the top.
  mutating func carryOut(_ plan: TailPlan, from shown: [TerminalLine], to lines: [TerminalLine]) {
    var top = 0
    if lines.count > height, plan.insertsAbove {
      top = plan.linesOnTop ?? 0
      delete(plan.steps)
      scrollOut(lines[..<top], above: plan.steps.filter(\.isPatch).count)
    } else {
      if plan.insertsAbove, lines.count > shown.count { makeRoom(to: lines.count, below: shown.count) }
      delete(plan.steps)
    }
    write(plan.steps, from: shown, to: lines, top: top)
    move(to: lines.count - top)
    if column != 0 { moveToColumn(0) }
  }

  /// Deletes the lines that the plan removes.
  private mutating func delete(_ steps: [TailPlan.PlanStep]) {
    var row = 0
    var going = 0
    func take(_ painting: inout TailPainting) {
      guard going > 0 else { return }
      painting.move(to: row)
      painting.lineControl(going, "M")
      painting.disturbs = true
      going = 0
    }
    for step in steps {
      switch step {
      case .patch:
        take(&self)
        row += 1
      case .delete: going += 1
      case .insert: break
      }
    }
    take(&self)
  }

  /// Moves down or scrolls until the tail has space for `count` lines. The cursor must be below the last of
  /// `shown` lines.
  private mutating func makeRoom(to count: Int, below shown: Int) {
    move(to: shown)
    for _ in 0..<max(0, count - shown) { lineFeed() }
  }

  /// Writes lines above the `shown` ones, and scrolls them off the screen.
  private mutating func scrollOut(_ lines: ArraySlice<TerminalLine>, above shown: Int) {
    // The tail is at the top of the screen now.
    makeRoom(to: height, below: shown)
    var rest = lines
    let room = height + 1 - shown
    while !rest.isEmpty {
      let part = rest.prefix(room)
      rest = rest.dropFirst(part.count)
      move(to: 0)
      lineControl(part.count, "L")
      disturbs = true
      for line in part {
        write(line)
        lineFeed()
      }
      move(to: height)
      for _ in part { lineFeed() }
      row = height
    }
  }

  private mutating func write(
    _ steps: [TailPlan.PlanStep], from shown: [TerminalLine], to lines: [TerminalLine], top: Int
  ) {
    let last = steps.lastIndex(where: \.isPatch) ?? -1
    var shownIndex = 0
    var inserted = 0
    var isFirst = true
    for (index, step) in steps.enumerated() {
      switch step {
      case .patch(let line, let patch):
        apply(patch, row: line - top, from: shown[shownIndex], to: lines[line])
        shownIndex += 1
      case .delete: shownIndex += 1
      case .insert(let line) where line < top: break
      case .insert(let line) where index < last:
        if inserted == 0 {
          inserted = steps[index...].prefix(while: \.isInsert).count
          move(to: line - top)
          lineControl(inserted, "L")
          disturbs = true
        }
        inserted -= 1
        move(to: line - top)
        write(lines[line])
      case .insert(let line):
        move(to: line - top)
        // Keys may have been typed at the cursor.
        if column != 0 { moveToColumn(0) }
        if isFirst { out.append("\u{1B}[K") }
        isFirst = false
        write(lines[line])
        lineFeed()
      }
    }
  }

  /// Writes a line. The cursor must be at its start.
  private mutating func write(_ line: TerminalLine) {
    if column != 0 { moveToColumn(0) }
    line.bytes.withUnsafeBufferPointer { out.append($0) }
    column = nil
  }

  private mutating func apply(_ patch: LinePatch, row: Int, from old: TerminalLine, to new: TerminalLine) {
    if patch.isRewrite {
      move(to: row)
      write(new)
      if new.width < columns, old.width > new.width || !old.isAddressable || !new.isAddressable {
        out.append("\u{1B}[K")
      }
      disturbs = true
      return
    }
    for change in patch.changes(from: old, to: new, within: columns) {
      move(to: row)
      moveToColumn(new.columns(of: 0..<change.new.lowerBound))
      let isLast = change.old.upperBound == old.cells.count
      let growth = new.columns(of: change.new) - old.columns(of: change.old)
      if !change.old.isEmpty || !isLast { disturbs = true }
      if !isLast, growth > 0 { control(growth, "@") }
      new.write(change.new, pen: &pen, into: &out)
      let end = new.columns(of: 0..<change.new.upperBound)
      column = end < columns && change.new.upperBound <= new.addressableCells ? end : nil
      let mayLeaveRest = growth < 0 || !old.isAddressable || !new.isAddressable
      if isLast, mayLeaveRest, end < columns { out.append("\u{1B}[K") }
      if !isLast, growth < 0 { control(-growth, "P") }
    }
  }

  /// Inserts or deletes lines. Some terminals move the cursor to the first column and others (tmux) do not,
  /// so the cursor is moved there first.
  private mutating func lineControl(_ count: Int, _ letter: StaticString) {
    if column != 0 { moveToColumn(0) }
    control(count, letter)
    column = 0
  }

  // MARK: Cursor

  private mutating func lineFeed() {
    out.append(0x0A)
    row += 1
    column = 0
  }

  private mutating func move(to target: Int) {
    let distance = target - row
    if distance < 0 {
      control(-distance, "A")
    } else if distance > 4 {
      control(distance, "B")
    } else {
      for _ in 0..<distance { lineFeed() }
    }
    row = target
  }

  private mutating func moveToColumn(_ target: Int) {
    guard target != column else { return }
    if target == 0 {
      out.append(0x0D)
    } else {
      control(target + 1, "G")
    }
    column = target
  }

  private mutating func control(_ number: Int, _ final: StaticString) {
    out.append("\u{1B}[")
    if number != 1 { out.append(decimal: number) }
    out.append(final)
  }
}
