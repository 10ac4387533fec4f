internal import Crypto
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Creates and verifies tickets. The holder of a ticket can read the events of one stream without a key until
/// the ticket expires.
///
/// ```swift
/// let ticket = tickets.ticket(for: id, owner: owner, until: expiry)
/// tickets.owner(of: ticket, for: id, at: now)  // the owner, until then
/// ```
///
/// A ticket is `EXPIRY.OWNER.SIGNATURE`: seconds since 1970, the owner's identifier, and an HMAC-SHA256 of
/// both and of the stream's identifier. The service stores no tickets. If streams are kept in this process, a
/// restart invalidates all tickets, and ends all streams.
struct StreamTickets: Sendable {
  private let key: SymmetricKey

  /// Creates tickets with a secret.
  ///
  /// - Parameter secret: The secret of all machines that share the streams; nil for a secret of this process.
  init(secret: [UInt8]? = nil) {
    key = secret.map { SymmetricKey(data: $0) } ?? SymmetricKey(size: .bits256)
  }

  func ticket(for id: StreamID, owner: Owner, until expiry: Int) -> String {
    let claim = "\(expiry).\(owner.id)"
    let signature = HMAC<SHA256>.authenticationCode(for: Self.message(claim, id), using: key)
    return claim + "." + Self.encoded(signature)
  }

  /// Returns the owner of a ticket, or `nil` if the ticket is invalid, expired or for another stream.
  ///
  /// - Parameter now: The current time in seconds since 1970.
  func owner(of ticket: some StringProtocol, for id: StreamID, at now: Int) -> Owner? {
    let parts = ticket.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let expiry = Int(parts[0]), let signature = Self.decoded(parts[2]),
      HMAC<SHA256>.isValidAuthenticationCode(
        signature, authenticating: Self.message("\(parts[0]).\(parts[1])", id), using: key),
      now < expiry
    else { return nil }
    return Owner(id: String(parts[1]))
  }

  private static func message(_ claim: String, _ id: StreamID) -> Data { Data("\(claim).\(id.text)".utf8) }

  /// Encodes bytes as Base64 in the alphabet for URLs (RFC 4648, section 5), without padding.
  private static func encoded(_ signature: some Sequence<UInt8>) -> String {
    Data(signature).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
  }

  private static func decoded(_ text: some StringProtocol) -> Data? {
    let standard = String(text).replacing("-", with: "+").replacing("_", with: "/")
    return Data(base64Encoded: standard + String(repeating: "=", count: (4 - standard.count % 4) % 4))
  }
}

/// Provides the tickets of a service, whose secret may be in a shared store.
struct TicketOffice: Sendable {
  let streams: any StreamRegistry
  private let own = StreamTickets()

  init(streams: any StreamRegistry) { self.streams = streams }

  /// Returns the signer of tickets.
  ///
  /// - Throws: 503 if the store cannot be reached.
  func signer() async throws(APIError) -> StreamTickets {
    try await streams.ticketKey().map { StreamTickets(secret: $0) } ?? own
  }
}
