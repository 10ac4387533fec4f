/// Collects the text of a link to decide whether the link's address must be shown next to it.
///
/// `[https://example.org](https://elsewhere.test)` is shown as
/// `https://example.org (https://elsewhere.test)`, because readers would otherwise believe that the link
/// leads to the address in its text.
struct LinkText {
  private var address: String?
  private var isShown = false
  private var text: [UInt8] = []

  /// The number of bytes of the text that are examined.
  private static let maximumLength = 2000

  @inline(__always)
  var isOpen: Bool { address != nil }

  /// Starts a link.
  ///
  /// - Parameter isShown: Whether to show the address regardless of the text.
  mutating func begin(_ address: String, isShown: Bool = false) {
    self.address = address
    self.isShown = isShown
    text.removeAll(keepingCapacity: true)
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard isOpen, text.count < Self.maximumLength else { return }
    text.append(contentsOf: bytes)
  }

  mutating func append(_ text: String) {
    guard isOpen else { return }
    withUTF8(text) { append($0) }
  }

  /// Ends the link.
  ///
  /// - Returns: The address if it must be shown next to the text; nil otherwise.
  mutating func end() -> String? {
    guard let address else { return nil }
    self.address = nil
    if isShown { return address }
    return text.withUnsafeBufferPointer { Self.isMisleading($0, on: address) } ? address : nil
  }

  /// Whether a text looks like an address other than the target of its link.
  ///
  /// - Parameter address: The link's address, cleaned.
  static func isMisleading(_ text: UnsafeBufferPointer<UInt8>, on address: String) -> Bool {
    // The fast path for nearly all links: their text is their address or looks like no address.
    let text = UnsafeBufferPointer(rebasing: text.prefix(maximumLength))
    guard mayHoldAddress(text), !isEqual(text, address) else { return false }
    return AddressClaim.isMisleading(String(decoding: text, as: UTF8.self), on: address)
  }

  /// Whether the text is the address, possibly without the prefix that autolinks add.
  private static func isEqual(_ text: UnsafeBufferPointer<UInt8>, _ address: String) -> Bool {
    withUTF8(address) { address in
      guard address.count >= text.count, address.suffix(text.count).elementsEqual(text) else { return false }
      let head = address.dropLast(text.count)
      return head.isEmpty || head.elementsEqual("http://".utf8) || head.elementsEqual("mailto:".utf8)
    }
  }

  /// Whether the text contains `:/`, or a dot with two characters after it, as every address does.
  private static func mayHoldAddress(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in text.indices {
      let next = index + 1 < text.count ? text[index + 1] : 0
      switch text[index] {
      case 0x80...: return true
      case UInt8(ascii: ":") where next == UInt8(ascii: "/") || next == UInt8(ascii: "\\"): return true
      case UInt8(ascii: ".") where next > 0x2F && index + 2 < text.count && text[index + 2] > 0x2F:
        return true
      default: break
      }
    }
    return false
  }

  /// Returns the address for display: percent-encoded, without user information, at most 120 bytes.
  static func shown(_ address: String) -> String {
    var sink = ByteSink()
    withUTF8(readable(address)) { sink.append(escapingAddress: $0, apostrophe: "'") }
    var text = String(decoding: sink.bytes, as: UTF8.self).replacing("&amp;", with: "&")
    if text.utf8.count > 120 { text = String(text.prefix(119)) + "\u{2026}" }
    return text
  }

  /// Removes user information, which could look like the host.
  private static func readable(_ address: String) -> String {
    guard case .web(let target) = WebAddress.kind(of: address) else { return address }
    return (target.scheme.isEmpty ? String(target.origin.dropFirst()) : target.origin) + target.path
  }
}
