extension Document {
  /// The markdown of some blocks, for "copy as markdown": what was written, without the markers and the indentation of
  /// the containers that they stand in.
  ///
  /// Blocks that follow each other keep what stands between them; otherwise a blank line parts them. A block within a
  /// selected one counts as selected with it. `source` is the text that the document was made of, in valid UTF-8.
  /// O(the lines that the selection covers).
  public func markdown(of selection: Set<BlockID>, in source: [UInt8]) -> String {
    var excerpt = MarkdownExcerpt(source: source, selection: selection)
    excerpt.walk(blocks, within: [])
    excerpt.walk(footnotes, within: [])
    return String(decoding: excerpt.result, as: UTF8.self)
  }
}

/// Collects the source of selected blocks.
private struct MarkdownExcerpt {
  /// What a container puts before the lines of what it holds.
  enum Container {
    case quote
    /// An item's or a footnote's: columns of white space.
    case indentation(Int)
  }

  let source: [UInt8]
  let selection: Set<BlockID>
  var result: [UInt8] = []

  init(source: [UInt8], selection: Set<BlockID>) {
    self.source = source
    self.selection = selection
  }

  // Recursion is as deep as containers nest, which parsers bound.
  mutating func walk(_ blocks: [Block], within containers: [Container]) {
    var index = 0
    while index < blocks.count {
      guard selection.contains(blocks[index].id) else {
        if blocks[index].isContainer {
          walk(blocks[index].children, within: containers + prefix(of: blocks[index], within: containers))
        }
        index += 1
        continue
      }
      let first = index
      while index + 1 < blocks.count, selection.contains(blocks[index + 1].id) { index += 1 }
      append(blocks[first].source.lowerBound..<blocks[index].source.upperBound, within: containers)
      index += 1
    }
  }

  private mutating func append(_ range: Range<Int>, within containers: [Container]) {
    guard range.lowerBound >= 0, range.upperBound <= source.count, !range.isEmpty else { return }
    if !result.isEmpty { result += [0x0A, 0x0A] }
    // How far the first line is indented within its containers: the lines below are so as well.
    let start = lineStart(of: range.lowerBound)
    let inner = strip(start, containers, to: range.lowerBound)
    let indent = inner.isWhole ? column(of: range.lowerBound) - inner.column : 0
    var position = range.lowerBound
    while position < range.upperBound {
      var end = position
      while end < range.upperBound, !isLineEnd(source[end]) { end += 1 }
      result += source[position..<end]
      guard end < range.upperBound else { break }
      result.append(0x0A)
      position = end + 1
      if source[end] == 0x0D, position < range.upperBound, source[position] == 0x0A { position += 1 }
      guard position < range.upperBound else { break }
      let cut = strip(position, containers + [.indentation(max(indent, 0))], to: range.upperBound)
      // The columns of a tab that no container took.
      result += [UInt8](repeating: 0x20, count: cut.leftColumns)
      position = cut.position
    }
  }

  private struct Cut {
    var position: Int
    var column: Int
    /// Columns of a tab before `position` that are left.
    var leftColumns: Int
    /// Whether all containers were there.
    var isWhole: Bool
  }

  /// Goes over what the containers put before the line that starts at `start`.
  private func strip(_ start: Int, _ containers: [Container], to limit: Int) -> Cut {
    var cut = Cut(position: start, column: 0, leftColumns: 0, isWhole: true)
    for container in containers {
      switch container {
      case .indentation(let width):
        if skip(width, &cut, limit) < width { cut.isWhole = false }
      case .quote:
        var ahead = cut
        _ = skip(3, &ahead, limit)
        guard ahead.position < limit, ahead.leftColumns == 0, source[ahead.position] == UInt8(ascii: ">")
        else {
          cut.isWhole = false
          return cut
        }
        cut = ahead
        cut.position += 1
        cut.column += 1
        _ = skip(1, &cut, limit)
      }
    }
    return cut
  }

  /// Skips up to `width` columns of white space. Answers with how many there were.
  private func skip(_ width: Int, _ cut: inout Cut, _ limit: Int) -> Int {
    var left = width
    while left > 0 {
      if cut.leftColumns > 0 {
        let step = min(left, cut.leftColumns)
        cut.leftColumns -= step
        left -= step
        continue
      }
      guard cut.position < limit else { break }
      switch source[cut.position] {
      case 0x20:
        cut.column += 1
        left -= 1
      case 0x09:
        let columns = 4 - cut.column % 4
        cut.column += columns
        cut.leftColumns = max(columns - left, 0)
        left -= min(columns, left)
      default: return width - left
      }
      cut.position += 1
    }
    return width - left
  }

  private func prefix(of block: Block, within containers: [Container]) -> [Container] {
    switch block.content {
    case .quote: return [.quote]
    case .footnote: return [.indentation(4)]
    case .listItem(let item): return [.indentation(contentWidth(of: block, item, within: containers))]
    default: return []
    }
  }

  /// From the column where an item's container begins to the column of what it holds.
  private func contentWidth(of block: Block, _ item: ListItem, within containers: [Container]) -> Int {
    let start = block.source.lowerBound
    guard start < source.count else { return 0 }
    let line = lineStart(of: start)
    let outer = strip(line, containers, to: start)
    let base = outer.isWhole ? outer.column - outer.leftColumns : column(of: start)
    if let first = item.blocks.first?.source.lowerBound, first > start, lineStart(of: first) == line {
      return column(of: first) - base
    }
    var end = start
    while end < source.count, source[end] > 0x20 { end += 1 }
    return column(of: start) - base + end - start + 1
  }

  private func lineStart(of position: Int) -> Int {
    var start = min(position, source.count)
    while start > 0, !isLineEnd(source[start - 1]) { start -= 1 }
    return start
  }

  private func column(of position: Int) -> Int {
    var column = 0
    for index in lineStart(of: position)..<position { column += source[index] == 0x09 ? 4 - column % 4 : 1 }
    return column
  }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
