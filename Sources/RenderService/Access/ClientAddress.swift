internal import CLibrary
internal import HTTPTypes

/// A range of IP addresses, such as `10.0.0.0/8`, `::1` or `192.0.2.7`.
struct AddressRange: Hashable, Sendable {
  private var bytes: [UInt8]
  private var bits: Int

  /// Parses an address with or without a prefix length; nil if the text is invalid.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let bytes = Self.bytes(of: String(parts[0])) else { return nil }
    self.bytes = bytes
    bits = bytes.count * 8
    guard parts.count == 2 else { return }
    guard let bits = Int(parts[1]), (0...bytes.count * 8).contains(bits) else { return nil }
    self.bits = bits
  }

  func contains(_ address: String) -> Bool {
    guard let other = Self.bytes(of: address), other.count == bytes.count else { return false }
    let whole = bits / 8
    guard other[..<whole] == bytes[..<whole] else { return false }
    let rest = bits % 8
    return rest == 0 || (other[whole] ^ bytes[whole]) >> UInt8(8 - rest) == 0
  }

  /// Returns the 4 or 16 bytes of an address; nil if the text is no address. An IPv4-mapped IPv6 address
  /// counts as IPv4.
  static func bytes(of text: String) -> [UInt8]? {
    var short = [UInt8](repeating: 0, count: 4)
    if inet_pton(AF_INET, text, &short) == 1 { return short }
    var long = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, text, &long) == 1 else { return nil }
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    return long.starts(with: mapped) ? Array(long[12...]) : long
  }
}

/// Determines the address of a client that may be behind proxies.
///
/// Each proxy appends the address of its peer to a header. The header is therefore read from its end, as long
/// as a trusted proxy wrote the entry. Entries that the client forged come before those.
struct ClientAddress: Sendable {
  /// The header in which proxies pass on the client's address; nil if there are no proxies.
  let header: HTTPField.Name?
  let proxies: [AddressRange]

  init(_ configuration: ServiceConfiguration) {
    header = configuration.addressHeader.flatMap { HTTPField.Name($0) }
    proxies = configuration.trustedProxies.compactMap { AddressRange($0) }
  }

  /// Whether the address belongs to a trusted proxy.
  func isProxy(_ address: String) -> Bool { header != nil && proxies.contains { $0.contains(address) } }

  /// Returns the address of the client whose request came from `peer`.
  func client(of headers: HTTPFields, from peer: String) -> String {
    guard let header, isProxy(peer) else { return peer }
    var address = peer
    for value in headers[values: header].flatMap({ $0.split(separator: ",") }).reversed() {
      let named = String(value.filter { $0 != " " && $0 != "\t" && $0 != "[" && $0 != "]" })
      guard AddressRange.bytes(of: named) != nil else { break }
      address = named
      if !isProxy(named) { break }
    }
    return address
  }
}
