#if canImport(Darwin)
  public import Foundation

  /// Sends requests with `URLSession` on Apple's platforms.
  ///
  /// ```swift
  /// let client = try RenderClient(server: "https://example.org", transport: URLSessionTransport())
  /// ```
  public struct URLSessionTransport: HTTPTransport {
    private let session: URLSession

    public init(session: URLSession = URLSession(configuration: .ephemeral)) {
      self.session = session
    }

    public func send(_ request: HTTPRequestParts) async throws -> HTTPResponseParts {
      guard let url = URL(string: request.url) else {
        throw ClientError(.badAddress, "'\(request.url)' is no address")
      }
      var message = URLRequest(url: url)
      message.httpMethod = request.method
      for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
      if !request.body.isEmpty { message.httpBody = Data(request.body) }
      let (bytes, response) = try await session.bytes(for: message)
      guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      var headers: [String: String] = [:]
      for (name, value) in response.allHeaderFields {
        if let name = name as? String, let value = value as? String { headers[name.lowercased()] = value }
      }
      return HTTPResponseParts(status: response.statusCode, headers: headers, body: URLSessionBody(bytes))
    }

    /// Reads the body line by line, as events arrive. Reading single bytes would be too slow, and
    /// `URLSession` has nothing in between.
    // Unchecked: only one task at a time reads the body, as `HTTPBody` requires.
    private final class URLSessionBody: HTTPBody, @unchecked Sendable {
      private var iterator: URLSession.AsyncBytes.Iterator

      init(_ bytes: URLSession.AsyncBytes) {
        iterator = bytes.makeAsyncIterator()
      }

      func next() async throws -> [UInt8]? {
        var piece: [UInt8] = []
        while let byte = try await iterator.next() {
          piece.append(byte)
          if byte == UInt8(ascii: "\n") || piece.count >= 1 << 16 { break }
        }
        return piece.isEmpty ? nil : piece
      }
    }
  }
#endif
