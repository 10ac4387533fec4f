/// A page or document that a message uses as a source, with its title and address.
///
/// ```swift
/// SourceReference(
///   title: "Tide tables", address: "https://tides.example/westport", quote: "High water at six")
/// ```
///
/// A message lists each source once, in a part of the kind ``MessagePart/PartContent/sources(_:)``. The number of
/// a source is its position in this list, from 1. Text that cites a source links to the source's address,
/// with the number as link text between `<sup>` and `</sup>`, and the title as link title.
public struct SourceReference: Hashable, Sendable, Decodable {
  public var title: String?
  /// The address; nil for a source without one, such as an uploaded file.
  public var address: String?
  /// The first cited passage of the source, if it is known.
  public var quote: String?

  public init(title: String? = nil, address: String? = nil, quote: String? = nil) {
    self.title = title
    self.address = address
    self.quote = quote
  }

  /// The title, or else the address; empty if both are unknown.
  public var label: String {
    if let title, !title.isEmpty { return title }
    return address ?? ""
  }
}
