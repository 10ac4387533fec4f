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
  /// How many times as long as reading a diagram drawing it takes.
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
    let size: Int
    do throws(DiagramError) {
      size = try Diagram(mermaid: source).size
    } catch {
      used += error.connections / Self.readings
      return true
    }
    let isDrawn = size <= left
    used += isDrawn ? size : size / Self.readings
    return isDrawn
  }
}
