/// The address of a page, against which relative addresses in a document are resolved.
///
/// ```swift
/// var policy = LinkPolicy()
/// policy.base = BaseAddress("https://example.org/docs/page")
/// ```
public struct BaseAddress: Hashable, Sendable {
  let address: WebAddress

  /// Parses an address; nil unless it is an `http:` or `https:` address with a host.
  public init?(_ text: String) {
    guard case .web(let address) = WebAddress.kind(of: LinkPolicy.cleaned(text)), !address.scheme.isEmpty,
      !text.contains("@")
    else { return nil }
    self.address = address
  }
}

/// An address with a placeholder for another address.
///
/// ```swift
/// var policy = LinkPolicy()
/// policy.imageProxy = AddressTemplate("https://images.example.org/?url={url}")
/// ```
public struct AddressTemplate: Hashable, Sendable {
  private let head: String
  private let tail: String
  /// The host of the template, as an address.
  let origin: WebAddress

  /// Parses a template; nil unless it is an `http:` or `https:` address with `{url}` after its host.
  public init?(_ text: String) {
    guard let place = text.firstRange(of: "{url}") else { return nil }
    head = String(text[..<place.lowerBound])
    tail = String(text[place.upperBound...])
    guard case .web(let address) = WebAddress.kind(of: LinkPolicy.cleaned(head)), !address.scheme.isEmpty,
      !address.path.isEmpty, !text.contains("@")
    else { return nil }
    origin = address
  }

  /// Replaces the placeholder with a percent-encoded address: `https%3A%2F%2Fexample.org%2Fa.png`.
  func filled(with address: String) -> String {
    var bytes: [UInt8] = []
    for byte in address.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "%"))
        for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
      }
    }
    return head + String(decoding: bytes, as: UTF8.self) + tail
  }
}
