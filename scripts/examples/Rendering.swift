import RunFormatters
import StyledRuns
import TextMate

@testable import MessageStreams
@testable import Rendering

// The values that the examples of Rendering take as given.
nonisolated(unsafe) var catalog: Catalog = given()
nonisolated(unsafe) var highlighter: Highlighter = given()
nonisolated(unsafe) var pool: WorkerPool = given()
nonisolated(unsafe) var renderer: Renderer = given()
nonisolated(unsafe) var session: RenderSession = given()
nonisolated(unsafe) var bytes: [UInt8] = given()
nonisolated(unsafe) var pieces: AsyncStream<[UInt8]> = given()
nonisolated(unsafe) var diff: Language = given()
nonisolated(unsafe) var swift: Language = given()
nonisolated(unsafe) var document: Document = given()
nonisolated(unsafe) var update: Update = given()
nonisolated(unsafe) var patches: HTMLPatches = given()
nonisolated(unsafe) var sheets: [StyleSheet] = given()
nonisolated(unsafe) var content: StreamContent = given()
nonisolated(unsafe) var conversation: Conversation = given()
nonisolated(unsafe) var event: SectionedSession.SectionEvent = given()
nonisolated(unsafe) var input: JSONValue = given()

func highlight() {}
func send(_ bytes: [UInt8]) {}
func write(_ code: CodeBlock, _ scopes: ScopeTable) {}
func wake() {}
