import AsyncHTTPClient
import HummingbirdTesting
import NIOCore
import RenderClientNIO
import Testing

@testable import RenderClient
@testable import RenderService

extension ServiceUnderTest {
  /// Calls `body` with a client whose connections break, and one whose do not.
  func withClients(
    seed: UInt64, _ body: (_ faulty: RenderClient, _ direct: RenderClient) async throws -> Void
  ) async throws {
    let port = try #require(client.port)
    let proxy = try await FaultyProxy(to: port, seed: seed)
    // Connections of its own, and many: each request may meet another fault.
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    configuration.timeout.connect = .seconds(5)
    configuration.timeout.read = .milliseconds(500)
    try await HTTPClient.withHTTPClient(configuration: configuration) { http in
      var policy = ReconnectPolicy(tries: 1000, silence: .milliseconds(400))
      policy.sleep = { _ in try await Task.sleep(for: .milliseconds(2)) }
      let transport = AsyncHTTPTransport(client: http)
      try await body(
        try RenderClient(server: "http://127.0.0.1:\(proxy.port)", transport: transport, policy: policy),
        try RenderClient(server: "http://127.0.0.1:\(port)", transport: AsyncHTTPTransport()))
    }
    try await proxy.stop()
  }
}
