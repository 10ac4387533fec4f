/// Why an update does not fit a document: one was lost, or it belongs to another document.
public struct UpdateError: Error, Hashable, Sendable, CustomStringConvertible {
  public struct Code: Hashable, Sendable {
    enum Value: Hashable, Sendable { case unknownBlock, outOfRange, wrongKind }
    var value: Value

    /// An edit names a block that is not there.
    public static let unknownBlock = Code(value: .unknownBlock)
    /// An edit keeps more than there is.
    public static let outOfRange = Code(value: .outOfRange)
    /// An edit names a block of another kind than it is for.
    public static let wrongKind = Code(value: .wrongKind)
  }

  public var code: Code
  public var block: BlockID?

  public var description: String {
    let place = block.map { " (block \($0.offset).\($0.depth))" } ?? ""
    switch code.value {
    case .unknownBlock: return "the update names a block that the document does not have\(place)"
    case .outOfRange: return "the update keeps more than the document has\(place)"
    case .wrongKind: return "the update does not fit the kind of its block\(place)"
    }
  }
}
