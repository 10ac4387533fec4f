import Diagrams
import Foundation
import Testing

/// Compares the drawings of all samples with the files in `Goldens`.
///
/// `ILSRENDER_UPDATE_GOLDENS=1 swift test --filter DiagramGoldenTests` writes the files anew; look at the difference before
/// committing it.
struct DiagramGoldenTests {
  private static let isUpdating = ProcessInfo.processInfo.environment["ILSRENDER_UPDATE_GOLDENS"] == "1"

  @Test(arguments: DiagramSample.all) func svgEqualsGolden(_ sample: DiagramSample) throws {
    let drawing = try Diagram(mermaid: sample.source).svg()
    // An element a line, so that differences can be read.
    try check(drawing.markup.replacing("><", with: ">\n<") + "\n", sample.name + ".svg")
  }

  @Test(arguments: DiagramSample.all) func terminalEqualsGolden(_ sample: DiagramSample) throws {
    let diagram = try Diagram(mermaid: sample.source)
    var text = ""
    for width in [80, 120] {
      for isASCII in [false, true] {
        text += "# \(width) columns, \(isASCII ? "ASCII" : "Unicode")\n"
        text += DiagramSample.terminal(diagram, width: width, isASCII: isASCII) ?? "(code)\n"
      }
    }
    try check(text, sample.name + ".txt")
  }

  private func check(_ text: String, _ name: String) throws {
    let file = DiagramSample.folder.appending(path: "Goldens").appending(path: name)
    if Self.isUpdating { return try Data(text.utf8).write(to: file) }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text == expected, "\(name) differs")
  }

  @Test func allKindsHaveSamples() {
    let kinds = ["flow", "seq", "state", "class", "er", "pie", "gantt", "mindmap", "timeline"]
    for kind in kinds {
      #expect(DiagramSample.all.filter { $0.name.hasPrefix(kind + "-") }.count >= 3, "\(kind)")
    }
    #expect(DiagramSample.all.count >= 60)
  }
}
