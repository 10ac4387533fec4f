/// The wire form of updates: versioned JSON, described in docs/updates.md and docs/update.schema.json. An array: the
/// update's number, then what it says.
extension Update: Codable {
  /// What is said besides edits, as the wire form names it. Counts of finished blocks have no name.
  private enum Name: String, Codable, CodingKey {
    case version, scopes, final
  }

  /// One item of the array.
  private enum Item: Decodable {
    case version(Int)
    case scopes([ScopeTable.Entry])
    case edit(Edit)
    case finished([Int])
    case final

    init(from decoder: any Decoder) throws {
      guard var list = try? decoder.unkeyedContainer() else {
        self = .edit(try Edit(from: decoder))
        return
      }
      if (try? list.decode(WireCount.self)) != nil {
        self = .finished(try [WireCount](from: decoder).map(\.value))
        return
      }
      switch try? list.decode(Name.self) {
      case .version: self = .version(try list.decode(Int.self))
      case .scopes: self = .scopes(try list.decode([ScopeTable.Entry].self))
      case .final: self = .final
      case nil: self = .edit(try Edit(from: decoder))
      }
    }
  }

  /// Fails for another version than ``wireVersion`` and for anything that is no update. The first update of
  /// a session states the version; the others need not.
  public init(from decoder: any Decoder) throws {
    var list: any UnkeyedDecodingContainer
    do {
      list = try decoder.unkeyedContainer()
    } catch {
      // Versions 1 and 2 had objects.
      let object = try? decoder.container(keyedBy: Name.self)
      throw Self.unreadable(version: try? object?.decode(Int.self, forKey: .version), in: decoder)
    }
    self.init(sequence: try list.decode(Int.self))
    var version: Int?
    while !list.isAtEnd {
      switch try list.decode(Item.self) {
      case .version(let stated):
        version = stated
        // What another version has behind it may be unknown here.
        guard version == Self.wireVersion else { throw Self.unreadable(version: version, in: decoder) }
      case .scopes(let entries): scopes += entries
      case .edit(let edit): edits.append(edit)
      case .finished(let counts): finished = counts
      case .final: isFinal = true
      }
    }
    guard version != nil || sequence > 1 else { throw Self.unreadable(version: nil, in: decoder) }
  }

  private static func unreadable(version: Int?, in decoder: any Decoder) -> DecodingError {
    let found = version.map { "version \($0)" } ?? "no version"
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "the update has \(found); this library reads version \(wireVersion)"))
  }

  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(sequence)
    if statesVersion {
      var item = list.nestedUnkeyedContainer()
      try item.encode(Name.version)
      try item.encode(Self.wireVersion)
    }
    if !scopes.isEmpty {
      var item = list.nestedUnkeyedContainer()
      try item.encode(Name.scopes)
      try item.encode(scopes)
    }
    for edit in edits { try list.encode(edit) }
    if let finished { try list.encode(finished) }
    if isFinal { try list.encode([Name.final]) }
  }
}
