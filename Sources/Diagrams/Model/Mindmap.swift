/// A tree of topics.
struct Mindmap: Hashable, Sendable {
  struct Node: Hashable, Sendable {
    var label: Label
    var shape: Graph.Shape
    var parent: Int?
    var depth: Int
    var children: [Int] = []
  }

  /// The nodes; the root is the first, and parents come before their children.
  var nodes: [Node] = []
}
