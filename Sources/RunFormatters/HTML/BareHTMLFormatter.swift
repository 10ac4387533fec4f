public import StyledRuns

/// Writes HTML byte for byte like cmark-gfm 0.29.0.gfm.6, as in the examples of the GFM specification: no
/// classes except the language of code, no headers, no colours.
///
/// ```swift
/// BareHTMLFormatter().format(document)  // <p>Hello <em>world</em></p>
/// ```
public struct BareHTMLFormatter: Sendable {
  /// Whether raw HTML and links of any scheme are copied. Otherwise raw HTML becomes a comment, and links
  /// that could execute a script lose their address.
  public var unsafeHTML: Bool
  /// Whether the tags of GFM 6.11 (`<script>`, `<title>` and others) are escaped. Applies only with
  /// ``unsafeHTML``.
  public var filtersTags: Bool
  /// The policy for images and links, which lose their address if it refuses them; nil for the output of the
  /// specification.
  public var links: LinkPolicy?

  public init(unsafeHTML: Bool = false, filtersTags: Bool = false, links: LinkPolicy? = nil) {
    self.unsafeHTML = unsafeHTML
    self.filtersTags = filtersTags
    self.links = links
  }

  /// Returns the document's HTML. O(output).
  public func format(_ document: Document) -> [UInt8] {
    var out = ByteSink(capacity: 1 << 16)
    write(document, into: &out)
    return out.bytes
  }

  /// Appends the document's HTML.
  public func write(_ document: Document, into out: inout ByteSink) {
    var writer = BareHTMLWriter(
      unsafeHTML: unsafeHTML, filtersTags: filtersTags, links: links, start: out.count)
    writer.write(document, into: &out)
  }
}
