/// The wire form of updates: versioned JSON, described in docs/updates.md and docs/update.schema.json.
extension Update: Codable {
  /// Whether it brings edits and nothing else, as most do: then it is written as an array, its number before the edits.
  package var isPlain: Bool {
    !statesVersion && scopes.isEmpty && !edits.isEmpty && finished == nil && !isFinal
  }

  enum CodingKeys: String, CodingKey {
    case version, sequence = "seq", scopes, edits, finished, final
  }

  /// Fails for another version than ``wireVersion`` and for anything that is no update. The first update of
  /// a session states the version; the others need not.
  public init(from decoder: any Decoder) throws {
    if var list = try? decoder.unkeyedContainer() {
      self.init(sequence: try list.decode(Int.self), edits: [])
      guard sequence > 1 else {
        throw DecodingError.dataCorruptedError(
          in: list,
          debugDescription: "the update has no version; this library reads version \(Self.wireVersion)")
      }
      while !list.isAtEnd { edits.append(try list.decode(Edit.self)) }
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let sequence = try container.decode(Int.self, forKey: .sequence)
    let version = try container.decodeIfPresent(Int.self, forKey: .version)
    guard version == Self.wireVersion || version == nil && sequence > 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container,
        debugDescription:
          "the update has \(version.map { "version \($0)" } ?? "no version"); this library reads version \(Self.wireVersion)"
      )
    }
    self.init(
      sequence: sequence,
      scopes: try container.decodeIfPresent([ScopeTable.Entry].self, forKey: .scopes) ?? [],
      edits: try container.decodeIfPresent([Edit].self, forKey: .edits) ?? [],
      finished: try container.decodeIfPresent([WireCount].self, forKey: .finished)?.map(\.value),
      isFinal: try container.decodeIfPresent(Bool.self, forKey: .final) ?? false)
  }

  public func encode(to encoder: any Encoder) throws {
    if isPlain {
      var list = encoder.unkeyedContainer()
      try list.encode(sequence)
      for edit in edits { try list.encode(edit) }
      return
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    if statesVersion { try container.encode(Self.wireVersion, forKey: .version) }
    try container.encode(sequence, forKey: .sequence)
    if !scopes.isEmpty { try container.encode(scopes, forKey: .scopes) }
    if !edits.isEmpty { try container.encode(edits, forKey: .edits) }
    try container.encodeIfPresent(finished, forKey: .finished)
    if isFinal { try container.encode(true, forKey: .final) }
  }
}
