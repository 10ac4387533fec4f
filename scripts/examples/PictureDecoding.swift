import RunFormatters

@testable import PictureDecoding

// The values that the examples of PictureDecoding take as given.
nonisolated(unsafe) var drawing: ANSIFormatter.ImageDrawing = given()
