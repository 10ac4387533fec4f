import Foundation
import TestSupport
import Testing

@Suite("What a terminal is sent while markdown streams")
struct StreamedFramesTests {
  /// The most bytes that are sent for each byte of the layout, when every piece of 30 bytes is shown by itself.
  private static let bound = 2.5

  @Test(arguments: StreamedTexts.usual.keys.sorted(), [false, true])
  func aTerminalIsSentLittleMoreThanTheLayout(name: String, isOptimistic: Bool) throws {
    let frames = try StreamedFrames(StreamedTexts.usual[name] ?? "", isOptimistic: isOptimistic)
    #expect(frames.ratio <= Self.bound, "\(name): \(frames.sentBytes) of \(frames.layoutBytes) bytes")
    #expect(isOptimistic || frames.showsLayouts)
  }

  @Test func aTableThatBecomesWiderWithEachRowIsNotSentAgainWithEach() throws {
    let frames = try StreamedFrames(StreamedTexts.wideningTable)
    #expect(frames.ratio <= 3.5, "\(frames.sentBytes) of \(frames.layoutBytes) bytes")
  }

  @Test(
    .enabled(if: TerminalEmulator.isInstalled, "needs pyte: apt-get install python3-pyte"),
    arguments: StreamedTexts.all.keys.sorted())
  func theScreenIsTheLayoutOfTheTextSoFar(name: String) throws {
    let frames = try StreamedFrames(StreamedTexts.all[name] ?? "")
    try check(frames)
    // A footnote of the gallery is defined later than its reference is final.
    #expect(frames.showsLayouts || name == "gallery")
  }

  /// Uses texts whose open blocks fit on the smallest screen, because lines that such a screen scrolls off
  /// stay off. The diagrams of the gallery are too tall for that.
  @Test(
    .enabled(if: TerminalEmulator.isInstalled, "needs pyte: apt-get install python3-pyte"),
    arguments: ["code", "list", "prose", "gallery"])
  func theScreenFollowsItsSize(name: String) throws {
    let sizes = [(columns: 100, rows: 40), (60, 20), (120, 30), (80, 24), (40, 40), (100, 22)]
    let text = try #require(StreamedTexts.all[name])
    let start = text.range(of: "```mermaid")?.lowerBound ?? text.endIndex
    let end = text.range(of: "\n## HTML")?.lowerBound ?? text.endIndex
    try check(StreamedFrames(String(text[..<start] + text[end...])) { sizes[$0 / 7 % sizes.count] })
  }

  private func check(_ frames: StreamedFrames) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try JSONEncoder().encode(frames.frames).write(to: file)
    let result = try TerminalEmulator.run(script: "frames.py", file.path)
    #expect(result.status == 0, "\(result.output)")
  }
}
