/// A rendered document: blocks of styled runs, independent of any theme and any output format.
public struct Document: Hashable, Sendable {
  /// The version of the wire form that this package reads and writes.
  public static let wireVersion = 1

  /// Top-level blocks in source order; footnote definitions are not among them.
  public var blocks: [Block]
  /// Referenced footnote definitions by number; each block's content is ``Block/Content/footnote(_:)``.
  public var footnotes: [Block]
  /// The scope stacks that the code runs name.
  public var scopes: ScopeTable

  public init(blocks: [Block] = [], footnotes: [Block] = [], scopes: ScopeTable = ScopeTable()) {
    self.blocks = blocks
    self.footnotes = footnotes
    self.scopes = scopes
  }
}
