import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import RenderService

/// Two services with one store. They have no sockets: requests of one service run beside each other, so that a reader can
/// wait while others write.
///
/// ```swift
/// try await SharedServices.run(on: redis.address) { one, other in
///   let path = try await one.stream()
///   try await SharedServices.send(Array("# Hi".utf8), 1, to: path, other)
/// }
/// ```
enum SharedServices {
  static func run(
    on address: String, _ change: @escaping @Sendable (inout ServiceConfiguration) -> Void = { _ in },
    _ body: @Sendable (ServiceUnderTest, ServiceUnderTest) async throws -> Void
  ) async throws {
    let configure = { @Sendable (configuration: inout ServiceConfiguration) in
      configuration.store = .test(on: address, prefix: "shared:")
      configuration.store.lease = .milliseconds(400)
      configuration.store.timeout = .seconds(5)
      configuration.times.heartbeat = .milliseconds(200)
      change(&configuration)
    }
    try await ServiceUnderTest.run(.router, configure) { one in
      try await ServiceUnderTest.run(.router, configure) { other in try await body(one, other) }
    }
  }

  /// Appends a chunk, again as long as the store is not available.
  static func send(
    _ bytes: [UInt8], _ number: Int, to path: String, _ service: ServiceUnderTest
  ) async throws {
    func attempt() async throws -> Int {
      try await service.client.execute(
        uri: "/api/v1\(path)/chunks?seq=\(number)", method: .post,
        headers: [.contentType: "application/octet-stream"], body: ByteBuffer(bytes: bytes)
      ) { $0.status.code }
    }
    var status = try await attempt()
    try await waitWhile(
      try await {
        guard status == 503 else { return false }
        status = try await attempt()
        return status == 503
      }())
    #expect(status == 202)
  }

  /// Creates a stream. As a client does, it asks again while Redis does not answer.
  static func stream(_ service: ServiceUnderTest) async throws -> String {
    var id: String?
    try await waitWhile(
      try await {
        id = try await service.post("/streams", json: "{}").json["id"] as? String
        return id == nil
      }())
    return "/streams/\(try #require(id))"
  }

  static func finish(_ path: String, _ service: ServiceUnderTest) async throws {
    #expect(try await service.send(.post, "/api/v1" + path + "/finish").status == 200)
  }
}

extension ServiceUnderTest {
  /// The registry of a service that shares its streams.
  var sharedStreams: RedisStreamRegistry {
    guard let registry = server.registry as? RedisStreamRegistry else {
      preconditionFailure("the test needs streams in a shared store")
    }
    return registry
  }

  /// Waits until somebody reads a stream at this service.
  func waitForReader(of path: String) async throws {
    let id = try #require(path.split(separator: "/").last.flatMap { StreamID(String($0)) })
    let registry = sharedStreams
    try await waitWhile(registry.state.withLock { $0.followed[id]?.hasReaders } != true)
  }

  /// Waits until the stream has an event.
  func waitForEvent(of path: String) async throws {
    try await waitWhile(try await get(path).json["lastEvent"] as? Int == 0)
  }

  /// Stops to render, as if the process had ended without a word.
  func die() {
    let streams = sharedStreams.state.withLock { state in
      state.isHandingOver = true
      defer { state.leased = [:] }
      return Array(state.leased.values)
    }
    for stream in streams { stream.stop() }
  }
}
