/// A mind map: a tree of topics.
struct Mindmap: Hashable, Sendable {
  struct MindmapNode: Hashable, Sendable {
    var label: Label
    var shape: Graph.Shape
    var parent: Int?
    var depth: Int
    var children: [Int] = []
  }

  /// The nodes in pre-order; the root is the first.
  var nodes: [MindmapNode] = []
}
