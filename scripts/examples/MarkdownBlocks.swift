import StyledRuns

@testable import MarkdownBlocks

// The values that the examples of MarkdownBlocks take as given.
nonisolated(unsafe) var stream: MarkdownStream = given()
nonisolated(unsafe) var update: DocumentUpdate = given()
nonisolated(unsafe) var options: MarkdownOptions = given()
nonisolated(unsafe) var parser: InlineParser = given()
nonisolated(unsafe) var text: UnsafePointer<UInt8> = given()
nonisolated(unsafe) var context: LeafParser.Context = given()

func send(_ edit: Edit) {}
