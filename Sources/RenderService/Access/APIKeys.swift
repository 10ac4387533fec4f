internal import Crypto
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The owner of streams and other resources: the key of a request, or all clients together if no keys are
/// required.
struct Owner: Hashable, Sendable {
  /// The first digits of the key's hash; empty if no keys are required.
  var id: String

  static let everybody = Owner(id: "")
}

/// The accepted keys, stored as hashes. They can be replaced while the service runs.
final class APIKeys: Sendable {
  private let digests: Mutex<[[UInt8]]>

  /// Creates the set of accepted keys.
  ///
  /// - Parameters:
  ///   - keys: The keys in plain text.
  ///   - hashes: SHA-256 hashes of keys, in hexadecimal.
  init(keys: [String], hashes: [String]) {
    digests = Mutex(Self.digests(keys, hashes))
  }

  private static func digests(_ keys: [String], _ hashes: [String]) -> [[UInt8]] {
    keys.map { Array(SHA256.hash(data: Data($0.utf8))) }
      + hashes.map { hash in
        let digits = hash.compactMap(\.hexDigitValue).map(UInt8.init)
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
      }
  }

  var isEmpty: Bool { digests.withLock { $0.isEmpty } }

  /// Replaces all keys with those of a configuration.
  func replace(with configuration: ServiceConfiguration) {
    let new = Self.digests(configuration.keys, configuration.keyHashes)
    digests.withLock { $0 = new }
  }

  /// Returns the owner of a key; nil for an unknown key. Compares all keys and all bytes, so that the
  /// duration reveals nothing.
  func owner(of key: some StringProtocol) -> Owner? {
    let digest = Array(SHA256.hash(data: Data(key.utf8)))
    var owner: Owner?
    for known in digests.withLock({ $0 }) {
      var difference = UInt8(known.count == digest.count ? 0 : 1)
      for (left, right) in zip(known, digest) { difference |= left ^ right }
      if difference == 0 { owner = Owner(id: known.prefix(8).map { Self.hexadecimal($0) }.joined()) }
    }
    return owner
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }
}
