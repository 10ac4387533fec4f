/// Decodes the wire form: a string appends text to the last block, a number moves its end, and an array that
/// starts with a name is any other edit.
extension Edit: Decodable {
  /// The kinds of edits, by their names in the wire form.
  enum EditName: String, Decodable {
    case text, end, add, splice, footnotes, replace, inlines, lines, linesFrom, line, rehighlight, code
    case rows, rowsFrom, cells, cell, tight, task
  }

  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer() {
      if let text = try? container.decode(String.self) {
        self = .text(.tip, text)
        return
      }
      if let change = try? container.decode(Int.self) {
        self = .end(.tip, by: try Self.checked(change, in: container))
        return
      }
    }
    var list = try decoder.unkeyedContainer()
    try self.init(list: &list)
    try list.checkEnd()
  }

  private init(list: inout any UnkeyedDecodingContainer) throws {
    let name = try list.decode(EditName.self)
    switch name {
    case .text:
      let text = try list.decode(String.self)
      self = .text(try Self.target(&list), text)
    case .end:
      let change = try list.decode(WireChange.self).value
      self = .end(try Self.target(&list), by: change)
    case .add:
      let parent = try Self.parent(&list)
      self = .splice(parent, keep: nil, blocks: try Self.blocks(&list, .anywhere))
    case .splice:
      let parent = try Self.parent(&list)
      let keep = try list.decode(WireCount.self).value
      self = .splice(parent, keep: keep, blocks: try Self.blocks(&list, .anywhere))
    case .footnotes:
      let keep = try list.decode(WireCount.self).value
      self = .footnotes(keep: keep, blocks: try Self.blocks(&list, .footnotes))
    case .replace:
      self = .replace(try list.decode(Block.self))
    case .inlines:
      let runs = try list.decode(WireCount.self).value
      let bytes = try list.decode(WireCount.self).value
      let spans = try list.decode(WireCount.self).value
      let tail = try Inlines(from: list.superDecoder(), followingSpans: spans)
      self = .inlines(try Self.target(&list), runs: runs, bytes: bytes, spans: spans, tail: tail)
    case .lines, .linesFrom:
      let keep = name == .lines ? nil : try list.decode(WireCount.self).value
      let lines = try list.decode([FlatLine].self).map(\.line)
      self = .lines(try Self.target(&list), keep: keep, lines: lines)
    case .line:
      let runs = try list.decode(WireCount.self).value
      let bytes = try list.decode(WireCount.self).value
      let tail = try list.decode(FlatLine.self).line
      self = .lastLine(try Self.target(&list), bytes: bytes, runs: runs, tail: tail)
    case .rehighlight:
      let first = try list.decode(WireCount.self).value
      let flat = try list.decode([[UInt32]].self)
      guard flat.allSatisfy({ $0.count.isMultiple(of: 2) }) else {
        throw DecodingError.dataCorruptedError(in: list, debugDescription: "a length without a scope")
      }
      self = .rehighlight(try Self.target(&list), first: first, runs: flat.map(Self.runs(of:)))
    case .code:
      let header = try list.decode(CodeBlock.Header.self)
      self = .code(try Self.target(&list), header)
    case .rows, .rowsFrom:
      let keep = name == .rows ? nil : try list.decode(WireCount.self).value
      let rows = try list.decode([FlatRow].self).map(\.row)
      self = .rows(try Self.target(&list), keep: keep, rows: rows)
    case .cells:
      let keep = try list.decode(WireCount.self).value
      let cells = try list.decode([Inlines].self)
      let growth = try list.decode(WireChange.self).value
      self = .cells(try Self.target(&list), keep: keep, cells: cells, growth: growth)
    case .cell:
      let row = try list.decode(WireCount.self).value
      let column = try list.decode(WireCount.self).value
      let content = try list.decode(Inlines.self)
      self = .cell(try Self.target(&list), row: row, column: column, content: content)
    case .tight:
      let isTight = try list.decode(Bool.self)
      self = .tightness(try Self.target(&list), isTight: isTight)
    case .task:
      let task = try list.decodeNil() ? nil : list.decode(Bool.self)
      self = .task(try Self.target(&list), task)
    }
  }

  private static func blocks(
    _ list: inout any UnkeyedDecodingContainer, _ place: BlockPlace
  ) throws -> [Block] {
    let blocks = try list.decode([Block].self)
    do throws(UpdateError) {
      try blocks.checkKinds(in: place)
    } catch {
      throw error.decodingError(at: list.codingPath)
    }
    return blocks
  }

  // MARK: Targets of edits

  /// Decodes the target, which is the last element. A missing element stands for the tip.
  private static func target(_ list: inout any UnkeyedDecodingContainer) throws -> EditTarget {
    list.isAtEnd ? .tip : try place(&list)
  }

  /// Decodes the parent of spliced blocks, which comes first: a depth (-1 for the document) or an identifier.
  private static func parent(_ list: inout any UnkeyedDecodingContainer) throws -> EditTarget? {
    let place = try place(&list)
    return place == .last(depth: -1) ? nil : place
  }

  private static func place(_ list: inout any UnkeyedDecodingContainer) throws -> EditTarget {
    if let wire = try? list.decode(String.self) {
      guard let id = BlockID(wire: wire) else {
        throw DecodingError.dataCorruptedError(in: list, debugDescription: "a block's id is \"OFFSET.DEPTH\"")
      }
      return .block(id)
    }
    return .last(depth: try list.decode(WireDepth.self).value ?? -1)
  }

  private static func checked(_ change: Int, in container: any SingleValueDecodingContainer) throws -> Int {
    guard abs(change) <= WireCount.largest else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a source range is not that long")
    }
    return change
  }

  /// Decodes runs from `[length, scopes, length, scopes, ...]`.
  private static func runs(of flat: [UInt32]) -> [CodeRun] {
    stride(from: 0, to: flat.count, by: 2).map {
      CodeRun(length: Int(flat[$0]), scopes: ScopeStackID(rawValue: flat[$0 + 1]))
    }
  }
}

/// A depth of blocks; -1 stands for the document and is decoded as nil.
private struct WireDepth: Decodable {
  var value: Int?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let count = try container.decode(Int.self)
    guard (-1...WireCount.largest).contains(count) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a depth is 0 to \(WireCount.largest), or -1")
    }
    value = count < 0 ? nil : count
  }
}

/// The number of bytes by which the end of a source range moves.
private struct WireChange: Decodable {
  var value: Int

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    value = try container.decode(Int.self)
    guard (-WireCount.largest...WireCount.largest).contains(value) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a source range is not that long")
    }
  }
}

/// A line of code in an edit: a string if it is plain, otherwise `[text, scope, text, scope, ...]`.
private struct FlatLine: Decodable {
  var line: CodeLine

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer(), let text = try? container.decode(String.self) {
      line = CodeLine(text: text)
      return
    }
    line = CodeLine(text: "")
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      let piece = try list.decode(String.self)
      let scopes = ScopeStackID(rawValue: try list.decode(UInt32.self))
      line.text += piece
      line.runs.append(CodeRun(length: piece.utf8.count, scopes: scopes))
    }
  }
}

/// A table row in an edit: `[from, length, cell, cell, ...]`.
private struct FlatRow: Decodable {
  var row: Table.TableRow

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    let from = try list.decode(WireCount.self).value
    let length = try list.decode(WireCount.self).value
    row = Table.TableRow(source: from..<(from + length), cells: [])
    while !list.isAtEnd { row.cells.append(try list.decode(Inlines.self)) }
  }
}
