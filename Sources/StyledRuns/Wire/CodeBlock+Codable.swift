extension CodeBlock: Codable {
  enum CodingKeys: String, CodingKey {
    case info, fenced, language, languageName, detected, lines, highlighting, plainLines
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let plainLines = try container.decodeIfPresent(WireCount.self, forKey: .plainLines)?.value ?? 0
    let name = try container.decodeIfPresent(String.self, forKey: .highlighting) ?? "none"
    guard let highlighting = Highlighting(wire: name, plainLines: plainLines) else {
      throw DecodingError.dataCorruptedError(
        forKey: .highlighting, in: container, debugDescription: "'\(name)' is no state of highlighting")
    }
    self.init(
      info: try container.decodeIfPresent(String.self, forKey: .info) ?? "",
      isFenced: try container.decodeIfPresent(Bool.self, forKey: .fenced) ?? false,
      language: try container.decodeIfPresent(String.self, forKey: .language),
      languageName: try container.decodeIfPresent(String.self, forKey: .languageName),
      isDetected: try container.decodeIfPresent(Bool.self, forKey: .detected) ?? false,
      lines: try container.decode([CodeLine].self, forKey: .lines), highlighting: highlighting)
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
    try container.encode(lines, forKey: .lines)
  }
}

extension CodeBlock.Highlighting {
  public var wire: String {
    switch self {
    case .none: "none"
    case .unknownLanguage: "unknownLanguage"
    case .pending: "pending"
    case .complete: "complete"
    case .limited: "limited"
    }
  }

  init?(wire: String, plainLines: Int) {
    switch wire {
    case "none": self = .none
    case "unknownLanguage": self = .unknownLanguage
    case "pending": self = .pending
    case "complete": self = .complete
    case "limited": self = .limited(plainLines: plainLines)
    default: return nil
    }
  }
}

/// A string where the line is plain; else an array of runs, each `[text, scope]`.
extension CodeLine: Codable {
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer(), let text = try? container.decode(String.self) {
      self.init(text: text)
      return
    }
    self.init(text: "")
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      var run = try container.nestedUnkeyedContainer()
      let piece = try run.decode(String.self)
      let scopes = ScopeStackID(rawValue: try run.decode(UInt32.self))
      text += piece
      runs.append(CodeRun(length: piece.utf8.count, scopes: scopes))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    guard !runs.isEmpty else {
      var container = encoder.singleValueContainer()
      return try container.encode(text)
    }
    var container = encoder.unkeyedContainer()
    var rest = text.utf8[...]
    for run in runs {
      var pair = container.nestedUnkeyedContainer()
      try pair.encode(String(decoding: rest.prefix(Int(run.length)), as: UTF8.self))
      try pair.encode(run.scopes.rawValue)
      rest = rest.dropFirst(Int(run.length))
    }
  }
}
