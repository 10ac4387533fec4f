/// What a document says about itself before it begins: YAML between `---` lines, or TOML between `+++` lines.
public struct FrontMatter: Hashable, Sendable {
  public enum Format: String, Hashable, Sendable, CaseIterable {
    case yaml, toml
  }

  public var format: Format
  /// The lines between the fences, each with its line end.
  public var text: String

  public init(format: Format, text: String) {
    self.format = format
    self.text = text
  }

  /// A name and its value, as a person would read it.
  public struct Entry: Hashable, Sendable {
    public var name: String
    /// Without quotation marks and brackets; several values stand on lines of their own.
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }
}
