/// The wire form of updates: versioned JSON, described in docs/streaming.md and docs/update.schema.json.
extension Update: Codable {
  enum CodingKeys: String, CodingKey {
    case version, sequence, scopes, edits, finished, final
  }

  /// Fails for another version than ``Document/wireVersion`` and for anything that is no update.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    guard version == Document.wireVersion else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container,
        debugDescription:
          "the update has version \(version); this library reads version \(Document.wireVersion)")
    }
    self.init(
      sequence: try container.decode(Int.self, forKey: .sequence),
      scopes: try container.decodeIfPresent([ScopeTable.Entry].self, forKey: .scopes) ?? [],
      edits: try container.decodeIfPresent([Edit].self, forKey: .edits) ?? [],
      finished: try container.decodeIfPresent([WireCount].self, forKey: .finished)?.map(\.value) ?? [],
      isFinal: try container.decodeIfPresent(Bool.self, forKey: .final) ?? false)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Document.wireVersion, forKey: .version)
    try container.encode(sequence, forKey: .sequence)
    if !scopes.isEmpty { try container.encode(scopes, forKey: .scopes) }
    if !edits.isEmpty { try container.encode(edits, forKey: .edits) }
    if !finished.isEmpty { try container.encode(finished, forKey: .finished) }
    if isFinal { try container.encode(true, forKey: .final) }
  }
}

extension Edit: Codable {
  enum CodingKeys: String, CodingKey {
    case edit, id, keep, blocks, block, end, runs, bytes, spans, content, lines, line, first, rows
    case info, fenced, language, languageName, highlighting, plainLines, tight, task
  }

  /// The kinds of edits, as the wire form names them.
  enum EditType: String, Codable {
    case splice, footnotes, replace, end, inlines, lines, lastLine, recolor, code, rows, tight, task
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func id() throws -> BlockID {
      guard let id = BlockID(wire: try container.decode(String.self, forKey: .id)) else {
        throw DecodingError.dataCorruptedError(
          forKey: .id, in: container, debugDescription: "a block's id is \"OFFSET.DEPTH\"")
      }
      return id
    }
    func count(_ key: CodingKeys) throws -> Int {
      try container.decodeIfPresent(WireCount.self, forKey: key)?.value ?? 0
    }
    switch try container.decode(EditType.self, forKey: .edit) {
    case .splice:
      let parent = try container.contains(.id) ? id() : nil
      self = .splice(
        parent: parent, keep: try count(.keep), blocks: try container.decode([Block].self, forKey: .blocks))
    case .footnotes:
      self = .footnotes(keep: try count(.keep), blocks: try container.decode([Block].self, forKey: .blocks))
    case .replace: self = .replace(try container.decode(Block.self, forKey: .block))
    case .end: self = .end(try id(), try count(.end))
    case .inlines:
      let spans = try count(.spans)
      let tail = try Inlines(from: container.superDecoder(forKey: .content), followingSpans: spans)
      self = .inlines(try id(), runs: try count(.runs), bytes: try count(.bytes), spans: spans, tail: tail)
    case .lines:
      self = .lines(
        try id(), keep: try count(.keep), lines: try container.decode([CodeLine].self, forKey: .lines))
    case .lastLine:
      self = .lastLine(
        try id(), bytes: try count(.bytes), runs: try count(.runs),
        tail: try container.decode(CodeLine.self, forKey: .line))
    case .recolor:
      let flat = try container.decode([[UInt32]].self, forKey: .lines)
      self = .recolor(try id(), first: try count(.first), runs: flat.map(Self.runs(of:)))
    case .code:
      let name = try container.decodeIfPresent(String.self, forKey: .highlighting) ?? "none"
      guard let highlighting = CodeBlock.Highlighting(wire: name, plainLines: try count(.plainLines)) else {
        throw DecodingError.dataCorruptedError(
          forKey: .highlighting, in: container, debugDescription: "'\(name)' is no state of highlighting")
      }
      self = .code(
        try id(),
        CodeBlock.Header(
          info: try container.decodeIfPresent(String.self, forKey: .info) ?? "",
          isFenced: try container.decodeIfPresent(Bool.self, forKey: .fenced) ?? false,
          language: try container.decodeIfPresent(String.self, forKey: .language),
          languageName: try container.decodeIfPresent(String.self, forKey: .languageName),
          highlighting: highlighting))
    case .rows:
      self = .rows(
        try id(), keep: try count(.keep), rows: try container.decode([Table.Row].self, forKey: .rows))
    case .tight: self = .tightness(try id(), isTight: try container.decode(Bool.self, forKey: .tight))
    case .task: self = .task(try id(), try container.decodeIfPresent(Bool.self, forKey: .task))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func begin(_ type: EditType, _ id: BlockID?) throws {
      try container.encode(type, forKey: .edit)
      if let id { try container.encode(id.wire, forKey: .id) }
    }
    func encode(_ count: Int, _ key: CodingKeys) throws {
      if count != 0 { try container.encode(count, forKey: key) }
    }
    switch self {
    case .splice(let parent, let keep, let blocks):
      try begin(.splice, parent)
      try encode(keep, .keep)
      try container.encode(blocks, forKey: .blocks)
    case .footnotes(let keep, let blocks):
      try begin(.footnotes, nil)
      try encode(keep, .keep)
      try container.encode(blocks, forKey: .blocks)
    case .replace(let block):
      try begin(.replace, nil)
      try container.encode(block, forKey: .block)
    case .end(let id, let end):
      try begin(.end, id)
      try encode(end, .end)
    case .inlines(let id, let runs, let bytes, let spans, let tail):
      try begin(.inlines, id)
      try encode(runs, .runs)
      try encode(bytes, .bytes)
      try encode(spans, .spans)
      try container.encode(tail, forKey: .content)
    case .lines(let id, let keep, let lines):
      try begin(.lines, id)
      try encode(keep, .keep)
      try container.encode(lines, forKey: .lines)
    case .lastLine(let id, let bytes, let runs, let tail):
      try begin(.lastLine, id)
      try encode(bytes, .bytes)
      try encode(runs, .runs)
      try container.encode(tail, forKey: .line)
    case .recolor(let id, let first, let runs):
      try begin(.recolor, id)
      try encode(first, .first)
      try container.encode(
        runs.map { $0.flatMap { [$0.length, $0.scopes.rawValue] } }, forKey: .lines)
    case .code(let id, let header):
      try begin(.code, id)
      if !header.info.isEmpty { try container.encode(header.info, forKey: .info) }
      if header.isFenced { try container.encode(true, forKey: .fenced) }
      try container.encodeIfPresent(header.language, forKey: .language)
      try container.encodeIfPresent(header.languageName, forKey: .languageName)
      if header.highlighting != .none {
        try container.encode(header.highlighting.wire, forKey: .highlighting)
      }
      if case .limited(let plainLines) = header.highlighting { try encode(plainLines, .plainLines) }
    case .rows(let id, let keep, let rows):
      try begin(.rows, id)
      try encode(keep, .keep)
      try container.encode(rows, forKey: .rows)
    case .tightness(let id, let isTight):
      try begin(.tight, id)
      try container.encode(isTight, forKey: .tight)
    case .task(let id, let task):
      try begin(.task, id)
      try container.encodeIfPresent(task, forKey: .task)
    }
  }

  /// Runs of `[length, scopes, length, scopes, ...]`.
  private static func runs(of flat: [UInt32]) -> [CodeRun] {
    stride(from: 0, to: flat.count - 1, by: 2).map {
      CodeRun(length: Int(flat[$0]), scopes: ScopeStackID(rawValue: flat[$0 + 1]))
    }
  }
}
