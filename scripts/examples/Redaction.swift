@testable import Redaction

// The values that the examples of Redaction take as given.
nonisolated(unsafe) var output: [UInt8] = given()
nonisolated(unsafe) var rest: [UInt8] = given()
nonisolated(unsafe) var counts: SecretCounts = given()
nonisolated(unsafe) var patterns: SecretPatterns = given()
