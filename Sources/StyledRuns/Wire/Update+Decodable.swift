/// The wire form of updates: versioned JSON, described in docs/updates.md and docs/update.schema.json. An array: the
/// update's number, then what it says.
extension Update: Decodable {
  /// Fails for another version than ``wireVersion`` and for anything that is no update. The first update of
  /// a session states the version; the others need not.
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

  /// The array that updates of either kind are.
  static func list(_ decoder: any Decoder) throws -> any UnkeyedDecodingContainer {
    do {
      return try decoder.unkeyedContainer()
    } catch {
      // Versions 1 and 2 had objects, updates of conversations up to version 3.
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

/// One item of an update's array behind its number. Counts of finished blocks have no name.
enum UpdateItem<Change: Decodable>: Decodable {
  /// A version that is known here.
  case version
  /// As `version`, of an update of a conversation.
  case conversation
  case scopes([ScopeTable.Entry])
  case edit(Change)
  case finished([Int])
  case final

  private enum Name: String, Decodable {
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
    switch try? list.decode(Name.self) {
    case .version:
      try Self.checkVersion(&list)
      self = .version
    case .conversation:
      try Self.checkVersion(&list)
      self = .conversation
    case .scopes: self = .scopes(try list.decode([ScopeTable.Entry].self))
    case .final: self = .final
    case nil:
      self = .edit(try Change(from: decoder))
      return
    }
    try list.checkEnd()
  }

  /// Refuses an update of another version, whose items behind the number may be unknown here.
  private static func checkVersion(_ list: inout any UnkeyedDecodingContainer) throws {
    let version = try list.decode(Int.self)
    guard version == Update.wireVersion else {
      throw Update.unreadable(version: version, at: list.codingPath)
    }
  }
}

extension UnkeyedDecodingContainer {
  /// Refuses what stands behind all that an array of the wire form has.
  func checkEnd() throws {
    guard !isAtEnd else { return }
    throw DecodingError.dataCorruptedError(in: self, debugDescription: "the array holds more than it should")
  }
}
