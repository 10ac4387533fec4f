import Foundation
import HTTPTypes
import HummingbirdTesting
import Synchronization
import TestSupport
import Testing

@testable import RenderService

/// The lifetime of streams, and the requests that extend it.
@Suite struct StreamLifeTests {
  private static func id(_ path: String) throws -> StreamID {
    try #require(StreamID(path.dropFirst("/streams/".count)))
  }

  private static let later = ContinuousClock.now + .seconds(3600)

  @Test(.inMemory) func aReaderKeepsAStreamAlive() async throws {
    try await ServiceUnderTest.run(.live) { service in
      let path = try await service.stream()
      let stream = try #require(service.server.memoryStreams.stream(Self.id(path)))
      var reader: RawConnection? = try RawConnection(port: try #require(service.client.port))
      reader?.send("GET /api/v1\(path)/events HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = await reader?.read { $0.contains("retry: 2000\n\n") }
      service.server.memoryStreams.tidy(Self.later)
      #expect(try await service.post(path + "/chunks", markdown: "later").status == 202)
      reader = nil
      // That the connection is gone shows when a heartbeat is written to it.
      while stream.inbox.status.endReason == nil {
        service.server.memoryStreams.tidy(Self.later)
        try await Task.sleep(for: .milliseconds(5))
      }
      let answer = try await service.post(path + "/chunks", markdown: "too late")
      #expect(answer.code == "STREAM_FINISHED")
    }
  }

  @Test(.inMemory) func aWriterKeepsAStreamAliveWhileItsBodyComes() async throws {
    try await ServiceUnderTest.run(.live) { service in
      let path = try await service.stream()
      let stream = try #require(service.server.memoryStreams.stream(Self.id(path)))
      let writer = try RawConnection(port: try #require(service.client.port))
      writer.send(
        "POST /api/v1\(path)/chunks HTTP/1.1\r\nHost: x\r\nContent-Type: text/markdown\r\n"
          + "Content-Length: 4\r\nConnection: close\r\n\r\nte")
      try await waitWhile(!stream.inbox.writers.isConnected)
      service.server.memoryStreams.tidy(Self.later)
      writer.send("xt")
      #expect(await writer.read().hasPrefix("HTTP/1.1 202 "))
    }
  }

  @Test(.inMemory) func whoKnowsTheEndGetsNothingAndKeepsNothing() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.stream()
      _ = try await service.post(path + "/chunks", markdown: "# Hi")
      _ = try await service.send(.post, "/api/v1" + path + "/finish")
      let last = try #require(try await service.events(path).last)
      #expect(last.kind == "done")
      let stream = try #require(service.server.memoryStreams.stream(Self.id(path)))
      try await service.waitUntilUnread(path)
      let lastUse = (stream.inbox.writers.lastUse, stream.log.readers.lastUse)
      for _ in 0..<2 {
        let answer = try await service.get(
          path + "/events", headers: [.lastEventID: String(try #require(last.id))])
        #expect(answer.status == 204)
        #expect(answer.body.isEmpty)
      }
      #expect((stream.inbox.writers.lastUse, stream.log.readers.lastUse) == lastUse)
    }
  }

  @Test func anEmptyLastEventIDIsNone() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.stream()
      _ = try await service.post(path + "/chunks", markdown: "# Hi")
      _ = try await service.send(.post, "/api/v1" + path + "/finish")
      let all = try await service.events(path)
      let answer = try await service.get(path + "/events?lastEventId=", headers: [.lastEventID: ""])
      #expect(Event.all(in: answer.body) == all)
      // The header names nothing, so the parameter counts.
      let rest = try await service.get(path + "/events?lastEventId=1", headers: [.lastEventID: ""])
      #expect(Event.all(in: rest.body) == Array(all.dropFirst()))
    }
  }

  /// The writer of a live stream may pause for longer than another request may take.
  @Test func aLiveStreamMayPause() async throws {
    try await ServiceUnderTest.run(.live) {
      $0.times.request = .milliseconds(50)
    } _: { service in
      let connection = try RawConnection(port: try #require(service.client.port))
      connection.send(
        "POST /api/v1/streams/live?optimistic=true HTTP/1.1\r\nHost: x\r\nContent-Type: text/markdown\r\n"
          + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nOne\r\n")
      _ = await connection.read { $0.contains("\"One\"") }
      try await Task.sleep(for: .milliseconds(300))
      connection.send("4\r\n two\r\n0\r\n\r\n")
      let rest = await connection.read()
      #expect(rest.contains(" two"))
      #expect(rest.contains("\"reason\":\"finished\""))
    }
  }

  /// A route that only begins like the one for live streams has the usual time limit.
  @Test(arguments: ["POST /api/v1/streams/live/x", "POST /api/v1/streams/lively", "PUT /api/v1/streams/live"])
  func onlyLiveStreamsMayTakeAnyTime(_ route: String) async throws {
    try await ServiceUnderTest.run(.live) {
      $0.times.request = .milliseconds(50)
    } _: { service in
      let connection = try RawConnection(port: try #require(service.client.port))
      connection.send(
        "\(route) HTTP/1.1\r\nHost: x\r\nContent-Type: text/markdown\r\nContent-Length: 9\r\n\r\nab")
      // Whatever the answer is, the connection ends.
      #expect(await connection.read().hasPrefix("HTTP/1.1 4"))
    }
  }

  @Test func aRefusedLiveWriterIsToldWhy() async throws {
    try await ServiceUnderTest.run {
      $0.limits.streamBytes = 10
    } _: { service in
      let live = try await service.post("/streams/live", markdown: "0123456789x")
      let done = try #require(Event.all(in: live.body).last)
      #expect(done.kind == "done")
      #expect(done.data.contains("\"reason\":\"refused\""))
      #expect(done.data.contains("\"code\":\"PAYLOAD_TOO_LARGE\""))
    }
  }
}
