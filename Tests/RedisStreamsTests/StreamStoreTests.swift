import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import RedisStreams

/// What each script promises, with two nodes that share a server.
@Suite(.enabled(if: RedisServer.isInstalled))
struct StreamStoreTests {
  private let server: RedisServer
  private let one: StreamStore
  private let other: StreamStore
  private static let limits = StreamStore.StoreLimits(bytes: 1000, waitingBytes: 100, memory: 10_000)

  init() throws {
    server = try RedisServer()
    one = try Self.store(server, "one")
    other = try Self.store(server, "other")
  }

  private static func store(_ server: RedisServer, _ node: String) throws -> StreamStore {
    StreamStore(
      client: try RedisClientTests.client(server),
      settings: StreamStore.StoreSettings(
        prefix: "t:", partitions: 8, node: node, lease: .seconds(60), idle: .seconds(60)))
  }

  private static func chunk(_ text: String, _ number: Int? = nil, token: UInt64 = 1) -> StreamStore.Chunk {
    StreamStore.Chunk(bytes: Array(text.utf8), number: number, quarters: text.count, token: token)
  }

  private func create(_ id: String) async throws -> StreamStore.Lease {
    _ = try await one.create(id, owner: "me", client: "c", options: Array("{}".utf8), input: "markdown")
    return StreamStore.Lease(id: id, epoch: 1)
  }

  private static func events(_ first: Int, _ frames: [String], rendered: Int = 0) -> StreamStore.Publication {
    StreamStore.Publication(
      first: first, frames: frames.map { Array($0.utf8) },
      progress: RenderProgress(rendered: rendered, memory: 0, input: "markdown", counts: [], updates: first))
  }

  @Test func numbersMakeRepeatsHarmless() async throws {
    _ = try await create("a")
    let first = try await one.append(Self.chunk("one", 1), to: "a", owner: "me", limits: Self.limits)
    #expect((first.refusal, first.isDuplicate, first.chunks, first.bytes) == (nil, false, 1, 3))
    let again = try await other.append(Self.chunk("one", 1), to: "a", owner: "me", limits: Self.limits)
    #expect((again.isDuplicate, again.chunks, again.bytes) == (true, 1, 3))
    let gap = try await one.append(Self.chunk("three", 3), to: "a", owner: "me", limits: Self.limits)
    #expect((gap.refusal, gap.chunks) == (.gap, 1))
    #expect(try await one.chunks(of: "a", after: .init(0)).map { $0["data"] } == [Array("one".utf8)])
    var full = Self.limits
    full.isClientFull = true
    #expect(
      try await one.append(Self.chunk("two", 2), to: "a", owner: "me", limits: full).refusal == .clientFull)
    #expect(try await one.append(Self.chunk("one", 1), to: "a", owner: "me", limits: full).isDuplicate)
  }

  @Test func tokensMakeRepeatsWithoutNumbersHarmless() async throws {
    _ = try await create("a")
    var chunk = Self.chunk("text", token: 7)
    _ = try await one.append(chunk, to: "a", owner: "me", limits: Self.limits)
    chunk.isRepeated = true
    let again = try await other.append(chunk, to: "a", owner: "me", limits: Self.limits)
    #expect((again.refusal, again.chunks) == (nil, 1))
    _ = try await other.append(Self.chunk("text", token: 8), to: "a", owner: "me", limits: Self.limits)
    #expect(try await one.chunks(of: "a", after: .init(0)).count == 2)
  }

  @Test func limitsAreCheckedInRedis() async throws {
    _ = try await create("a")
    func refusal(_ size: Int) async throws -> StreamStore.StoreRefusal? {
      try await one.append(
        Self.chunk(String(repeating: "x", count: size)), to: "a", owner: "me", limits: Self.limits
      ).refusal
    }
    #expect(try await refusal(1001) == .tooLarge)
    #expect(try await refusal(90) == nil)
    #expect(try await refusal(20) == .slowDown, "nothing is rendered yet")
    _ = try await one.publish(Self.events(1, ["e"], rendered: 90), StreamStore.Lease(id: "a", epoch: 1))
    #expect(try await refusal(20) == nil)
  }

  @Test func ownersAreTold() async throws {
    _ = try await create("a")
    func refusal(_ id: String, _ owner: String) async throws -> StreamStore.StoreRefusal? {
      if case .failure(let refusal) = try await other.state(of: id, owner: owner) { refusal } else { nil }
    }
    #expect(try await refusal("a", "me") == nil)
    #expect(try await refusal("a", "you") == .forbidden)
    #expect(try await refusal("b", "me") == .unknown)
    _ = try await one.delete("a", owner: "me", frame: Array("event: error\n\n".utf8))
    #expect(try await refusal("a", "me") == .gone)
    #expect(try await refusal("a", "you") == .forbidden)
    #expect(
      try await one.events(of: "a", after: 0).map { $0["frame"] } == [Array("id: 1\nevent: error\n\n".utf8)])
  }

  @Test func whoLostTheLeaseCanAddNothing() async throws {
    let lease = try await create("a")
    #expect(try await one.publish(Self.events(1, ["1", "2"]), lease) == .published)
    #expect(try await other.claim("a") == .refused, "the lease is not over")
    // The lease ends, in 1970.
    try server.command("ZADD", one.keys.stream("a").leases, "1", "a")
    #expect(try await other.expiredLeases(limit: 10) == ["a"])
    let taken = StreamStore.Lease(id: "a", epoch: 2)
    #expect(try await other.claim("a") == .taken(taken))
    #expect(try await one.claim("a") == .refused)
    #expect(try await one.publish(Self.events(3, ["late"]), lease) == .fenced)
    #expect(try await other.publish(Self.events(3, ["3"]), taken) == .published)
    let results = await one.renew([lease])
    #expect(results.map(\.result) == [.lost])
    #expect(try await other.events(of: "a", after: 0).map { $0.id.number } == [1, 2, 3])
  }

  @Test func aRepeatedPublicationChangesNothing() async throws {
    let lease = try await create("a")
    #expect(try await one.publish(Self.events(1, ["1", "2"]), lease) == .published)
    #expect(try await one.publish(Self.events(1, ["1", "2"]), lease) == .published)
    #expect(try await one.publish(Self.events(4, ["4"]), lease) == .fenced, "event 3 is missing")
    #expect(try await other.events(of: "a", after: 0).count == 2)
  }

  @Test func aLeaseThatIsOfferedIsTakenAtOnce() async throws {
    let lease = try await create("a")
    let noticed = Mutex<[Int]>([])
    try await other.readNotices { partitions in noticed.withLock { $0 += partitions } }
    try await one.offer([lease])
    try await waitWhile(noticed.withLock { $0.isEmpty })
    let partitions = noticed.withLock { $0 }
    #expect(try await other.expiredLeases(in: partitions, limit: 10) == ["a"])
    // Until the other node has read the stream, the first one renders.
    #expect(try await other.claim("a") == .reserved)
    #expect(try await one.publish(Self.events(1, ["1"]), lease) == .published)
    let offered = try await one.taken(of: [lease])
    #expect(offered.leases == [])
    #expect(offered.areOthersReserved)
    let third = try Self.store(server, "third")
    #expect(try await third.claim("a") == .refused)
    let taken = StreamStore.Lease(id: "a", epoch: 2)
    #expect(try await other.claim("a") == .taken(taken))
    #expect(try await one.taken(of: [lease]).leases == [lease])
    #expect(try await one.publish(Self.events(2, ["late"]), lease) == .fenced)
    #expect(try await other.publish(Self.events(2, ["2"]), taken) == .published)
    #expect(try await other.claim("a") == .refused, "a reservation is good for one claim")
    other.reads.close()
  }

  @Test func aReservationThatIsNotUsedEnds() async throws {
    let lease = try await create("a")
    try await one.offer([lease])
    #expect(try await other.claim("a") == .reserved)
    // The time of the reservation is over, in 1970.
    try server.command("ZADD", one.keys.stream("a").leases, "1", "a")
    let third = try Self.store(server, "third")
    #expect(try await third.claim("a") == .taken(StreamStore.Lease(id: "a", epoch: 2)))
    #expect(try await other.claim("a") == .refused)
  }

  @Test func oldEventsAndSnapshots() async throws {
    let lease = try await create("a")
    var publication = Self.events(1, (1...10).map(String.init))
    publication.snapshot = (8, Array("snapshot".utf8))
    publication.keepFrom = 7
    #expect(try await one.publish(publication, lease) == .published)
    #expect(try await other.events(of: "a", after: 0).map(\.id.number) == [7, 8, 9, 10])
    let snapshot = try #require(try await other.snapshot(of: "a"))
    #expect((snapshot.event, snapshot.frame) == (8, Array("snapshot".utf8)))
    let state = try #require(try await other.state(of: "a"))
    #expect((state.firstEvent, state.lastEvent) == (7, 10))
  }

  @Test func manyStreamsShareOneConnection() async throws {
    let received = Mutex<[String: [Int]]>([:])
    for number in 0..<50 {
      let id = "s\(number)"
      _ = try await create(id)
      _ = other.readChunks(of: id, after: .init(0)) { entries in
        received.withLock { $0[id, default: []] += entries.map(\.id.number) }
      }
    }
    for chunk in 1...5 {
      for number in 0..<50 {
        _ = try await one.append(Self.chunk("x", chunk), to: "s\(number)", owner: "me", limits: Self.limits)
      }
    }
    func isComplete() -> Bool {
      received.withLock { all in (0..<50).allSatisfy { all["s\($0)"] == [1, 2, 3, 4, 5] } }
    }
    for _ in 0..<200 where !isComplete() { try await Task.sleep(for: .milliseconds(10)) }
    #expect(isComplete())
    #expect(other.reads.connections == 1)
    other.reads.close()
  }

  @Test func readsGoOnAfterARestart() async throws {
    _ = try await create("a")
    let received = Mutex<[Int]>([])
    _ = other.readChunks(of: "a", after: .init(0)) { entries in
      received.withLock { $0 += entries.map(\.id.number) }
    }
    _ = try await one.append(Self.chunk("x", 1), to: "a", owner: "me", limits: Self.limits)
    for _ in 0..<200 where received.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(10)) }
    server.stop()
    try server.start()
    try await Task.sleep(for: .milliseconds(200))
    _ = try await one.append(Self.chunk("x", 2), to: "a", owner: "me", limits: Self.limits)
    for _ in 0..<300 where received.withLock({ $0.count < 2 }) {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(received.withLock { $0 } == [1, 2])
    other.reads.close()
  }

  @Test func aFullServerRefusesWithoutHalfOfIt() async throws {
    _ = try await create("a")
    try server.command("CONFIG", "SET", "maxmemory", "1")
    let error = await #expect(throws: RedisError.self) {
      try await one.append(Self.chunk("x", 1), to: "a", owner: "me", limits: Self.limits)
    }
    #expect(error?.code == "OOM")
    #expect(error?.isTemporary == true)
    try server.command("CONFIG", "SET", "maxmemory", "0")
    let state = try #require(try await one.state(of: "a"))
    #expect((state.chunks, state.bytes) == (0, 0))
    #expect(try await one.append(Self.chunk("x", 1), to: "a", owner: "me", limits: Self.limits).chunks == 1)
  }

  @Test func everythingExpires() async throws {
    let short = StreamStore(
      client: one.client,
      settings: StreamStore.StoreSettings(
        prefix: "short:", partitions: 1, node: "n", lease: .milliseconds(200), idle: .milliseconds(100)))
    _ = try await short.create("a", owner: "me", client: "c", options: [], input: "markdown")
    _ = try await short.append(Self.chunk("x", 1), to: "a", owner: "me", limits: Self.limits)
    _ = try await short.publish(Self.events(1, ["1"]), StreamStore.Lease(id: "a", epoch: 1))
    for key in try server.command("KEYS", "short:*").split(separator: "\n") where !key.hasSuffix(":leases") {
      #expect(Int(try server.command("PTTL", String(key))) ?? -1 > 0, "\(key)")
    }
  }

  @Test func clientsAreCountedTogether() async throws {
    #expect(try await one.admit("a", of: "c", limit: 2))
    #expect(try await other.admit("b", of: "c", limit: 2))
    #expect(try await one.admit("c", of: "c", limit: 2) == false)
    #expect(try await one.report([("a", 100)], of: "c") == 100)
    #expect(try await other.report([("b", 50)], of: "c") == 150)
    // A size only grows, so that this report is an older one.
    #expect(try await other.report([("a", 90)], of: "c") == 150)
    try await other.dismiss("b", of: "c")
    #expect(try await other.report([("b", 50)], of: "c") == 100, "the report was older than the end")
    #expect(try await one.report([], of: "c") == 100)
    #expect(try await one.admit("c", of: "c", limit: 2))
    let start = ContinuousClock.now
    let taken = try await one.takeRequests(8, of: "c", rate: 10)
    #expect(taken == (8, 2))
    let more = try await other.takeRequests(8, of: "c", rate: 10).taken
    #expect(Double(more) <= 2 + 10 * ((ContinuousClock.now - start) / .seconds(1)))
  }

  @Test func nodesAgreeOnSecretsAndPartitions() async throws {
    let key = try await one.ticketKey(proposing: [1, 2, 3])
    #expect(key == [1, 2, 3])
    #expect(try await other.ticketKey(proposing: [4]) == key)
    #expect(try await one.agreedPartitions() == 8)
  }

  @Test func listsComeInPages() async throws {
    for id in ["a", "b", "c"] {
      _ = try await create(id)
      try await Task.sleep(for: .milliseconds(2))
    }
    let page = try await other.list(owner: "me", offset: 0, limit: 2)
    #expect((page.ids, page.total) == (["c", "b"], 3))
    _ = try await one.delete("b", owner: "me", frame: [])
    #expect(try await other.list(owner: "me", offset: 0, limit: 2).ids == ["c", "a"])
    #expect(try await other.list(owner: "you", offset: 0, limit: 2).total == 0)
  }
}
