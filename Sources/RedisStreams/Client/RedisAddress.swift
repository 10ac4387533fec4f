#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The address of a Redis server, as a URL: `redis://[user:password@]host[:port][/db]`, `rediss://` with TLS,
/// or `unix:///path[?db=1]`.
///
/// ```swift
/// try RedisAddress("redis://:secret@10.0.0.5:6379/2")
/// ```
package struct RedisAddress: Hashable, Sendable {
  /// The endpoint of a server: a TCP address or a Unix socket.
  package enum Endpoint: Hashable, Sendable, CustomStringConvertible {
    case host(String, port: Int)
    case path(String)

    package var description: String {
      switch self {
      case .host(let host, let port): "\(host):\(port)"
      case .path(let path): path
      }
    }
  }

  package var endpoint: Endpoint
  package var usesTLS = false
  package var user: String?
  package var password: String?
  package var database = 0

  /// Parses an address.
  ///
  /// - Throws: ``InvalidRedisAddress`` if the text is not a Redis URL.
  package init(_ text: String) throws(InvalidRedisAddress) {
    guard let parts = URLComponents(string: text) else { throw InvalidRedisAddress("is no URL") }
    switch parts.scheme {
    case "redis", "rediss":
      guard let host = parts.host, !host.isEmpty else { throw InvalidRedisAddress("names no host") }
      let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
      let port = parts.port ?? 6379
      guard (1...65535).contains(port) else { throw InvalidRedisAddress("has an impossible port") }
      endpoint = .host(bare, port: port)
      usesTLS = parts.scheme == "rediss"
      let path = parts.path.drop { $0 == "/" }
      guard path.isEmpty || Int(path) != nil else {
        throw InvalidRedisAddress("must end with the number of a database, not '\(path)'")
      }
      database = Int(path) ?? 0
    case "unix":
      guard !parts.path.isEmpty else { throw InvalidRedisAddress("names no path") }
      endpoint = .path(parts.path)
      let item = parts.queryItems?.first { $0.name == "db" }?.value
      guard item == nil || item.flatMap(Int.init) != nil else {
        throw InvalidRedisAddress("must have a number as db")
      }
      database = item.flatMap(Int.init) ?? 0
    default: throw InvalidRedisAddress("must begin with redis://, rediss:// or unix://")
    }
    guard database >= 0 else { throw InvalidRedisAddress("has a negative database") }
    user = parts.user.flatMap { $0.isEmpty ? nil : $0 }
    password = parts.password.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the same settings for another endpoint, such as another node of a cluster.
  func at(_ endpoint: Endpoint) -> RedisAddress {
    var address = self
    address.endpoint = endpoint
    return address
  }
}

/// The reason why a text is not a ``RedisAddress``.
package struct InvalidRedisAddress: Error, CustomStringConvertible {
  package var description: String

  init(_ description: String) { self.description = description }
}
