extension Table: Decodable {
  enum CodingKeys: String, CodingKey {
    case alignments, header, rows
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let alignments = try container.decode([String].self, forKey: .alignments).map { name in
      guard let alignment = ColumnAlignment(wire: name) else {
        throw DecodingError.dataCorruptedError(
          forKey: .alignments, in: container, debugDescription: "'\(name)' is no alignment")
      }
      return alignment
    }
    self.init(
      alignments: alignments, header: try container.decode(TableRow.self, forKey: .header),
      rows: try container.decode([TableRow].self, forKey: .rows))
    guard header.cells.count == alignments.count, rows.allSatisfy({ $0.cells.count == alignments.count })
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .rows, in: container, debugDescription: "each row has a cell for each alignment")
    }
  }
}

extension Table.ColumnAlignment {
  public var wire: String {
    switch self {
    case .none: "none"
    case .left: "left"
    case .center: "center"
    case .right: "right"
    }
  }

  init?(wire: String) {
    switch wire {
    case "none": self = .none
    case "left": self = .left
    case "center": self = .center
    case "right": self = .right
    default: return nil
    }
  }
}

extension Table.TableRow: Decodable {
  enum CodingKeys: String, CodingKey {
    case source, cells
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      source: try container.decode(WireRange.self, forKey: .source).range,
      cells: try container.decode([Inlines].self, forKey: .cells))
  }
}
