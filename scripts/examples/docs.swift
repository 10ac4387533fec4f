import Diagrams
import RenderClient
import Rendering
import RunFormatters
import StyledRuns

// The values that the pages in docs take as given.
nonisolated(unsafe) var bytes: [UInt8] = given()
nonisolated(unsafe) var pieces: AsyncStream<[UInt8]> = given()
nonisolated(unsafe) var catalog: Catalog = given()
nonisolated(unsafe) var pool: WorkerPool = given()
nonisolated(unsafe) var session: RenderSession = given()
nonisolated(unsafe) var document: Document = given()
nonisolated(unsafe) var conversation: Conversation = given()
nonisolated(unsafe) var block: CodeBlock = given()
nonisolated(unsafe) var options: HTMLOptions = given()
nonisolated(unsafe) var sheets: [StyleSheet] = given()
nonisolated(unsafe) var id: String = given()

func send(_ bytes: [UInt8]) {}
func send(_ update: Update) {}
func show(_ drawing: SVGDrawing) {}
func tryAgainLater() {}
func catchUpInAPause() {}
func wake() {}
func wakeOwner() {}
