import Rendering
import StyledRuns
import TextMate

@testable import RunFormatters

// The values that the examples of RunFormatters take as given.
nonisolated(unsafe) var document: Document = given()
nonisolated(unsafe) var conversation: Conversation = given()
nonisolated(unsafe) var content: StreamContent = given()
nonisolated(unsafe) var update: Update = given()
nonisolated(unsafe) var theme: Theme = given()
nonisolated(unsafe) var sheet: StyleSheet = given()
nonisolated(unsafe) var sheets: [StyleSheet] = given()
nonisolated(unsafe) var palette: Palette = given()
nonisolated(unsafe) var session: RenderSession = given()
nonisolated(unsafe) var pieces: AsyncStream<[UInt8]> = given()
nonisolated(unsafe) var patches: HTMLPatches = given()
nonisolated(unsafe) var edit: HTMLPatch.PatchEdit = given()
nonisolated(unsafe) var stream: ANSIStream = given()
nonisolated(unsafe) var parts: CodeParts = given()
nonisolated(unsafe) var code: CodeBlock = given()
nonisolated(unsafe) var piece: [UInt8] = given()
nonisolated(unsafe) var sink = ByteSink()
nonisolated(unsafe) var tail = ByteSink()
nonisolated(unsafe) var bytes: [UInt8] = given()
nonisolated(unsafe) var lines: [UInt8] = given()
nonisolated(unsafe) var output: [UInt8] = given()
nonisolated(unsafe) var environment: [String: String] = given()
nonisolated(unsafe) var folder: String = given()

func count(_ block: Block) {}
func exists(_ path: String) -> Bool { given() }
func readFile(_ address: String) -> [UInt8] { given() }
func send(_ bytes: [UInt8]) {}
func show(_ line: CodeLine, _ notation: CodeNotation?) {}
