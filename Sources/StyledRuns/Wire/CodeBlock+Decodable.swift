extension CodeBlock: Decodable {
  private enum CodingKeys: CodingKey { case lines }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      header: try Header(from: decoder), lines: try container.decode([CodeLine].self, forKey: .lines))
  }
}

extension CodeBlock.Header: Decodable {
  enum CodingKeys: String, CodingKey {
    case info, fenced, language, languageName, detected, drawing, undrawn, highlighting, plainLines
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decodeIfPresent(String.self, forKey: .highlighting) ?? "none"
    let plainLines = try container.decodeIfPresent(WireCount.self, forKey: .plainLines)?.value ?? 0
    guard let highlighting = CodeBlock.Highlighting(wire: name, plainLines: plainLines) else {
      throw DecodingError.dataCorruptedError(
        forKey: .highlighting, in: container, debugDescription: "'\(name)' is no state of highlighting")
    }
    let isUndrawn = try container.decodeIfPresent(Bool.self, forKey: .undrawn) ?? false
    let drawing = try container.decodeIfPresent(CodeBlock.Drawing.self, forKey: .drawing)
    self.init(
      info: try container.decodeIfPresent(String.self, forKey: .info) ?? "",
      isFenced: try container.decodeIfPresent(Bool.self, forKey: .fenced) ?? false,
      language: try container.decodeIfPresent(String.self, forKey: .language),
      languageName: try container.decodeIfPresent(String.self, forKey: .languageName),
      isDetected: try container.decodeIfPresent(Bool.self, forKey: .detected) ?? false,
      isClosed: drawing != nil || isUndrawn, isUndrawn: isUndrawn, highlighting: highlighting)
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

/// Decodes the wire form: a string if the line is plain, otherwise an array of runs, each `[text, scope]`.
extension CodeLine: Decodable {
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
      try run.checkEnd()
      text += piece
      runs.append(CodeRun(length: piece.utf8.count, scopes: scopes))
    }
  }
}
