/// Counts the nodes that a piece of HTML adds to its parent element: adjacent texts are one node, so that a piece may begin
/// in the text node of the piece before it.
///
///     "a<b>c</b>\n"   leading 1, nodes 2, trailing 1
struct NodeSpan: Equatable {
  /// UTF-16 code units of the text that the piece begins with.
  var leading: Int32 = 0
  /// The nodes after that text.
  var nodes: Int32 = 0
  /// UTF-16 code units of the last node, where that is a text after the first one.
  var trailing: Int32 = 0

  /// An element and a line end.
  static let block = NodeSpan(leading: 0, nodes: 2, trailing: 1)

  /// The number of nodes.
  var count: Int { Int(nodes) + (leading > 0 ? 1 : 0) }
  /// The length of the text at the end; 0 if the last node is no text.
  var textLength: Int { Int(nodes > 0 ? trailing : leading) }

  /// The place after the piece, in an element that begins with it.
  var end: NodePosition {
    textLength > 0 ? NodePosition(index: count - 1, offset: textLength) : NodePosition(index: count)
  }

  /// Returns the span of a piece and the one after it.
  static func + (left: NodeSpan, right: NodeSpan) -> NodeSpan {
    if left.nodes == 0 {
      return NodeSpan(leading: left.leading + right.leading, nodes: right.nodes, trailing: right.trailing)
    }
    var sum = left
    if right.leading > 0 {
      if left.trailing == 0 { sum.nodes += 1 }
      sum.trailing += right.leading
    }
    guard right.nodes > 0 else { return sum }
    sum.nodes += right.nodes
    sum.trailing = right.trailing
    return sum
  }
}

/// A place among the child nodes of an element: before the node at `index`, or within it, where it is a text.
struct NodePosition: Equatable {
  var index: Int
  /// UTF-16 code units; 0 before the node.
  var offset = 0

  static let start = NodePosition(index: 0)
}

/// The spans of pieces that stand one after the other in an element.
struct NodeSpanList {
  private var spans: [NodeSpan] = []
  /// The sums of whole chunks.
  private var chunks: [NodeSpan] = []

  private static let chunk = 128

  var count: Int { spans.count }

  subscript(index: Int) -> NodeSpan {
    get { spans[index] }
    set {
      guard spans[index] != newValue else { return }
      spans[index] = newValue
      let chunk = index / Self.chunk
      guard chunk < chunks.count else { return }
      chunks[chunk] = sum(chunk * Self.chunk..<(chunk + 1) * Self.chunk)
    }
  }

  /// Returns the span of the first `count` pieces. O(count / 128).
  func prefix(_ count: Int) -> NodeSpan {
    let whole = min(count / Self.chunk, chunks.count)
    var total = NodeSpan()
    for chunk in chunks[..<whole] { total = total + chunk }
    return total + sum(whole * Self.chunk..<count)
  }

  var total: NodeSpan { prefix(count) }

  mutating func append(_ span: NodeSpan) {
    spans.append(span)
    guard spans.count % Self.chunk == 0 else { return }
    chunks.append(sum(spans.count - Self.chunk..<spans.count))
  }

  mutating func truncate(to count: Int) {
    spans.removeSubrange(count...)
    chunks.removeSubrange(min(count / Self.chunk, chunks.count)...)
  }

  /// Puts as many spans in place of others.
  mutating func replace(_ range: Range<Int>, with new: [NodeSpan]) {
    for (index, span) in zip(range, new) { self[index] = span }
  }

  private func sum(_ range: Range<Int>) -> NodeSpan {
    spans[range].reduce(NodeSpan()) { $0 + $1 }
  }
}
