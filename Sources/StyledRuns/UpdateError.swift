/// The error for an update that does not fit a document, because an earlier update was lost or because the
/// update belongs to another document.
///
/// ```swift
/// do {
///   try document.apply(update)
/// } catch {
///   print("fetch the document again: \(error)")
/// }
/// ```
public struct UpdateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason. Later versions can have more codes.
  ///
  /// ```swift
  /// if error.code == .unknownBlock { fetchAgain() }
  /// ```
  public struct Code: Hashable, Sendable {
    enum Value: Hashable, Sendable {
      case unknownBlock, outOfRange, wrongKind, unknownScope, invalidScope, tooDeep, tooLarge
    }
    var value: Value

    /// An edit names a block that does not exist.
    public static let unknownBlock = Code(value: .unknownBlock)
    /// An edit keeps more than there is.
    public static let outOfRange = Code(value: .outOfRange)
    /// An edit names a block of the wrong kind.
    public static let wrongKind = Code(value: .wrongKind)
    /// A code run names a scope stack that is not in the table.
    public static let unknownScope = Code(value: .unknownScope)
    /// An entry of the scope table does not follow its parent, already exists, or is too deep.
    public static let invalidScope = Code(value: .invalidScope)
    /// Blocks are nested deeper than ``Document/maximumWireDepth``.
    public static let tooDeep = Code(value: .tooDeep)
    /// A source range or a table is larger than any text can make it.
    public static let tooLarge = Code(value: .tooLarge)
  }

  public var code: Code
  public var block: BlockID?

  public var description: String {
    let place = block.map { " (block \($0.offset).\($0.depth))" } ?? ""
    switch code.value {
    case .unknownBlock: return "the update names a block that the document does not have\(place)"
    case .outOfRange: return "the update keeps more than the document has\(place)"
    case .wrongKind: return "the update does not fit the kind of its block\(place)"
    case .unknownScope: return "code names a scope that is not in the table\(place)"
    case .invalidScope:
      return "an entry of the scope table is there already, nests too deep, or does not follow its parent"
    case .tooDeep: return "blocks nest deeper than \(Document.maximumWireDepth)\(place)"
    case .tooLarge: return "a source range or a table is larger than any text makes it\(place)"
    }
  }
}
