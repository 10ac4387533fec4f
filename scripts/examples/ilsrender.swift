import Rendering
import RunFormatters
import TextMate

// The values that the examples of ilsrender take as given.
nonisolated(unsafe) var stream: ANSIStream = given()
nonisolated(unsafe) var highlighter: Highlighter = given()
nonisolated(unsafe) var swift: Language = given()
nonisolated(unsafe) var theme: Theme = given()
