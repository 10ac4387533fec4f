import HTTPTypes
import Hummingbird
import NIOCore
@testable import RedisStreams

@testable import RenderService

// The values that the examples of RenderService take as given.
nonisolated(unsafe) var configuration: ServiceConfiguration = given()
nonisolated(unsafe) var tickets: StreamTickets = given()
nonisolated(unsafe) var registry: any StreamRegistry = given()
nonisolated(unsafe) var core: ServiceCore = given()
nonisolated(unsafe) var context: ServiceContext = given()
nonisolated(unsafe) var client: ClientID = given()
nonisolated(unsafe) var owner: Owner = given()
nonisolated(unsafe) var id: StreamID = given()
nonisolated(unsafe) var options: RequestOptions = given()
nonisolated(unsafe) var request: Request = given()
nonisolated(unsafe) var body: [UInt8] = given()
nonisolated(unsafe) var part: ByteBuffer = given()
nonisolated(unsafe) var bytes: [UInt8] = given()
nonisolated(unsafe) var expiry: Int = given()
nonisolated(unsafe) var now: Int = given()
nonisolated(unsafe) var schedule: RenderSchedule = given()
nonisolated(unsafe) var renderer: StreamRenderer = given()
nonisolated(unsafe) var server: RenderServer = given()
nonisolated(unsafe) var memory: StreamMemory = given()
nonisolated(unsafe) var snapshot: (event: Int, frame: [UInt8])? = given()
nonisolated(unsafe) var events: [StreamEntry] = given()
nonisolated(unsafe) var later: [StreamEntry] = given()
nonisolated(unsafe) var chunks: [StreamEntry] = given()

func send(_ batch: EventBatch) {}
