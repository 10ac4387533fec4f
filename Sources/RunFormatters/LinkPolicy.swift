/// Which addresses links and images may have.
///
/// An address is read as a browser reads it: control characters and spaces around it, tabs and line ends
/// inside it, and the case of its scheme do not count.
public struct LinkPolicy: Hashable, Sendable {
  /// Lower case, without the colon. An address without a scheme is always allowed.
  public var linkSchemes: Set<String> {
    didSet { allowsSecureLinks = linkSchemes.contains("https") }
  }
  public var imageSchemes: Set<String>
  /// Whether an image may be `data:` of a bitmap type (PNG, JPEG, GIF, WebP).
  public var allowsBitmapData: Bool
  /// Whether links may be `https:`, as nearly all are.
  private(set) var allowsSecureLinks: Bool

  public init(
    linkSchemes: Set<String> = ["http", "https", "mailto", "tel"],
    imageSchemes: Set<String> = ["http", "https"], allowsBitmapData: Bool = true
  ) {
    self.linkSchemes = linkSchemes
    self.imageSchemes = imageSchemes
    self.allowsBitmapData = allowsBitmapData
    allowsSecureLinks = linkSchemes.contains("https")
  }

  /// The address to write for a link, cleaned; nil where it is not allowed.
  public func link(_ address: String) -> String? {
    let clean = Self.cleaned(address)
    if withUTF8(address, { Self.isSecure($0) }) { return allowsSecureLinks ? clean : nil }
    guard let scheme = Self.scheme(of: clean) else { return clean }
    return linkSchemes.contains(scheme) ? clean : nil
  }

  /// Whether the address is a link's without a closer look: `https:`, as nearly all are, and nothing to be cleaned.
  @inline(__always)
  func allowsAsIs(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    allowsSecureLinks && Self.isSecure(address) && Self.isClean(address)
  }

  /// Whether the address begins with `https://`, as nearly all do.
  @inline(__always)
  static func isSecure(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    guard address.count >= 8, let start = address.baseAddress else { return false }
    let head = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    return head == 0x2F2F_3A73_7074_7468
  }

  /// The address to write for an image, cleaned; nil where it is not allowed.
  public func image(_ address: String) -> String? {
    let clean = Self.cleaned(address)
    guard let scheme = Self.scheme(of: clean) else { return clean }
    if scheme == "data" {
      let head = clean.utf8.prefix(32).map { $0 | 0x20 }
      let types = ["png", "jpeg", "gif", "webp"].map { Array("data:image/\($0)".utf8) }
      let isBitmap = types.contains { type in
        head.starts(with: type) && head.count > type.count
          && (head[type.count] == UInt8(ascii: ";") || head[type.count] == UInt8(ascii: ","))
      }
      return allowsBitmapData && isBitmap ? clean : nil
    }
    return imageSchemes.contains(scheme) ? clean : nil
  }

  /// Whether there is no space and no control character.
  @inline(__always)
  private static func isClean(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    ByteWords.isFree(address) { ByteWords.below($0, 0x21) | ByteWords.equal($0, 0x7F) }
  }

  /// Without the characters that browsers skip.
  static func cleaned(_ address: String) -> String {
    if withUTF8(address, { isClean($0) }) { return address }
    let kept = address.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    var scalars = String.UnicodeScalarView(kept)[...]
    while scalars.first?.value == 0x20 { scalars.removeFirst() }
    while scalars.last?.value == 0x20 { scalars.removeLast() }
    return String(scalars)
  }

  /// The scheme in lower case; nil for a relative address.
  ///
  /// Anything before the first colon that is not a scheme's characters makes the address relative, if a
  /// slash, `?` or `#` comes before the colon; otherwise the whole counts as a scheme that nobody allows.
  static func scheme(of address: String) -> String? {
    var name: [UInt8] = []
    for byte in address.utf8 {
      switch byte {
      case UInt8(ascii: ":"): return String(decoding: name, as: UTF8.self)
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return nil
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): name.append(byte | 0x20)
      default: name.append(byte)
      }
    }
    return nil
  }
}
