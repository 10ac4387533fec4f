import StyledRuns

@testable import TextMate

// The values that the examples of TextMate take as given.
nonisolated(unsafe) var grammar: Grammar = given()
nonisolated(unsafe) var tokenizer: Tokenizer = given()
nonisolated(unsafe) var state: LineState = given()
nonisolated(unsafe) var result: LineResult = given()
nonisolated(unsafe) var lines: [String] = given()
nonisolated(unsafe) var bytes: [UInt8] = given()
nonisolated(unsafe) var source: [UInt8] = given()
nonisolated(unsafe) var record: UnsafeRawBufferPointer = given()
nonisolated(unsafe) var data: CompiledData = given()
nonisolated(unsafe) var digest: UInt64 = given()
nonisolated(unsafe) var languages: LanguageRegistry = given()
nonisolated(unsafe) var detector: LanguageDetector = given()
nonisolated(unsafe) var detection: LanguageDetector.Detection = given()
nonisolated(unsafe) var finding: GrammarCheck.GrammarFinding = given()
nonisolated(unsafe) var findings: [GrammarCheck.GrammarFinding] = given()
nonisolated(unsafe) var path: String = given()
nonisolated(unsafe) var themes: ThemeLibrary = given()
nonisolated(unsafe) var theme: Theme = given()
nonisolated(unsafe) var document: Document = given()
