/// Decodes the wire form of updates: versioned JSON, specified in docs/updates.md and
/// docs/update.schema.json. It is an array of the update's number and its items.
extension Update: Decodable {
  /// Decodes an update.
  ///
  /// - Throws: `DecodingError` if the version is not ``wireVersion`` or the data is not an update. Only the
  ///   first update of a session must state the version.
  public init(from decoder: any Decoder) throws {
    var list = try Self.list(decoder)
    self.init(sequence: try list.decode(WireCount.self).value)
    var statesVersion = false
    while !list.isAtEnd {
      switch try list.decode(UpdateItem<Edit>.self) {
      case .version: statesVersion = true
      case .scopes(let entries): scopes += entries
      case .edit(let edit): edits.append(edit)
      case .finished(let counts): finished = counts
      case .final: isFinal = true
      case .conversation:
        throw DecodingError.dataCorruptedError(in: list, debugDescription: "this updates a conversation")
      }
    }
    guard statesVersion || sequence > 1 else { throw Self.unreadable(version: nil, at: decoder.codingPath) }
  }

  private enum CodingKeys: CodingKey { case version }

  /// Returns the outer array of an update of either kind.
  static func list(_ decoder: any Decoder) throws -> any UnkeyedDecodingContainer {
    do {
      return try decoder.unkeyedContainer()
    } catch {
      // Versions 1 and 2 were objects, as were updates of conversations up to version 3.
      let object = try? decoder.container(keyedBy: CodingKeys.self)
      throw unreadable(version: try? object?.decode(Int.self, forKey: .version), at: decoder.codingPath)
    }
  }

  fileprivate static func unreadable(version: Int?, at path: [any CodingKey]) -> DecodingError {
    let found = version.map { "version \($0)" } ?? "no version"
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: path,
        debugDescription: "the update has \(found); this library reads version \(wireVersion)"))
  }
}

/// One item of an update's array after its number. The item for the counts of finished blocks has no name.
enum UpdateItem<Change: Decodable>: Decodable {
  /// The supported version.
  case version
  /// The supported version, in an update of a conversation.
  case conversation
  case scopes([ScopeTable.ScopeEntry])
  case edit(Change)
  case finished([Int])
  case final

  private enum UpdateItemName: String, Decodable {
    case version, conversation, scopes, final
  }

  init(from decoder: any Decoder) throws {
    guard var list = try? decoder.unkeyedContainer() else {
      self = .edit(try Change(from: decoder))
      return
    }
    if (try? list.decode(WireCount.self)) != nil {
      self = .finished(try [WireCount](from: decoder).map(\.value))
      return
    }
    switch try? list.decode(UpdateItemName.self) {
    case .version:
      try Self.checkVersion(&list)
      self = .version
    case .conversation:
      try Self.checkVersion(&list)
      self = .conversation
    case .scopes: self = .scopes(try list.decode([ScopeTable.ScopeEntry].self))
    case .final: self = .final
    case nil:
      self = .edit(try Change(from: decoder))
      return
    }
    try list.checkEnd()
  }

  /// Refuses an update of another version, because its items may be unknown.
  private static func checkVersion(_ list: inout any UnkeyedDecodingContainer) throws {
    let version = try list.decode(Int.self)
    guard version == Update.wireVersion else {
      throw Update.unreadable(version: version, at: list.codingPath)
    }
  }
}

/// Decodes arrays of a fixed length.
extension UnkeyedDecodingContainer {
  /// Throws if the array has further elements.
  func checkEnd() throws {
    guard !isAtEnd else { return }
    throw DecodingError.dataCorruptedError(in: self, debugDescription: "the array holds more than it should")
  }
}
