internal import Crypto
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The key that a request showed, for what belongs to it; the same for everybody where no keys are required.
struct Owner: Hashable, Sendable {
  /// The first digits of the key's hash; empty for everybody.
  var id: String

  static let everybody = Owner(id: "")
}

/// The keys that clients may show, kept as hashes only; others may take their place while the service runs.
final class APIKeys: Sendable {
  private let digests: Mutex<[[UInt8]]>

  /// - Parameters:
  ///   - keys: keys as they are.
  ///   - hashes: SHA-256 of keys, in hexadecimal digits.
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

  /// Lets the keys of other settings count from now on.
  func replace(with configuration: ServiceConfiguration) {
    let new = Self.digests(configuration.keys, configuration.keyHashes)
    digests.withLock { $0 = new }
  }

  /// Whose key it is. Looks at every key and at every byte, so that the time tells nothing.
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
