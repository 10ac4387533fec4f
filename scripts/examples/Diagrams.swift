@testable import Diagrams

// The values that the examples of Diagrams take as given.
nonisolated(unsafe) var source: String = given()
nonisolated(unsafe) var page: String = given()
nonisolated(unsafe) var diagram: Diagram = given()
nonisolated(unsafe) var run: TerminalDrawing.Run = given()
nonisolated(unsafe) var row: [TerminalDrawing.Run] = given()
nonisolated(unsafe) var style: TextStyle = given()

enum TextStyle { case plain, faint }
func write(_ text: String, isBold: Bool) {}
