extension Document {
  /// Returns the markdown of the selected blocks, for "copy as markdown".
  ///
  /// The result is the source text without the markers and the indentation of the containers around each
  /// block. Adjacent blocks keep the source text between them; a blank line separates other blocks. Selecting
  /// a container selects its descendants. O(lines in the selection).
  ///
  /// ```swift
  /// // The source is "> - one\n> - two\n", and `id` names the second item.
  /// document.markdown(of: [id], in: Array(source.utf8))  // "- two"
  /// ```
  ///
  /// - Parameters:
  ///   - selection: The identifiers of the blocks.
  ///   - source: The text that the document was rendered from, in valid UTF-8.
  public func markdown(of selection: Set<BlockID>, in source: [UInt8]) -> String {
    var excerpt = MarkdownExcerpt(source: source, selection: selection)
    excerpt.walk(blocks, within: [])
    excerpt.walk(footnotes, within: [])
    return String(decoding: excerpt.result, as: UTF8.self)
  }
}

/// Collects the source of selected blocks.
private struct MarkdownExcerpt {
  /// The prefix that a container puts before each line of its content.
  enum Container {
    case quote
    /// The indentation of a list item or a footnote, in columns.
    case indentation(Int)
  }

  let source: [UInt8]
  let selection: Set<BlockID>
  var result: [UInt8] = []

  init(source: [UInt8], selection: Set<BlockID>) {
    self.source = source
    self.selection = selection
  }

  // The recursion is as deep as containers nest, which parsers limit.
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
    // The indentation of the first line in its containers. The lines below share it.
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
      // The columns of a tab that no container consumed.
      result += [UInt8](repeating: 0x20, count: cut.leftColumns)
      position = cut.position
    }
  }

  private struct ExcerptCut {
    var position: Int
    var column: Int
    /// The number of columns of a tab before `position` that are not consumed yet.
    var leftColumns: Int
    /// Whether the line has the prefixes of all containers.
    var isWhole: Bool
  }

  /// Skips the prefixes of the containers on the line that starts at `start`.
  private func strip(_ start: Int, _ containers: [Container], to limit: Int) -> ExcerptCut {
    var cut = ExcerptCut(position: start, column: 0, leftColumns: 0, isWhole: true)
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

  /// Skips up to `width` columns of white space.
  ///
  /// - Returns: The number of columns that were skipped.
  private func skip(_ width: Int, _ cut: inout ExcerptCut, _ limit: Int) -> Int {
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

  /// Returns the width of the item's marker and padding: the distance from the column where the item's
  /// container starts to the column of the item's content.
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
