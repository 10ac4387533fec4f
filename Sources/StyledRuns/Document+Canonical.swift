extension Document {
  /// Returns the document in the form that one-shot rendering gives, which does not depend on how the text
  /// arrived.
  ///
  /// Scope stacks are numbered by first use, unused stacks are dropped, and all blocks are finished with
  /// revision 0. O(runs).
  ///
  /// ```swift
  /// document.canonical() == renderer.render(markdown: bytes).canonical()
  /// ```
  public func canonical() -> Document {
    var renumbering = ScopeRenumbering(old: scopes)
    var copy = self
    renumbering.renumber(&copy.blocks)
    renumbering.renumber(&copy.footnotes)
    copy.scopes = renumbering.new
    return copy
  }
}

/// Renumbers scope stacks by first use.
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
