/// Metadata at the start of a document: YAML between `---` lines, or TOML between `+++` lines.
///
/// ```swift
/// let matter = FrontMatter(format: .yaml, text: "title: Notes\n")
/// matter.value(of: "title")  // "Notes"
/// ```
public struct FrontMatter: Hashable, Sendable {
  /// The language of the metadata.
  ///
  /// ```swift
  /// FrontMatter.FrontMatterFormat.toml  // between +++ lines
  /// ```
  public enum FrontMatterFormat: String, Hashable, Sendable, CaseIterable {
    case yaml, toml
  }

  public var format: FrontMatterFormat
  /// The lines between the fences, with their line ends.
  public var text: String

  public init(format: FrontMatterFormat, text: String) {
    self.format = format
    self.text = text
  }

  /// A name and its value, in a form for readers.
  ///
  /// ```swift
  /// FrontMatter.FrontMatterEntry(name: "tags", value: "a, b")
  /// ```
  public struct FrontMatterEntry: Hashable, Sendable {
    public var name: String
    /// The value without quotation marks and brackets. Several values are separated by line feeds or commas.
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }
}
