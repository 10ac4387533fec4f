/// The output of a layout: shapes, lines and texts with coordinates, independent of the output format.
///
/// Coordinates are pixels for SVG, and columns and rows for a terminal. A cell is addressed by its own
/// coordinates, so that a line from (2, 0) to (2, 4) covers five cells.
struct Scene {
  /// The role of an element, from which a writer derives its colours.
  enum Role: Hashable, Sendable {
    case node, group, edge, note, text, muted, title, edgeLabel, lifeline, frame, activation, axis, today
    /// The colour of one data series, by number.
    case series(Int)
    case done, active, critical
  }

  enum Alignment: Sendable { case start, middle, end }

  struct Box {
    var rect: Rect
    var shape = Graph.Shape.rectangle
    var role: Role
    var style = DrawingStyle()
    /// Whether the border is dashed.
    var isDashed = false
  }

  struct Line {
    var points: [Point]
    var kind = Graph.Line.solid
    var fromMark = Graph.Mark.none
    var toMark = Graph.Mark.none
    var role = Role.edge
    var style = DrawingStyle()
    /// Whether the line joins the frames that it touches.
    var joinsFrames = true
  }

  struct Text {
    var lines: [Label.Line]
    var rect: Rect
    var alignment = Alignment.middle
    var role = Role.text
    var color: DiagramColor?
    /// Whether the text covers the elements below it.
    var isOpaque = false
    /// The number of groups around the text. Their tints determine the background of an opaque text.
    var depth = 0
  }

  /// A sector of a circle between two angles in 1/3600 of a full turn, clockwise from the top.
  struct Slice {
    var center: Point
    var radius: Int
    var start: Int
    var end: Int
    var role: Role
  }

  enum Item {
    case box(Box)
    case line(Line)
    case text(Text)
    case slice(Slice)
  }

  var width = 0
  var height = 0
  var items: [Item] = []

  mutating func add(_ box: Box) { items.append(.box(box)) }
  mutating func add(_ line: Line) { items.append(.line(line)) }
  mutating func add(_ text: Text) { if !text.lines.isEmpty { items.append(.text(text)) } }
  mutating func add(_ slice: Slice) { items.append(.slice(slice)) }
}
