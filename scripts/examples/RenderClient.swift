import StyledRuns

@testable import RenderClient

// The values that the examples of RenderClient take as given.
nonisolated(unsafe) var client: RenderClient = given()
nonisolated(unsafe) var transport: any HTTPTransport = given()
nonisolated(unsafe) var request: HTTPRequestParts = given()
nonisolated(unsafe) var stream: RenderStream = given()
nonisolated(unsafe) var id: String = given()
nonisolated(unsafe) var bytes: [UInt8] = given()
nonisolated(unsafe) var rendered: Rendered = given()
nonisolated(unsafe) var event: StreamEvent = given()
nonisolated(unsafe) var cursor: StreamCursor = given()
nonisolated(unsafe) var savedCursor: StreamCursor = given()
nonisolated(unsafe) var content: StreamContent = given()
nonisolated(unsafe) var updates: UpdateResequencer = given()
nonisolated(unsafe) var info: StreamInfo = given()

func handle(_ bytes: [UInt8]) {}
func show(_ document: Document) {}
func show(_ content: StreamContent) {}
func reload(_ content: StreamContent) {}
func retryLater() {}

#if !canImport(Darwin)
  /// Stands for the transport of Apple's platforms.
  struct URLSessionTransport: HTTPTransport {
    func send(_ request: HTTPRequestParts) async throws -> HTTPResponseParts { given() }
  }
#endif
