/// The number of nodes that HTML adds to its parent element. Adjacent texts form one node, so that a span can
/// begin in the text node of the preceding span.
///
/// ```
/// "a<b>c</b>\n"   leading 1, nodes 2, trailing 1
/// ```
struct NodeSpan: Equatable {
  /// The number of UTF-16 code units of the leading text.
  var leading: Int32 = 0
  /// The number of nodes after the leading text.
  var nodes: Int32 = 0
  /// The number of UTF-16 code units of the last node if it is a text other than the leading one.
  var trailing: Int32 = 0

  /// An element followed by a line end.
  static let block = NodeSpan(leading: 0, nodes: 2, trailing: 1)

  /// The number of nodes.
  var count: Int { Int(nodes) + (leading > 0 ? 1 : 0) }
  /// The length of the text at the end; 0 if the last node is not a text.
  var textLength: Int { Int(nodes > 0 ? trailing : leading) }

  /// The position after the span, in an element that begins with it.
  var end: NodePosition {
    textLength > 0 ? NodePosition(index: count - 1, offset: textLength) : NodePosition(index: count)
  }

  /// Returns the span of two consecutive pieces of HTML.
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

/// A position among the child nodes of an element: before the node at `index`, or within it if it is a text.
struct NodePosition: Equatable {
  var index: Int
  /// The number of UTF-16 code units before the position in the text; 0 before a node.
  var offset = 0

  static let start = NodePosition(index: 0)
}

/// The spans of consecutive pieces of HTML in an element.
struct NodeSpanList {
  private var spans: [NodeSpan] = []
  /// The sums of complete chunks.
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

  /// Replaces spans with the same number of other spans.
  mutating func replace(_ range: Range<Int>, with new: [NodeSpan]) {
    for (index, span) in zip(range, new) { self[index] = span }
  }

  private func sum(_ range: Range<Int>) -> NodeSpan {
    spans[range].reduce(NodeSpan()) { $0 + $1 }
  }
}
