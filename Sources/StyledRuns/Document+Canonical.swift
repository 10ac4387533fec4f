extension Document {
  /// The same document without the traces of how it came: scope stacks numbered by their first use, unused ones
  /// dropped, all blocks finished and of revision 0. What a one-shot rendering gives is in this form. O(runs).
  public func canonical() -> Document {
    var renumbering = ScopeRenumbering(old: scopes)
    var copy = self
    renumbering.renumber(&copy.blocks)
    renumbering.renumber(&copy.footnotes)
    copy.scopes = renumbering.new
    return copy
  }
}

/// Gives scope stacks new numbers, by their first use.
struct ScopeRenumbering {
  let old: ScopeTable
  var new = ScopeTable()
  private var numbers: [ScopeStackID: ScopeStackID] = [:]

  init(old: ScopeTable) {
    self.old = old
  }

  mutating func renumber(_ blocks: inout [Block]) {
    for index in blocks.indices {
      blocks[index].revision = 0
      blocks[index].isFinished = true
      if blocks[index].isContainer {
        blocks[index].modifyChildren { renumber(&$0) }
      } else if var code = blocks[index].take(\.code) {
        for line in code.lines.indices {
          for run in code.lines[line].runs.indices {
            code.lines[line].runs[run].scopes = number(code.lines[line].runs[run].scopes)
          }
        }
        blocks[index].content = .code(code)
      }
    }
  }

  private mutating func number(_ stack: ScopeStackID) -> ScopeStackID {
    if let known = numbers[stack] { return known }
    var number = ScopeStackID.empty
    for name in old[stack] { number = new.push(name, onto: number) }
    numbers[stack] = number
    return number
  }
}
