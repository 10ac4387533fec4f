/// The output of a layout: shapes, lines and texts with coordinates, independent of the output format.
///
/// Coordinates are pixels for SVG, and columns and rows for a terminal. A cell is addressed by its own
/// coordinates, so that a line from (2, 0) to (2, 4) covers five cells.
struct Scene {
  /// The role of an element, from which a writer derives its colours.
  enum SceneRole: Hashable, Sendable {
    case node, group, edge, note, text, muted, title, edgeLabel, lifeline, frame, activation, axis, today
    /// The colour of one data series, by number.
    case series(Int)
    case done, active, critical
  }

  enum TextAnchor: Sendable { case start, middle, end }

  struct SceneBox {
    var rect: Rect
    var shape = Graph.Shape.rectangle
    var role: SceneRole
    var style = DrawingStyle()
    /// Whether the border is dashed.
    var isDashed = false
  }

  struct SceneLine {
    var points: [Point]
    var kind = Graph.EdgeStyle.solid
    var fromMark = Graph.EndMark.none
    var toMark = Graph.EndMark.none
    var role = SceneRole.edge
    var style = DrawingStyle()
    /// Whether the line joins the frames that it touches.
    var joinsFrames = true
  }

  struct Text {
    var lines: [Label.Line]
    var rect: Rect
    var alignment = TextAnchor.middle
    var role = SceneRole.text
    var color: DiagramColor?
    /// Whether the text covers the elements below it.
    var isOpaque = false
    /// The number of groups around the text. Their tints determine the background of an opaque text.
    var depth = 0
  }

  /// A sector of a circle between two angles in 1/3600 of a full turn, clockwise from the top.
  struct SceneSlice {
    var center: Point
    var radius: Int
    var start: Int
    var end: Int
    var role: SceneRole
  }

  enum SceneItem {
    case box(SceneBox)
    case line(SceneLine)
    case text(Text)
    case slice(SceneSlice)
  }

  var width = 0
  var height = 0
  var items: [SceneItem] = []

  mutating func add(_ box: SceneBox) { items.append(.box(box)) }
  mutating func add(_ line: SceneLine) { items.append(.line(line)) }
  mutating func add(_ text: Text) { if !text.lines.isEmpty { items.append(.text(text)) } }
  mutating func add(_ slice: SceneSlice) { items.append(.slice(slice)) }
}
