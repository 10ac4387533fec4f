import NIOCore

@testable import RedisStreams

// The values that the examples of RedisStreams take as given.
nonisolated(unsafe) var client: RedisClient = given()
nonisolated(unsafe) var settings: RedisClient.RedisClientSettings = given()
nonisolated(unsafe) var storeSettings: StreamStore.StoreSettings = given()
nonisolated(unsafe) var limits: StreamStore.StoreLimits = given()
nonisolated(unsafe) var chunk: StreamStore.Chunk = given()
nonisolated(unsafe) var reads: BlockingReads = given()
nonisolated(unsafe) var parser: ReplyParser = given()
nonisolated(unsafe) var buffer: ByteBuffer = given()
nonisolated(unsafe) var command: RedisCommand = given()
nonisolated(unsafe) var key: String = given()
nonisolated(unsafe) var meta: String = given()
nonisolated(unsafe) var chunks: String = given()
nonisolated(unsafe) var owner: [UInt8] = given()
nonisolated(unsafe) var text: [UInt8] = given()
nonisolated(unsafe) var reply: RedisValue = given()

func take(_ entries: [StreamEntry]) {}
func take(_ reply: RedisValue) {}
func retryLater() {}
