/// The sizes of nodes and labels, in pixels or in cells.
struct DrawingMetrics {
  /// 1 if coordinates are cells, 0 if they are points between pixels.
  var unit: Int
  var lineHeight: Int
  /// The distance of a node's text from its sides, including the border.
  var paddingX: Int
  var paddingY: Int
  /// The maximum width of a label. Wider labels are wrapped.
  var labelWidth: Int
  /// The maximum width of an edge label.
  var edgeLabelWidth: Int
  /// Measures the width of a text. The second argument is true for bold text.
  var measure: (String, Bool) -> Int

  var isCells: Bool { unit == 1 }

  /// The sizes for SVG, in pixels.
  static var pixels: DrawingMetrics {
    DrawingMetrics(
      unit: 0, lineHeight: 20, paddingX: 16, paddingY: 10, labelWidth: 230, edgeLabelWidth: 200,
      measure: { CharacterWidths.width(of: $0, isBold: $1) })
  }

  static func cells(labelWidth: Int, measure: @escaping (String) -> Int) -> DrawingMetrics {
    DrawingMetrics(
      unit: 1, lineHeight: 1, paddingX: 2, paddingY: 1, labelWidth: labelWidth, edgeLabelWidth: labelWidth,
      measure: { text, _ in measure(text) })
  }

  func width(of line: Label.Line) -> Int { line.reduce(0) { $0 + measure($1.text, $1.isBold) } }

  func wrap(_ label: Label, to width: Int? = nil) -> [Label.Line] {
    label.wrapped(to: width ?? labelWidth, measure: measure)
  }

  /// Returns the size of a block of lines.
  func size(of lines: [Label.Line]) -> (width: Int, height: Int) {
    (lines.map { width(of: $0) }.max() ?? 0, lines.count * lineHeight)
  }

  func flow(_ direction: Graph.Direction) -> FlowMetrics {
    switch (isCells, direction.isHorizontal) {
    case (true, false):
      FlowMetrics(
        unit: 1, nodeGap: 3, edgeGap: 2, rankGap: 2, labelGap: 1, trackGap: 1, margin: 0, markMargin: 1,
        portGap: 2,
        portInset: 1, near: 0)
    case (true, true):
      FlowMetrics(
        unit: 1, nodeGap: 1, edgeGap: 1, rankGap: 4, labelGap: 2, trackGap: 2, margin: 1, markMargin: 2,
        portGap: 1,
        portInset: 1, near: 0)
    case (false, _):
      FlowMetrics(
        unit: 0, nodeGap: 36, edgeGap: 20, rankGap: 44, labelGap: 22, trackGap: 12, margin: 14,
        markMargin: 24, portGap: 16,
        portInset: 14, near: 6)
    }
  }
}
