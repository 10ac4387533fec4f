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
  public var code: UpdateErrorCode
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

/// The reason. Later versions can have more codes.
///
/// ```swift
/// do {
///   try document.apply(update)
/// } catch where error.code == .unknownBlock {
///   fetchAgain()
/// }
/// ```
public struct UpdateErrorCode: Hashable, Sendable {
  enum CodeValue: Hashable, Sendable {
    case unknownBlock, outOfRange, wrongKind, unknownScope, invalidScope, tooDeep, tooLarge
  }
  var value: CodeValue

  /// An edit names a block that does not exist.
  public static let unknownBlock = UpdateErrorCode(value: .unknownBlock)
  /// An edit keeps more than there is.
  public static let outOfRange = UpdateErrorCode(value: .outOfRange)
  /// An edit names a block of the wrong kind.
  public static let wrongKind = UpdateErrorCode(value: .wrongKind)
  /// A code run names a scope stack that is not in the table.
  public static let unknownScope = UpdateErrorCode(value: .unknownScope)
  /// An entry of the scope table does not follow its parent, already exists, or is too deep.
  public static let invalidScope = UpdateErrorCode(value: .invalidScope)
  /// Blocks are nested deeper than ``Document/maximumWireDepth``.
  public static let tooDeep = UpdateErrorCode(value: .tooDeep)
  /// A source range or a table is larger than any text can make it.
  public static let tooLarge = UpdateErrorCode(value: .tooLarge)
}
