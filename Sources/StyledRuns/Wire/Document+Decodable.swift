/// Decodes the wire form: versioned JSON, specified in docs/ir.md and docs/ir.schema.json.
extension Document: Decodable {
  enum CodingKeys: String, CodingKey {
    case version, scopes, blocks, footnotes
  }

  /// The maximum number of nested containers in the wire form. Deeper blocks are left out, and their
  /// container says so.
  public static let maximumWireDepth = 100

  /// Decodes a document.
  ///
  /// - Throws: `DecodingError` if the version is not ``wireVersion`` or the data is not a valid document.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    guard version == Self.wireVersion else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container,
        debugDescription:
          "the document has version \(version); this library reads version \(Self.wireVersion)")
    }
    self.init(
      blocks: try container.decode([Block].self, forKey: .blocks),
      footnotes: try container.decodeIfPresent([Block].self, forKey: .footnotes) ?? [],
      scopes: try container.decodeIfPresent(ScopeTable.self, forKey: .scopes) ?? ScopeTable())
    do throws(UpdateError) { try check() } catch { throw error.decodingError(at: decoder.codingPath) }
  }
}

extension ScopeTable: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init()
    let entries = try [ScopeEntry](from: decoder)
    do throws(UpdateError) {
      try append(entries)
    } catch {
      throw error.decodingError(at: decoder.codingPath)
    }
  }
}

/// Decodes the wire form: `[parent, name]`.
extension ScopeTable.ScopeEntry: Decodable {
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let parent = ScopeStackID(rawValue: try container.decode(UInt32.self))
    self.init(parent: parent, name: try container.decode(String.self))
    try container.checkEnd()
  }
}
