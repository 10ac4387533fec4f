import NIOPosix
import TestSupport
import Testing

@testable import RedisStreams

extension Tag {
  @Tag static var redis: Self
}

@Suite(.enabled(if: RedisServer.isInstalled))
struct RedisClientTests {
  static func client(_ server: RedisServer, timeout: Duration = .seconds(2)) throws -> RedisClient {
    RedisClient(
      try RedisAddress(server.address),
      settings: RedisClient.RedisClientSettings(
        name: "test", timeout: timeout, group: MultiThreadedEventLoopGroup.singleton))
  }

  @Test func valuesOfAnyBytesComeBack() async throws {
    let server = try RedisServer()
    defer { withExtendedLifetime(server) {} }
    let client = try Self.client(server)
    let value = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) } + Array("\r\n$-1\r\n".utf8)
    _ = try await client.run(RedisCommand([Array("SET".utf8), Array("key".utf8), value]), key: "key")
    #expect(try await client.run(RedisCommand("GET", "key"), key: "key") == .bytes(value))
    #expect(try await client.run(RedisCommand("GET", "none"), key: "none") == .null)
    #expect(try await client.run(RedisCommand("INCR", "count"), key: "count") == .integer(1))
    #expect(
      try await client.run(RedisCommand("MGET", "count", "none"), key: nil).elements.map(\.number) == [
        1, nil,
      ])
  }

  @Test func repliesBelongToTheirCommands() async throws {
    let server = try RedisServer()
    defer { withExtendedLifetime(server) {} }
    let client = try Self.client(server)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<500 {
        group.addTask {
          let reply = try await client.run(RedisCommand("ECHO", "\(number)"), key: nil)
          #expect(reply.number == number)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func errorsAreThrown() async throws {
    let server = try RedisServer()
    let client = try Self.client(server)
    _ = try await client.run(RedisCommand("SET", "key", "text"), key: "key")
    let error = await #expect(throws: RedisError.self) {
      try await client.run(RedisCommand("INCR", "key"), key: "key")
    }
    #expect(error?.code == "ERR")
    #expect(error?.isTemporary == false)
  }

  @Test func aServerThatIsAwayFailsAtOnceAndComesBack() async throws {
    let server = try RedisServer()
    let client = try Self.client(server, timeout: .seconds(60))
    _ = try await client.run(RedisCommand("PING"), key: nil)
    server.stop()
    for _ in 0..<3 {
      let start = ContinuousClock.now
      let error = await #expect(throws: RedisError.self) {
        try await client.run(RedisCommand("PING"), key: nil)
      }
      #expect(error?.isTemporary == true)
      #expect(ContinuousClock.now - start < .seconds(30))
    }
    #expect(client.isAway)
    try server.start()
    try await Task.sleep(for: .milliseconds(200))
    #expect(try await client.run(RedisCommand("PING"), key: nil).text == "PONG")
    #expect(!client.isAway)
  }

  @Test func aServerThatHangsIsNotWaitedFor() async throws {
    let server = try RedisServer()
    let client = try Self.client(server, timeout: .seconds(1))
    _ = try await client.run(RedisCommand("PING"), key: nil)
    server.setPaused(true)
    // A client that waits for the answer gets one late, so that this test fails instead of hanging.
    let resuming = Task {
      try await Task.sleep(for: .seconds(60))
      server.setPaused(false)
    }
    defer {
      resuming.cancel()
      server.setPaused(false)
    }
    let error = await #expect(throws: RedisError.self) {
      try await client.run(RedisCommand("PING"), key: nil)
    }
    #expect(error?.kind == .lost)
  }

  @Test func passwordsAndDatabasesAreUsed() async throws {
    let server = try RedisServer(["--requirepass", "s3cret"])
    let refused = try Self.client(server)
    await #expect(throws: RedisError.self) { try await refused.run(RedisCommand("GET", "key"), key: "key") }
    var address = try RedisAddress(server.address + "?db=3")
    address.password = "s3cret"
    let client = RedisClient(address, settings: refused.settings)
    _ = try await client.run(RedisCommand("SET", "key", "text"), key: "key")
    _ = try await client.run(RedisCommand("SELECT", "3"), key: nil)
    #expect(try await client.run(RedisCommand("GET", "key"), key: "key").text == "text")
  }
}

struct RedisAddressTests {
  @Test func partsOfAnAddress() throws {
    let full = try RedisAddress("rediss://user:pa%20ss@redis.example:6380/2")
    #expect(full.endpoint == .host("redis.example", port: 6380))
    #expect(full.usesTLS)
    #expect((full.user, full.password) == ("user", "pa ss"))
    #expect(full.database == 2)
    #expect(try RedisAddress("redis://:only@[::1]").endpoint == .host("::1", port: 6379))
    #expect(try RedisAddress("unix:///run/redis.sock?db=4").endpoint == .path("/run/redis.sock"))
    #expect(try RedisAddress("unix:///run/redis.sock?db=4").database == 4)
  }

  @Test(arguments: [
    "", "http://host", "redis://", "redis://host/name", "unix:", "redis://host:0", "redis://host/-1",
  ])
  func whatIsNoAddressIsRefused(_ text: String) {
    #expect(throws: InvalidRedisAddress.self) { try RedisAddress(text) }
  }

  /// The slots are those of the cluster specification and of `CLUSTER KEYSLOT`.
  @Test(arguments: [
    ("123456789", 12739), ("foo", 12182), ("{user1000}.following", 3443), ("a{}b", 11138 % 16384),
  ])
  func slotsOfKeys(_ key: String, _ slot: Int) {
    if key == "a{}b" {
      // An empty tag is none: the whole key counts.
      #expect(HashSlot.of(key) != HashSlot.of(""))
    } else {
      #expect(HashSlot.of(key) == slot)
    }
  }
}
