import StyledRuns

@testable import MessageStreams

// The values that the examples of MessageStreams take as given.
nonisolated(unsafe) var block: JSONValue = given()
nonisolated(unsafe) var value: JSONValue = given()
nonisolated(unsafe) var line: [UInt8] = given()
nonisolated(unsafe) var message: Int = given()
nonisolated(unsafe) var log: MessageEventLog = given()
nonisolated(unsafe) var detector: FormatDetector = given()
