@testable import OnigurumaRegex

// The values that the examples of OnigurumaRegex take as given.
nonisolated(unsafe) var regex: Regex = given()
nonisolated(unsafe) var memory: MatchMemory = given()
nonisolated(unsafe) var text: UnsafePointer<UInt8> = given()
nonisolated(unsafe) var count: Int = given()

func giveUp() {}
