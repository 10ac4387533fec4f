/// Nodes and edges: the model of flowcharts and of state, class and entity diagrams.
struct Graph: Hashable, Sendable {
  enum GraphKind: String, Sendable {
    case flowchart = "Flowchart"
    case state = "State diagram"
    case classes = "Class diagram"
    case entities = "Entity relationship diagram"
  }

  /// The direction in which edges lead.
  enum Direction: String, Sendable {
    case down, up, right, left

    /// Reads `TB`, `TD`, `BT`, `LR` or `RL`.
    init?(mermaid name: some StringProtocol) {
      switch name {
      case "TB", "TD", "v": self = .down
      case "BT", "^": self = .up
      case "LR", ">": self = .right
      case "RL", "<": self = .left
      default: return nil
      }
    }

    var isHorizontal: Bool { self == .right || self == .left }
    var isMirrored: Bool { self == .up || self == .left }
  }

  /// The outline of a node.
  enum Shape: String, Sendable {
    case rectangle, rounded, stadium, subroutine, cylinder, circle, doubleCircle, diamond, hexagon, asymmetric
    case parallelogram, parallelogramAlternative, trapezoid, trapezoidAlternative, document, note, plain
    /// The start point and the end point of a state diagram.
    case start, end
    /// A bar at which states fork or join.
    case bar
    /// A box with a name and rows below, for classes and entities.
    case table
  }

  /// A row of a table: the cells of its columns.
  typealias Row = [Label]

  struct GraphNode: Hashable, Sendable {
    var id: String
    var label: Label
    var shape = Shape.rectangle
    /// The rows below the label, in sections that lines separate.
    var sections: [[Row]] = []
    /// The index of the group that contains the node.
    var group: Int?
    var style = DrawingStyle()
  }

  /// An end of an edge.
  enum EdgeEnd: Hashable, Sendable {
    case node(Int)
    case group(Int)
  }

  enum EdgeStyle: Sendable { case solid, dotted, thick, invisible }

  /// The mark at an end of an edge, such as an arrowhead.
  enum EndMark: Sendable {
    case none, arrow, openArrow, circle, cross, triangle, diamond, filledDiamond
    case one, zeroOrOne, oneOrMore, zeroOrMore

    /// The cardinality at this end of a relation, as a terminal shows it.
    var cardinality: String? {
      switch self {
      case .one: "1"
      case .zeroOrOne: "0..1"
      case .oneOrMore: "1..*"
      case .zeroOrMore: "0..*"
      default: nil
      }
    }
  }

  struct GraphEdge: Hashable, Sendable {
    var from: EdgeEnd
    var to: EdgeEnd
    var label = Label.empty
    /// A text at the start of the edge, such as a multiplicity.
    var fromLabel = Label.empty
    var toLabel = Label.empty
    var line = EdgeStyle.solid
    var fromMark = EndMark.none
    var toMark = EndMark.arrow
    /// The minimum number of ranks between the ends.
    var length = 1
    var style = DrawingStyle()
  }

  struct GraphGroup: Hashable, Sendable {
    var id: String
    var label: Label
    var parent: Int?
    var direction: Direction?
    /// Whether the group is one of several concurrent regions of a state, which have no frame.
    var isRegion = false
    var style = DrawingStyle()
  }

  var kind = GraphKind.flowchart
  var direction = Direction.down
  var nodes: [GraphNode] = []
  var edges: [GraphEdge] = []
  var groups: [GraphGroup] = []
}

/// The colours that the author of a diagram chose; nil for a colour of the theme.
struct DrawingStyle: Hashable, Sendable {
  var fill: DiagramColor?
  var stroke: DiagramColor?
  var text: DiagramColor?
  /// The width of the outline in pixels.
  var strokeWidth: Int?
  var isDashed: Bool?

  var isEmpty: Bool { self == DrawingStyle() }

  /// Overrides properties with those that `other` sets.
  mutating func merge(_ other: DrawingStyle) {
    fill = other.fill ?? fill
    stroke = other.stroke ?? stroke
    text = other.text ?? text
    strokeWidth = other.strokeWidth ?? strokeWidth
    isDashed = other.isDashed ?? isDashed
  }
}
