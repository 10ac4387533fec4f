import Testing

@testable import Diagrams

struct GraphLayoutTests {
  private static var metrics: [DrawingMetrics] {
    [.pixels, .cells(labelWidth: 20) { $0.count }]
  }

  @Test(arguments: 0..<120) func randomGraphsHoldInvariants(seed: Int) throws {
    var random = RandomGraph(seed: UInt64(seed))
    let size = 2 + seed % 24
    let graph = random.graph(nodes: size, edges: size + seed % 17, groups: seed % 3 == 0 ? seed % 5 : 0)
    for metrics in Self.metrics {
      let scene = try GraphLayout.scene(of: graph, metrics)
      #expect(DiagramChecks.problems(of: scene, graph, metrics) == [], "seed \(seed)")
    }
  }

  @Test func largeGraphsHoldInvariants() throws {
    var random = RandomGraph(seed: 7)
    let graph = random.graph(nodes: 200, edges: 400)
    for metrics in Self.metrics {
      let scene = try GraphLayout.scene(of: graph, metrics)
      #expect(DiagramChecks.problems(of: scene, graph, metrics) == [])
    }
  }

  @Test(arguments: 0..<20) func layoutIsDeterministic(seed: Int) throws {
    var random = RandomGraph(seed: UInt64(1000 + seed))
    let graph = random.graph(nodes: 20, edges: 34, groups: 3)
    let first = SVGSceneWriter.write(
      try GraphLayout.scene(of: graph, .pixels), nil, name: "x", description: nil)
    let second = SVGSceneWriter.write(
      try GraphLayout.scene(of: graph, .pixels), nil, name: "x", description: nil)
    #expect(first == second)
  }

  @Test func cyclesAreBroken() {
    var flow = FlowGraph()
    flow.nodes = Array(repeating: FlowGraph.FlowNode(width: 10, height: 10), count: 4)
    for (from, to) in [(0, 1), (1, 2), (2, 0), (2, 3), (3, 1)] {
      flow.edges.append(FlowGraph.FlowEdge(from: from, to: to))
    }
    flow.breakCycles()
    let ranks = flow.ranks()
    for edge in flow.edges { #expect(ranks[edge.upper] < ranks[edge.lower]) }
  }

  @Test(arguments: [([1, 2, 3], 0), ([3, 2, 1], 3), ([2, 1, 2, 1], 3), ([], 0)])
  func inversionsCountCrossings(values: [Int], count: Int) {
    var (values, buffer) = (values, [Int]())
    #expect(FlowLayout.inversions(&values, &buffer) == count)
  }

  /// The maximum width of labels is never greater than that of the drawing.
  @Test(arguments: [11, 12, 18, 24, 28, 29])
  func smallGraphsAreDrawnInNarrowTerminals(width: Int) throws {
    let text = try #require(DiagramSample.terminal(try Diagram(mermaid: "graph TD\na-->b"), width: width))
    #expect(text.contains("a") && text.contains("b"))
  }

  @Test func treesHaveNoCrossing() throws {
    let diagram = try Diagram(mermaid: "graph TD\nA-->B & C\nB-->E & F\nC-->G & H\nE-->I & J")
    let text = try #require(DiagramSample.terminal(diagram, width: 100))
    #expect(!text.contains("┼"))
  }

  @Test func aWideDiagramIsTurnedThenNarrowed() throws {
    let names = (1...6).map { "N\($0)[Step number \($0)]" }
    let diagram = try Diagram(mermaid: "flowchart LR\n" + names.joined(separator: " --> "))
    let wide = try #require(DiagramSample.terminal(diagram, width: 200))
    let narrow = try #require(DiagramSample.terminal(diagram, width: 40))
    #expect(wide.split(separator: "\n").count == 3)
    #expect(narrow.split(separator: "\n").count > 20)
    #expect(DiagramSample.terminal(diagram, width: 6) == nil)
  }
}
