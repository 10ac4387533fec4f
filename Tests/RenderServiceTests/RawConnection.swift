import Foundation

/// A TCP connection that sends what no HTTP client would.
final class RawConnection: @unchecked Sendable {
  // Unchecked: a test uses it from one task at a time.
  private let descriptor: Int32

  struct Failure: Error {}

  init(port: Int) throws {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo("localhost", String(port), &hints, &list) == 0 else { throw Failure() }
    defer { freeaddrinfo(list) }
    var next = list
    while let address = next?.pointee {
      let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
      if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 {
        var timeout = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        self.descriptor = descriptor
        return
      }
      close(descriptor)
      next = address.ai_next
    }
    throw Failure()
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      start += count
    }
  }

  /// Closes the half of the connection that sends.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads until the text ends so, or the connection does. Blocks a thread of its own.
  func read(until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
          let count = recv(descriptor, &buffer, buffer.count, 0)
          if count <= 0 { break }
          bytes += buffer[..<count]
          if isEnough(String(decoding: bytes, as: UTF8.self)) { break }
        }
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
  }
}
