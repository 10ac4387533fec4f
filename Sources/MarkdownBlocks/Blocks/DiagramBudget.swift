internal import Diagrams

/// What the diagrams of a text may cost together.
///
/// A few bytes can describe a diagram whose layout takes as long as that of a long text. A diagram is therefore drawn only
/// if the diagrams before it leave enough of a budget that grows with the text. All counts depend on the text alone, up to
/// the diagram, so that a stream draws what one-shot rendering draws.
struct DiagramBudget {
  /// What a text starts with, in sizes of diagrams (`Diagram.size`): some fifty flowcharts of a dozen nodes.
  private static let start = 3_000
  /// The number of bytes of text that add 1 to the budget.
  private static let bytesForOne = 64
  /// The number of bytes of a diagram's source that take as long to read as a part of a drawing to draw.
  private static let readBytesForOne = 32
  /// How many times as long as reading a part of a drawing it takes to draw it.
  private static let readings = 4

  private let start: Int
  private var used = 0

  /// - Parameter textsBefore: ``MarkdownOptions/textsBefore``. All texts of a conversation together start with little more
  ///   than one text does: the sum of 1/n.
  init(textsBefore: Int) { start = Self.start / (textsBefore + 1) }

  /// Takes the size of a diagram; returns `false` if too little is left. Reading a diagram that is not drawn
  /// has its price, too.
  ///
  /// - Parameter offset: The number of bytes of text before the diagram.
  mutating func take(_ source: String, at offset: Int) -> Bool {
    let left = start + offset / Self.bytesForOne - used
    guard left > 0 else { return false }
    used += source.utf8.count / Self.readBytesForOne
    do throws(DiagramError) {
      let size = try Diagram(mermaid: source).size
      let isDrawn = size <= left
      used += isDrawn ? size : size / Self.readings
      return isDrawn
    } catch {
      // The reason is shown with the code.
      used += error.connections / Self.readings
      return true
    }
  }
}
