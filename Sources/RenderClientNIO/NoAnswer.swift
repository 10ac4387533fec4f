internal import AsyncHTTPClient
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import CLibrary

/// The reason why a request got no response, in a readable form.
struct NoAnswer: Error, CustomStringConvertible {
  var description: String
  var underlying: any Error

  /// Describes an error; nil for errors whose own description is readable.
  init?(_ error: any Error) {
    guard let description = Self.words(for: error) else { return nil }
    self.description = description
    underlying = error
  }

  private static func words(for error: any Error) -> String? {
    switch error {
    case let error as IOError: String(cString: strerror(error.errnoCode)).lowercased()
    case let error as NIOConnectionError:
      // If there are several addresses, describe the failure of the last one; if the name has none, the
      // failure of the lookup.
      error.connectionErrors.last.flatMap { words(for: $0.error) }
        ?? words(for: error.dnsAError ?? error.dnsAAAAError)
    case let error as SocketAddressError.UnknownHost: "\(error.host): \(error.errorDescription.lowercased())"
    case is NIOSSLError: "a secure connection (https) cannot be made"
    case let error as HTTPClientError where error == .connectTimeout: "connecting took too long"
    case let error as HTTPClientError where error == .deadlineExceeded: "it took too long"
    default: nil
    }
  }

  private static func words(for error: (any Error)?) -> String? { error.flatMap { words(for: $0) } }
}
