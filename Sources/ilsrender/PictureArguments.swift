internal import ArgumentParser

/// The options that only apply to pictures.
struct PictureArguments: ParsableArguments {
  @Flag(help: "Draw a window with a title around the picture.")
  var window = false

  @Option(
    help: ArgumentHelp(
      "The monospaced font to prefer; the viewer's system must have it.", valueName: "name"))
  var font: String?

  @Option(
    help: ArgumentHelp("With --format png: pixels for each pixel of the SVG; 2.", valueName: "factor"))
  var scale: Double?

  var isUsed: Bool { window || font != nil || scale != nil }

  func validate() throws {
    if let scale, !(0.25...8).contains(scale) {
      throw ValidationError("--scale takes a number from 0.25 to 8, not \(scale)")
    }
  }
}
