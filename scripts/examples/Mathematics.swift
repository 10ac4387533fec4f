@testable import Mathematics

// The values that the examples of Mathematics take as given.
nonisolated(unsafe) var source: String = given()
nonisolated(unsafe) var formula: Formula = given()
nonisolated(unsafe) var drawing: FormulaDrawing = given()
nonisolated(unsafe) var scripts: MathScripts = given()
nonisolated(unsafe) var accent: MathAccent = given()
nonisolated(unsafe) var numerator: MathNode = given()
nonisolated(unsafe) var a: MathNode = given()
nonisolated(unsafe) var b: MathNode = given()
nonisolated(unsafe) var c: MathNode = given()
nonisolated(unsafe) var d: MathNode = given()
nonisolated(unsafe) var table: MathTable = given()
nonisolated(unsafe) var phantom: MathPhantom = given()

func showSource() {}
func writeLabel() {}
func writeSpace(_ phantom: MathPhantom) {}
