internal import Diagrams

/// Limits the time that the diagrams of a text take together.
///
/// A few bytes can describe a diagram whose layout takes as long as that of a long text. A diagram is therefore drawn only
/// if the diagrams before it leave enough of a budget that grows with the text. All counts depend on the text alone, up to
/// the diagram, so that a stream draws what one-shot rendering draws.
struct DiagramBudget {
  /// The budget at the beginning of a text, in sizes of diagrams (`Diagram.size`): some fifty flowcharts of a dozen nodes.
  private static let start = 3_000
  /// The number of bytes of text that add 1 to the budget.
  private static let bytesForOne = 64
  /// The number of bytes of a diagram's source that take as long to read as a part of a drawing to draw.
  private static let readBytesForOne = 32
  /// The price of a drawing besides its parts.
  private static let drawing = 3
  /// The time to draw a part of a drawing, in times that reading it takes.
  private static let readings = 4

  private struct Payment {
    var offset: Int
    var length: Int
    var isDrawn: Bool
    var usedAfter: Int
  }

  private let start: Int
  /// The part of the budget that diagrams have used. Speculation restores it.
  var used = 0
  /// The last diagram's payment. Speculation closes the same diagram again with each update, which reads it once.
  private var last: Payment?
  /// The number of diagrams that were read. Tests of cost use this count.
  private(set) var readDiagrams = 0

  /// - Parameter textsBefore: ``MarkdownOptions/textsBefore``. All texts of a conversation together start with little more
  ///   than one text does: the sum of 1/n.
  init(textsBefore: Int) { start = Self.start / (textsBefore + 1) }

  /// Takes the size of a diagram; returns `false` if too little is left. Reading a diagram that is not drawn has its price,
  /// too.
  ///
  /// - Parameters:
  ///   - offset: The number of bytes of text before the diagram.
  ///   - length: The length of the diagram's source in bytes.
  mutating func take(at offset: Int, length: Int, source: () -> String) -> Bool {
    if let last, last.offset == offset, last.length == length {
      used = last.usedAfter
      return last.isDrawn
    }
    let isDrawn = pay(start + offset / Self.bytesForOne - used, length, source)
    last = Payment(offset: offset, length: length, isDrawn: isDrawn, usedAfter: used)
    return isDrawn
  }

  private mutating func pay(_ left: Int, _ length: Int, _ source: () -> String) -> Bool {
    guard left > 0 else { return false }
    readDiagrams += 1
    used += length / Self.readBytesForOne
    do throws(DiagramError) {
      let size = try Diagram(mermaid: source()).size
      let isDrawn = size + Self.drawing <= left
      used += isDrawn ? size + Self.drawing : size / Self.readings
      return isDrawn
    } catch {
      // The reason is shown with the code.
      used += error.connections / Self.readings
      return true
    }
  }
}
