/// A rendered document: blocks of styled runs, independent of any theme and any output format.
///
/// The document of `Hello *world*` has one paragraph with two runs:
///
/// ```swift
/// let document = Document(blocks: [
///   Block(
///     id: BlockID(offset: 0, depth: 0), source: 0..<13,
///     content: .paragraph(
///       Inlines(
///         text: "Hello world",
///         runs: [InlineRun(length: 6), InlineRun(length: 5, span: 0)],
///         spans: [InlineSpan(kind: .emphasis)])))
/// ])
/// ```
public struct Document: Hashable, Sendable {
  /// The version of the wire form that this package reads and writes.
  public static let wireVersion = 1

  /// The top-level blocks in source order, without footnote definitions.
  public var blocks: [Block]
  /// The referenced footnote definitions in the order of their numbers. Each block's content is
  /// ``Block/BlockContent/footnote(_:)``.
  public var footnotes: [Block]
  /// The scope stacks that the code runs refer to.
  public var scopes: ScopeTable

  public init(blocks: [Block] = [], footnotes: [Block] = [], scopes: ScopeTable = ScopeTable()) {
    self.blocks = blocks
    self.footnotes = footnotes
    self.scopes = scopes
  }
}
