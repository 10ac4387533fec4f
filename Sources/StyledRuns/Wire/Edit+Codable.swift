/// A string is text of the last block, a number a change of its end; any other edit an array that begins with its
/// name.
extension Edit: Codable {
  /// The kinds of edits, as the wire form names them.
  enum Name: String, Codable {
    case text, end, add, splice, footnotes, replace, inlines, lines, linesFrom, line, recolor, code
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
    let name = try list.decode(Name.self)
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
    case .recolor:
      let first = try list.decode(WireCount.self).value
      let flat = try list.decode([[UInt32]].self)
      self = .recolor(try Self.target(&list), first: first, runs: flat.map(Self.runs(of:)))
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

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .text(.tip, let text):
      var container = encoder.singleValueContainer()
      return try container.encode(text)
    case .end(.tip, let change):
      var container = encoder.singleValueContainer()
      return try container.encode(change)
    default: break
    }
    var list = encoder.unkeyedContainer()
    switch self {
    case .text(let target, let text):
      try list.encode(Name.text)
      try list.encode(text)
      try Self.encode(target, &list)
    case .end(let target, let change):
      try list.encode(Name.end)
      try list.encode(change)
      try Self.encode(target, &list)
    case .splice(let parent, let keep, let blocks):
      try list.encode(keep == nil ? Name.add : Name.splice)
      if let parent { try Self.encode(parent, &list) } else { try list.encode(-1) }
      if let keep { try list.encode(keep) }
      try list.encode(blocks)
    case .footnotes(let keep, let blocks):
      try list.encode(Name.footnotes)
      try list.encode(keep)
      try list.encode(blocks)
    case .replace(let block):
      try list.encode(Name.replace)
      try list.encode(block)
    case .inlines(let target, let runs, let bytes, let spans, let tail):
      try list.encode(Name.inlines)
      for count in [runs, bytes, spans] { try list.encode(count) }
      try list.encode(tail)
      try Self.encode(target, &list)
    case .lines(let target, let keep, let lines):
      try list.encode(keep == nil ? Name.lines : Name.linesFrom)
      if let keep { try list.encode(keep) }
      try list.encode(lines.map(FlatLine.init))
      try Self.encode(target, &list)
    case .lastLine(let target, let bytes, let runs, let tail):
      try list.encode(Name.line)
      for count in [runs, bytes] { try list.encode(count) }
      try list.encode(FlatLine(tail))
      try Self.encode(target, &list)
    case .recolor(let target, let first, let runs):
      try list.encode(Name.recolor)
      try list.encode(first)
      try list.encode(runs.map { $0.flatMap { [$0.length, $0.scopes.rawValue] } })
      try Self.encode(target, &list)
    case .code(let target, let header):
      try list.encode(Name.code)
      try list.encode(header)
      try Self.encode(target, &list)
    case .rows(let target, let keep, let rows):
      try list.encode(keep == nil ? Name.rows : Name.rowsFrom)
      if let keep { try list.encode(keep) }
      try list.encode(rows.map(FlatRow.init))
      try Self.encode(target, &list)
    case .cells(let target, let keep, let cells, let growth):
      try list.encode(Name.cells)
      try list.encode(keep)
      try list.encode(cells)
      try list.encode(growth)
      try Self.encode(target, &list)
    case .cell(let target, let row, let column, let content):
      try list.encode(Name.cell)
      for index in [row, column] { try list.encode(index) }
      try list.encode(content)
      try Self.encode(target, &list)
    case .tightness(let target, let isTight):
      try list.encode(Name.tight)
      try list.encode(isTight)
      try Self.encode(target, &list)
    case .task(let target, let task):
      try list.encode(Name.task)
      try list.encode(task)
      try Self.encode(target, &list)
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

  // MARK: Blocks that edits name

  /// The target stands last, and is left out for the tip.
  private static func target(_ list: inout any UnkeyedDecodingContainer) throws -> Target {
    list.isAtEnd ? .tip : try place(&list)
  }

  private static func encode(_ target: Target, _ list: inout any UnkeyedEncodingContainer) throws {
    switch target {
    case .block(let id): try list.encode(id.wire)
    case .last(let depth): try list.encode(depth)
    case .tip: break
    }
  }

  /// The parent of spliced blocks comes first: a depth (-1 for the document) or an identity.
  private static func parent(_ list: inout any UnkeyedDecodingContainer) throws -> Target? {
    let place = try place(&list)
    return place == .last(depth: -1) ? nil : place
  }

  private static func place(_ list: inout any UnkeyedDecodingContainer) throws -> Target {
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

  /// Runs of `[length, scopes, length, scopes, ...]`.
  private static func runs(of flat: [UInt32]) -> [CodeRun] {
    stride(from: 0, to: flat.count - 1, by: 2).map {
      CodeRun(length: Int(flat[$0]), scopes: ScopeStackID(rawValue: flat[$0 + 1]))
    }
  }
}

/// A depth of blocks, or nil, written as -1, for the document.
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

/// How far a source range's end moves.
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

/// A line of code as edits have it: a string where it is plain, else `[text, scope, text, scope, ...]`.
private struct FlatLine: Codable {
  var line: CodeLine

  init(_ line: CodeLine) { self.line = line }

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

  func encode(to encoder: any Encoder) throws {
    guard !line.runs.isEmpty else {
      var container = encoder.singleValueContainer()
      return try container.encode(line.text)
    }
    var list = encoder.unkeyedContainer()
    var rest = line.text.utf8[...]
    for run in line.runs {
      try list.encode(String(decoding: rest.prefix(Int(run.length)), as: UTF8.self))
      try list.encode(run.scopes.rawValue)
      rest = rest.dropFirst(Int(run.length))
    }
  }
}

/// A table's row as edits have it: `[from, length, cell, cell, ...]`.
private struct FlatRow: Codable {
  var row: Table.Row

  init(_ row: Table.Row) { self.row = row }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    let from = try list.decode(WireCount.self).value
    let length = try list.decode(WireCount.self).value
    row = Table.Row(source: from..<(from + length), cells: [])
    while !list.isAtEnd { row.cells.append(try list.decode(Inlines.self)) }
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(row.source.lowerBound)
    try list.encode(row.source.count)
    for cell in row.cells { try list.encode(cell) }
  }
}

extension CodeBlock.Header: Codable {
  enum CodingKeys: String, CodingKey {
    case info, fenced, language, languageName, detected, highlighting, plainLines
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decodeIfPresent(String.self, forKey: .highlighting) ?? "none"
    let plainLines = try container.decodeIfPresent(WireCount.self, forKey: .plainLines)?.value ?? 0
    guard let highlighting = CodeBlock.Highlighting(wire: name, plainLines: plainLines) else {
      throw DecodingError.dataCorruptedError(
        forKey: .highlighting, in: container, debugDescription: "'\(name)' is no state of highlighting")
    }
    self.init(
      info: try container.decodeIfPresent(String.self, forKey: .info) ?? "",
      isFenced: try container.decodeIfPresent(Bool.self, forKey: .fenced) ?? false,
      language: try container.decodeIfPresent(String.self, forKey: .language),
      languageName: try container.decodeIfPresent(String.self, forKey: .languageName),
      isDetected: try container.decodeIfPresent(Bool.self, forKey: .detected) ?? false,
      highlighting: highlighting)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !info.isEmpty { try container.encode(info, forKey: .info) }
    if isFenced { try container.encode(true, forKey: .fenced) }
    try container.encodeIfPresent(language, forKey: .language)
    try container.encodeIfPresent(languageName, forKey: .languageName)
    if isDetected { try container.encode(true, forKey: .detected) }
    if highlighting != .none { try container.encode(highlighting.wire, forKey: .highlighting) }
    if case .limited(let plainLines) = highlighting { try container.encode(plainLines, forKey: .plainLines) }
  }
}
