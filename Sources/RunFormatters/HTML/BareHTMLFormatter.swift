public import StyledRuns

/// Writes HTML exactly as the examples of the GFM specification print it: no classes but the language of code, no
/// chrome, no colours. The same bytes as cmark-gfm 0.29.0.gfm.6.
public struct BareHTMLFormatter: Sendable {
  /// Raw HTML passes as it is, and so does any link. Without it raw HTML becomes a comment, and links that could
  /// run something lose their address.
  public var unsafeHTML: Bool
  /// With ``unsafeHTML``: the tags of GFM 6.11 (`<script>`, `<title>` and others) lose their `<`.
  public var filtersTags: Bool
  /// The policy for images and links; those it refuses lose their address. Nil for the specification's output.
  public var links: LinkPolicy?

  public init(unsafeHTML: Bool = false, filtersTags: Bool = false, links: LinkPolicy? = nil) {
    self.unsafeHTML = unsafeHTML
    self.filtersTags = filtersTags
    self.links = links
  }

  /// Returns the document's HTML. O(its size).
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
