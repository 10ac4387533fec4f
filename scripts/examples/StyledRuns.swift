import Diagrams
import Foundation
import Rendering

@testable import StyledRuns

// The values that the examples of StyledRuns take as given.
nonisolated(unsafe) var document: Document = given()
nonisolated(unsafe) var update: Update = given()
nonisolated(unsafe) var updates: [Update] = given()
nonisolated(unsafe) var conversation: Conversation = given()
nonisolated(unsafe) var conversationUpdates: [ConversationUpdate] = given()
nonisolated(unsafe) var content: StreamContent = given()
nonisolated(unsafe) var published: StreamContent = given()
nonisolated(unsafe) var rebuilt: StreamContent = given()
nonisolated(unsafe) var last: Int = given()
nonisolated(unsafe) var data: Data = given()
nonisolated(unsafe) var lines: [Data] = given()
nonisolated(unsafe) var bytes: [UInt8] = given()
nonisolated(unsafe) var source: String = given()
nonisolated(unsafe) var id: BlockID = given()
nonisolated(unsafe) var block: Block = given()
nonisolated(unsafe) var code: CodeBlock = given()
nonisolated(unsafe) var line: CodeLine = given()
nonisolated(unsafe) var element: Element = given()
nonisolated(unsafe) var run: InlineRun = given()
nonisolated(unsafe) var span: InlineSpan = given()
nonisolated(unsafe) var message: Message = given()
nonisolated(unsafe) var part: MessagePart = given()
nonisolated(unsafe) var notice: Notice = given()
nonisolated(unsafe) var call: ToolCall = given()
nonisolated(unsafe) var keyword: ScopeStackID = given()
nonisolated(unsafe) var scopes: ScopeTable = given()
nonisolated(unsafe) var sheet: StyleSheet = given()
nonisolated(unsafe) var palette: Palette = given()
nonisolated(unsafe) var pool: WorkerPool = given()
nonisolated(unsafe) var renderer: Renderer = given()
nonisolated(unsafe) var style: TextStyle = given()
nonisolated(unsafe) var align: TextAlignment = given()

enum TextStyle { case plain, monospaced }
enum TextAlignment { case leading, trailing }

func copy(_ text: String) {}
func expand(_ call: ToolCall) {}
func fetchAgain() {}
func fold(_ element: Element) {}
func open(_ address: String) {}
func render(_ bytes: [UInt8]) -> String { given() }
func send(_ html: String) {}
func show(_ diagram: Diagram) {}
func show(_ document: Document) {}
func show(_ text: String) {}
func showFormula(_ source: String) {}
func showLater(_ code: CodeBlock) {}
