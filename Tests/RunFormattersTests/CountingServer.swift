import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A server on a free port of this machine that answers every request with one body, and keeps what was asked for.
final class CountingServer: Sendable {
  let port: Int
  private let listener: Int32
  private let requests = Mutex<[String]>([])

  struct Failure: Error {}

  init(body: [UInt8], contentType: String) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isListening else { throw Failure() }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: \(contentType)\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    let answer = Array(head.utf8) + body
    Thread { [self] in serve(answer) }.start()
  }

  /// The request lines received so far, such as `GET /x`.
  var lines: [String] { requests.withLock { $0 } }

  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func serve(_ answer: [UInt8]) {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { break }
      // A connection that is opened counts, whatever comes through it; a browser opens some in advance.
      var timeout = timeval(tv_sec: 2, tv_usec: 0)
      setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection, &buffer, buffer.count, 0)
      let line = String(decoding: buffer.prefix(max(count, 0)).prefix { $0 != 0x0D }, as: UTF8.self)
      requests.withLock { $0.append(String(line.prefix { $0 != "H" || !line.hasSuffix("HTTP/1.1") })) }
      _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
      close(connection)
    }
    close(listener)
  }
}
