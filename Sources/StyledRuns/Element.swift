/// A custom element with its blocks, such as `<think>`. Only configured names are elements; other tags are
/// raw HTML.
///
/// The text `<artifact title="Sketch">`, `Text`, `</artifact>` gives:
///
/// ```swift
/// Element(
///   name: "artifact", role: .card, attributes: [.init(name: "title", value: "Sketch")],
///   blocks: [])  // the blocks of "Text"
/// ```
public struct Element: Hashable, Sendable {
  /// The presentation of an element.
  ///
  /// ```swift
  /// if element.role == .thinking { fold(element) }
  /// ```
  public enum ElementRole: String, Hashable, Sendable, Decodable, CaseIterable {
    /// A side remark, which is shown collapsed or muted.
    case thinking
    /// A titled piece of work, shown in a frame.
    case card
    /// A group of blocks without a presentation of its own.
    case container
  }

  /// An attribute of the start tag. The name is in lower case, and character references in the value are
  /// resolved.
  ///
  /// ```swift
  /// Element.Attribute(name: "title", value: "Sketch")
  /// ```
  public struct Attribute: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The name in lower case.
  public var name: String
  public var role: ElementRole
  public var attributes: [Attribute]
  public var blocks: [Block]

  public init(name: String, role: ElementRole, attributes: [Attribute] = [], blocks: [Block]) {
    self.name = name
    self.role = role
    self.attributes = attributes
    self.blocks = blocks
  }

  /// Returns the value of the first attribute with a name; nil if there is none. O(attributes).
  public func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// Decodes the wire form: `["name", "value"]`.
extension Element.Attribute: Decodable {
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    self.init(name: try list.decode(String.self), value: try list.decode(String.self))
    try list.checkEnd()
  }
}
