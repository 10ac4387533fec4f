extension BlockPhase {
  /// Which open blocks does the line continue? Answers with the deepest one; nil if the line is used up.
  ///
  /// Blocks that it does not continue stay open for now: the line may be a lazy continuation of a paragraph.
  mutating func matchOpenBlocks() -> Int? {
    allMatched = false
    var container = BlockPhase.root
    while true {
      let last = Int(nodes.base[container].last)
      guard last >= 0, nodes.base[last].isOpen else { break }
      line.findFirstNonspace()
      switch nodes.base[last].kind {
      case .document, .list, .thematicBreak, .frontMatter:
        break
      case .quote:
        guard matchQuote(last) else { return container }
      case .item:
        guard matchItem(last) else { return container }
      case .footnote:
        // The second condition looks at the whole line: it never holds inside a quote.
        if line.indent >= 4 {
          line.advance(columns: 4)
        } else if line.end != 0 {
          return container
        }
      case .heading:
        return container
      case .paragraph:
        guard !line.isBlank else { return container }
      case .html:
        guard nodes.base[last].detail <= 5 || !line.isBlank else { return container }
      case .table:
        // A table's row is open below it and never continues, so not all is matched.
        return matchesRow(last) ? last : container
      case .code:
        switch matchCode(last) {
        case .continues: break
        case .ends: return container
        case .usesUpLine: return nil
        }
      }
      container = last
    }
    allMatched = true
    return container
  }

  private mutating func matchQuote(_ index: Int) -> Bool {
    guard line.indent <= 3, line.head == UInt8(ascii: ">") else { return false }
    line.advance(columns: line.indent + 1)
    line.skipOptionalSpace()
    edit(index).pointee.sourceEnd = line.sourceEnd
    return true
  }

  private mutating func matchItem(_ index: Int) -> Bool {
    let item = nodes.base[index]
    let width = Int(item.markerOffset + item.padding)
    if line.indent >= width {
      line.advance(columns: width)
      return true
    }
    // An item that began with a blank line, and has nothing still, ends at the next blank line.
    guard line.isBlank, item.first != BlockNode.none else { return false }
    line.advance(bytes: line.firstNonspace - line.offset)
    return true
  }

  private enum CodeMatch { case continues, ends, usesUpLine }

  private mutating func matchCode(_ index: Int) -> CodeMatch {
    let code = nodes.base[index]
    guard code.flags.contains(.fenced) else {
      if line.indent >= 4 {
        line.advance(columns: 4)
      } else if line.isBlank {
        line.advance(bytes: line.firstNonspace - line.offset)
      } else {
        return .ends
      }
      return .continues
    }
    if MathFence.isMark(code.detail) {
      if takeMathEnd(index) { return .usesUpLine }
    } else if line.indent <= 3, line.head == code.detail,
      LineScanner.closingFence(line.bytes + line.firstNonspace) >= code.fenceLength
    {
      edit(index).pointee.sourceEnd = line.sourceEnd
      current = close(index)
      return .usesUpLine
    }
    var spaces = code.fenceOffset
    while spaces > 0, line[line.offset].isBlank {
      line.advance(columns: 1)
      spaces -= 1
    }
    return .continues
  }

  /// Whether the line is a row, of which any line with a cell in it is one.
  private mutating func matchesRow(_ index: Int) -> Bool {
    guard !line.isBlank, paddedCells <= BlockPhase.maximumPaddedCells else { return false }
    return countCells() > 0
  }

  /// Cells that short rows may make up in one document, so that its size bounds the output's.
  static let maximumPaddedCells = 1 << 19
}
