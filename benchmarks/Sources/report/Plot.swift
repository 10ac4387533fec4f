import Foundation

/// Plots as SVG, readable on light and on dark pages.
enum Plot {
  /// A bar for each language: cold behind, warm before it; on a logarithmic axis.
  static func languages(_ rows: [Headline.Row]) -> String {
    let rows = rows.filter { $0.format == "html" }.sorted { $0.cold.p50 > $1.cold.p50 }
    let canvas = Canvas(width: 900, height: 60 + 14 * Double(rows.count), left: 150, top: 40)
    let axis = LogAxis(from: 0.1, to: 250, start: canvas.left, end: canvas.width - 30)
    var svg = canvas.open("500 lines to HTML, ms: cold (pale) and warm (full)")
    svg += canvas.verticals(axis, marks: [0.1, 1, 5, 10, 50, 200], emphasized: [5, 50, 200])
    for (index, row) in rows.enumerated() {
      let y = canvas.top + 10 + 14 * Double(index)
      svg += canvas.label(row.language, x: canvas.left - 8, y: y + 8, anchor: "end")
      svg += canvas.bar(
        x: canvas.left, y: y, width: axis.place(row.cold.p50) - canvas.left, className: "pale")
      svg += canvas.bar(
        x: canvas.left, y: y, width: axis.place(row.warm.p50) - canvas.left, className: "full")
    }
    return svg + "</svg>\n"
  }

  /// Cost against size, both axes logarithmic: a line that rises one decade a decade is linear.
  static func growth(_ rows: [Growth.Row]) -> String {
    let canvas = Canvas(width: 900, height: 520, left: 70, top: 40)
    let sizes = LogAxis(from: 1, to: 1000, start: canvas.left, end: 640)
    let largest = rows.flatMap(\.values).max() ?? 1
    let smallest = rows.flatMap(\.values).min() ?? 0.1
    let times = LogAxis(from: smallest, to: largest, start: canvas.height - 50, end: canvas.top + 10)
    var svg = canvas.open("Milliseconds against kilobytes (exponent)")
    for size in [1.0, 10, 100, 1000] {
      svg += canvas.label("\(Int(size)) KB", x: sizes.place(size), y: canvas.height - 28, anchor: "middle")
    }
    for power in -2...4 where pow(10, Double(power)) >= smallest && pow(10, Double(power)) <= largest {
      let value = pow(10, Double(power))
      svg += canvas.line(
        x1: canvas.left, y1: times.place(value), x2: 640, y2: times.place(value), className: "grid")
      svg += canvas.label("\(value)", x: canvas.left - 8, y: times.place(value) + 4, anchor: "end")
    }
    var lowest = -Double.infinity
    for (index, row) in rows.sorted(by: { ($0.values.last ?? 0) > ($1.values.last ?? 0) }).enumerated() {
      let points = zip([1.0, 10, 100, 1000], row.values).map {
        "\(sizes.place($0).short),\(times.place($1).short)"
      }
      svg += "<polyline class=\"c\(index % 6)\" points=\"\(points.joined(separator: " "))\"/>\n"
      // Names stand one below the other, beside their line's end where there is room.
      let y = max(times.place(row.values.last ?? 1) + 4, lowest + 15)
      lowest = y
      svg += canvas.label("\(row.work) (\(row.exponent.short))", x: 652, y: y, className: "t\(index % 6)")
    }
    return svg + "</svg>\n"
  }

  static func latency(_ rows: [Latency.Row]) -> String {
    let canvas = Canvas(width: 900, height: 70 + 26 * Double(rows.count), left: 150, top: 40)
    let axis = LogAxis(from: 0.0005, to: 2, start: canvas.left, end: canvas.width - 40)
    var svg = canvas.open("A token more in a session of 1 MB: p50 (full), p99 (pale)")
    svg += canvas.verticals(axis, marks: [0.001, 0.01, 0.1, 1], emphasized: [1], unit: " ms")
    for (index, row) in rows.enumerated() {
      let y = canvas.top + 12 + 26 * Double(index)
      svg += canvas.label(row.shape, x: canvas.left - 8, y: y + 9, anchor: "end")
      svg += canvas.bar(
        x: canvas.left, y: y, width: axis.place(row.samples.p99) - canvas.left, className: "pale")
      svg += canvas.bar(
        x: canvas.left, y: y, width: axis.place(row.samples.p50) - canvas.left, className: "full")
    }
    return svg + "</svg>\n"
  }
}

/// A logarithmic axis: values to places.
struct LogAxis {
  var from: Double
  var to: Double
  var start: Double
  var end: Double

  func place(_ value: Double) -> Double {
    let share = (log(max(value, from)) - log(from)) / (log(to) - log(from))
    return start + (end - start) * min(1, share)
  }
}

/// Where a plot's parts lie, and how they are written.
struct Canvas {
  var width: Double
  var height: Double
  var left: Double
  var top: Double

  func open(_ title: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width.short) \(height.short)" role="img" aria-label="\(title)">
    <style>
    svg { background: #fff; font: 12px system-ui, sans-serif; --ink: #24292f; --quiet: #8c959f; --grid: #d8dee4 }
    @media (prefers-color-scheme: dark) { svg { background: #0d1117; --ink: #e6edf3; --quiet: #8b949e; --grid: #30363d } }
    text { fill: var(--ink) } .title { font-size: 15px; font-weight: 600 }
    .grid { stroke: var(--grid) } .aim { stroke: #d97706; stroke-dasharray: 4 3 }
    .pale { fill: #0969da; opacity: .3 } .full { fill: #0969da }
    polyline { fill: none; stroke-width: 2 }
    .c0 { stroke: #0969da } .c1 { stroke: #cf222e } .c2 { stroke: #1a7f37 }
    .c3 { stroke: #8250df } .c4 { stroke: #bf8700 } .c5 { stroke: #57606a }
    .t0 { fill: #0969da } .t1 { fill: #cf222e } .t2 { fill: #1a7f37 }
    .t3 { fill: #8250df } .t4 { fill: #bf8700 } .t5 { fill: var(--quiet) }
    </style>
    <text class="title" x="12" y="22">\(title)</text>

    """
  }

  func label(_ text: String, x: Double, y: Double, anchor: String = "start", className: String = "") -> String
  {
    "<text class=\"\(className)\" x=\"\(x.short)\" y=\"\(y.short)\" text-anchor=\"\(anchor)\">\(text)</text>\n"
  }

  func bar(x: Double, y: Double, width: Double, className: String) -> String {
    "<rect class=\"\(className)\" x=\"\(x.short)\" y=\"\(y.short)\" width=\"\(max(1, width).short)\" height=\"9\" rx=\"1\"/>\n"
  }

  func line(x1: Double, y1: Double, x2: Double, y2: Double, className: String) -> String {
    "<line class=\"\(className)\" x1=\"\(x1.short)\" y1=\"\(y1.short)\" x2=\"\(x2.short)\" y2=\"\(y2.short)\"/>\n"
  }

  func verticals(_ axis: LogAxis, marks: [Double], emphasized: Set<Double>, unit: String = "") -> String {
    marks.map { mark in
      let x = axis.place(mark)
      let text = mark >= 1 ? "\(Int(mark))\(unit)" : "\(mark)\(unit)"
      return line(
        x1: x, y1: top, x2: x, y2: height - 8, className: emphasized.contains(mark) ? "aim" : "grid")
        + label(text, x: x, y: top - 4, anchor: "middle")
    }.joined()
  }
}
