/// A page or document that a message draws upon, by title and address.
///
/// ```swift
/// SourceReference(title: "Tide tables", address: "https://tides.example/westport", quote: "High water at six")
/// ```
///
/// A message names each source once, in the list of a part of the kind ``MessagePart/Content/sources(_:)``. The number
/// of a source is its place in this list, from 1. Text that cites a source has a link to its address, with the number as
/// text and the title as title, between `<sup>` and `</sup>`.
public struct SourceReference: Hashable, Sendable, Decodable {
  public var title: String?
  /// The address; nil for a source that has none, such as a file that was uploaded.
  public var address: String?
  /// The passage of the source that is cited first, if it is known.
  public var quote: String?

  public init(title: String? = nil, address: String? = nil, quote: String? = nil) {
    self.title = title
    self.address = address
    self.quote = quote
  }

  /// The title, or else the address; empty if neither is known.
  public var label: String {
    if let title, !title.isEmpty { return title }
    return address ?? ""
  }
}
