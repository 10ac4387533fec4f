/// The replacement of an image that a page may not load: a link with the image's text and address.
///
/// `![A chart](https://elsewhere.test/c.png)` becomes `<a href="https://elsewhere.test/c.png">A chart
/// (https://elsewhere.test/c.png)</a>`.
struct UnloadedImage {
  var address: String
  private var target: String?

  /// Creates the replacement of an image.
  ///
  /// - Parameter links: The policy for links; nil if a link is not possible here.
  init(address: String, links: LinkPolicy?) {
    self.address = address
    if let links, !address.isEmpty, case .allowed(let target) = links.verdict(onLink: address) {
      self.target = target
    }
  }

  /// Writes the HTML before the image's text.
  func writeStart(into out: inout ByteSink) {
    guard let target else { return out.append("<span class=\"ils-unloaded\">") }
    out.append("<a class=\"ils-unloaded\" href=\"")
    withUTF8(target) { out.append(escapingAddress: $0) }
    out.append("\">")
  }

  /// Writes the HTML after the image's text.
  func writeEnd(hasText: Bool, into out: inout ByteSink) {
    if hasText {
      out.append(target: address.isEmpty ? nil : address)
    } else {
      out.append("<bdi class=\"ils-target\">")
      out.append(escapingHTML: LinkText.shown(address))
      out.append("</bdi>")
    }
    out.append(target == nil ? "</span>" : "</a>")
  }
}

extension ByteSink {
  /// Appends a link's address after the link's replacement text, unless the address is nil.
  mutating func append(target address: String?) {
    guard let address else { return }
    append(" <bdi class=\"ils-target\">(")
    append(escapingHTML: LinkText.shown(address))
    append(")</bdi>")
  }

  /// Appends an address for a quoted attribute. A fragment within the page gets the prefix of identifiers.
  mutating func append(address: String, fragmentPrefix: String) {
    withUTF8(address) { bytes in
      guard bytes.first == UInt8(ascii: "#"), bytes.count > 1, !fragmentPrefix.isEmpty else {
        return append(escapingAddress: bytes)
      }
      append(UInt8(ascii: "#"))
      withUTF8(fragmentPrefix) { append(escapingAddress: $0) }
      append(escapingAddress: UnsafeBufferPointer(rebasing: bytes.dropFirst()))
    }
  }
}
