/// Writes a scene as an `<svg>` element that can be embedded in HTML.
///
/// Texts are escaped `<text>` elements. There are no identifiers, links, scripts, or styles with addresses.
/// Colours come from classes or from a ``DiagramPalette``. All elements have end tags.
struct SVGSceneWriter {
  private(set) var out = ""
  private let palette: DiagramPalette?

  /// The margin around a drawing in pixels.
  static let margin = 8

  static func write(_ scene: Scene, _ palette: DiagramPalette?, name: String, description: String?) -> String
  {
    var writer = SVGSceneWriter(palette)
    writer.write(scene, name: name, description: description)
    return writer.out
  }

  init(_ palette: DiagramPalette?) {
    self.palette = palette
    out.reserveCapacity(1 << 12)
  }

  private mutating func write(_ scene: Scene, name: String, description: String?) {
    let width = scene.width + 2 * Self.margin
    let height = scene.height + 2 * Self.margin
    out += "<svg class=\"ils-drawing\" role=\"img\" width=\"\(width)\" height=\"\(height)\""
    out += " viewBox=\"\(-Self.margin) \(-Self.margin) \(width) \(height)\""
    // A narrow screen scales the drawing down, but not below a readable size.
    out += " style=\"min-width:\(min(width * 5 / 8, width))px\""
    out += " font-size=\"14\" fill=\"\(palette?.text.hex ?? "currentColor")\""
    if palette != nil { out += " font-family=\"system-ui,sans-serif\"" }
    out += "><title>"
    escape(name)
    out += "</title>"
    if let description {
      out += "<desc>"
      escape(description)
      out += "</desc>"
    }
    for item in scene.items {
      switch item {
      case .box(let box): write(box)
      case .line(let line): write(line)
      case .text(let text): write(text)
      case .slice(let slice): write(slice)
      }
    }
    out += "</svg>"
  }

  // MARK: Looks

  /// Writes the class of a role, and the attributes that replace it if there is no stylesheet.
  private mutating func writeLook(
    _ name: String, _ role: Scene.SceneRole, _ style: DrawingStyle, isLine: Bool = false,
    isDashed: Bool = false,
    extra: String = ""
  ) {
    out += " class=\"\(name)\(extra)\""
    let filled = palette?.fill(role)?.hex ?? "none"
    out += " fill=\"\(isLine ? "none" : filled)\" stroke=\"\(palette?.stroke(role).hex ?? "currentColor")\""
    if isDashed || style.isDashed == true { out += " stroke-dasharray=\"\(isLine ? "3 4" : "5 4")\"" }
    var declarations: [String] = []
    if !isLine, let fill = style.fill { declarations.append("fill:\(fill.hex)") }
    if let stroke = style.stroke { declarations.append("stroke:\(stroke.hex)") }
    if let width = style.strokeWidth { declarations.append("stroke-width:\(width)") }
    if !declarations.isEmpty { out += " style=\"\(declarations.joined(separator: ";"))\"" }
  }

  static func className(_ role: Scene.SceneRole) -> String {
    switch role {
    case .node: "dn"
    case .group: "dg"
    case .edge: "de"
    case .note: "do"
    case .text: "dt"
    case .muted: "dm"
    case .title: "dh"
    case .edgeLabel: "dl"
    case .lifeline: "dv"
    case .frame: "df"
    case .activation: "db"
    case .axis: "dx"
    case .today: "dy"
    case .series(let number): "ds ds\(number % 8)"
    case .done: "ds dsd"
    case .active: "ds dsa"
    case .critical: "ds dsc"
    }
  }

  // MARK: Elements

  private mutating func write(_ box: Scene.SceneBox) {
    let name = Self.className(box.role)
    switch box.shape {
    case .start, .end:
      let (x, y, radius) = (
        box.rect.x + box.rect.width / 2, box.rect.y + box.rect.height / 2, box.rect.width / 2
      )
      if box.shape == .end {
        out += "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\""
        writeLook("de", .edge, box.style, isLine: true)
        out += "></circle>"
      }
      out +=
        "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(box.shape == .end ? radius - 5 : radius)\" class=\"da\" fill=\"\(palette?.edge.hex ?? "currentColor")\"></circle>"
    case .bar:
      out +=
        "<rect x=\"\(box.rect.x)\" y=\"\(box.rect.y)\" width=\"\(box.rect.width)\" height=\"\(box.rect.height)\" rx=\"3\""
      out += " class=\"da\" fill=\"\(palette?.edge.hex ?? "currentColor")\"></rect>"
    default:
      out += "<path"
      writeLook(name, box.role, box.style, isDashed: box.isDashed)
      out += " d=\"\(ShapePaths.path(box.shape, box.rect, role: box.role))\"></path>"
    }
  }

  private mutating func write(_ line: Scene.SceneLine) {
    var points = line.points
    guard points.count > 1 else { return }
    let from = EdgeMark(line.fromMark, at: points[0], from: points[1])
    let to = EdgeMark(line.toMark, at: points[points.count - 1], from: points[points.count - 2])
    points[0] = from.lineEnd
    points[points.count - 1] = to.lineEnd
    out += "<path"
    writeLook(
      Self.className(line.role), line.role, line.style, isLine: true, isDashed: line.kind == .dotted,
      extra: line.kind == .thick ? " dw" : "")
    if line.kind == .thick, palette != nil { out += " stroke-width=\"3\"" }
    out += " d=\"\(ShapePaths.rounded(points))\"></path>"
    for mark in [from, to] where !mark.path.isEmpty {
      let color = line.style.stroke.map { " style=\"\(mark.isFilled ? "fill" : "stroke"):\($0.hex)\"" } ?? ""
      if mark.isFilled {
        out +=
          "<path class=\"da\" fill=\"\(palette?.edge.hex ?? "currentColor")\"\(color) d=\"\(mark.path)\"></path>"
      } else {
        out +=
          "<path class=\"\(mark.isHollow ? "dh0" : "de")\" fill=\"\(mark.isHollow ? palette?.background.hex ?? "Canvas" : "none")\""
        out += " stroke=\"\(palette?.edge.hex ?? "currentColor")\"\(color) d=\"\(mark.path)\"></path>"
      }
    }
  }

  private mutating func write(_ text: Scene.Text) {
    let metrics = DrawingMetrics.pixels
    if text.isOpaque {
      let size = metrics.size(of: text.lines)
      let (x, y) = (text.rect.x + text.rect.width / 2, text.rect.y + text.rect.height / 2)
      out +=
        "<rect class=\"\(text.depth == 0 ? "dk" : "dk dk\(min(text.depth, 4))")\" fill=\"\(palette?.background.hex ?? "Canvas")\" x=\"\(x - size.width / 2 - 5)\" y=\"\(y - size.height / 2 - 1)\""
      out += " width=\"\(size.width + 10)\" height=\"\(size.height + 2)\" rx=\"4\"></rect>"
    }
    let x: Int
    let anchor: String
    switch text.alignment {
    case .start: (x, anchor) = (text.rect.x, "")
    case .middle: (x, anchor) = (text.rect.x + text.rect.width / 2, " text-anchor=\"middle\"")
    case .end: (x, anchor) = (text.rect.maxX, " text-anchor=\"end\"")
    }
    let height = text.lines.count * metrics.lineHeight
    var y = text.rect.y + (text.rect.height - height) / 2 + 15
    for line in text.lines {
      out += "<text class=\"\(Self.className(text.role))\" x=\"\(x)\" y=\"\(y)\"\(anchor)"
      if let palette { out += " fill=\"\((text.color ?? palette.text(text.role)).hex)\"" }
      if palette != nil, text.role == .title { out += " font-weight=\"600\"" }
      if let color = text.color { out += " style=\"fill:\(color.hex)\"" }
      out += ">"
      for span in line {
        let isPlain = !span.isBold && !span.isItalic
        if !isPlain {
          out += "<tspan"
          if span.isBold { out += " font-weight=\"650\"" }
          if span.isItalic { out += " font-style=\"italic\"" }
          out += ">"
        }
        escape(span.text)
        if !isPlain { out += "</tspan>" }
      }
      out += "</text>"
      y += metrics.lineHeight
    }
  }

  private mutating func write(_ slice: Scene.SceneSlice) {
    out += "<path"
    writeLook(Self.className(slice.role), slice.role, DrawingStyle())
    out += " d=\"\(ShapePaths.slice(slice))\"></path>"
  }

  private mutating func escape(_ text: String) {
    for character in text.unicodeScalars {
      switch character {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "'": out += "&#39;"
      default: if LabelReader.isShown(character) { out.unicodeScalars.append(character) }
      }
    }
  }
}
