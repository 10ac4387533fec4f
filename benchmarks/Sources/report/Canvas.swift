import Foundation

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
    svg { font: 12px system-ui, sans-serif; --page: #fff; --ink: #24292f; --grid: #d8dee4; --aim: #bc4c00;
      --c0: #0969da; --c1: #cf222e; --c2: #1a7f37; --c3: #8250df; --c4: #9a6700; --c5: #57606a }
    @media (prefers-color-scheme: dark) { svg { --page: #0d1117; --ink: #e6edf3; --grid: #30363d; --aim: #f0883e;
      --c0: #58a6ff; --c1: #ff7b72; --c2: #3fb950; --c3: #bc8cff; --c4: #d29922; --c5: #8b949e } }
    .page { fill: var(--page) } text { fill: var(--ink); stroke: var(--page); stroke-width: 3px; paint-order: stroke } .title { font-size: 15px; font-weight: 600 }
    .grid { stroke: var(--grid) } .aim { stroke: var(--aim); stroke-dasharray: 4 3 }
    .pale { fill: var(--c0); opacity: .35 } .full { fill: var(--c0) }
    polyline { fill: none; stroke-width: 2 } .dashed { stroke-dasharray: 6 4 } .lead { stroke-width: 1; opacity: .6 }
    .c0 { stroke: var(--c0) } .c1 { stroke: var(--c1) } .c2 { stroke: var(--c2) }
    .c3 { stroke: var(--c3) } .c4 { stroke: var(--c4) } .c5 { stroke: var(--c5) }
    .t0 { fill: var(--c0) } .t1 { fill: var(--c1) } .t2 { fill: var(--c2) }
    .t3 { fill: var(--c3) } .t4 { fill: var(--c4) } .t5 { fill: var(--c5) }
    </style>
    <rect class="page" width="\(width.short)" height="\(height.short)"/>
    <text class="title" x="12" y="22">\(title)</text>

    """
  }

  func label(
    _ text: String, x: Double, y: Double, anchor: String = "start", className: String = ""
  ) -> String {
    let name = className.isEmpty ? "" : " class=\"\(className)\""
    return "<text\(name) x=\"\(x.short)\" y=\"\(y.short)\" text-anchor=\"\(anchor)\">\(text)</text>\n"
  }

  /// A named bar with a longer one behind it, and what they say in figures.
  func pair(_ name: String, y: Double, axis: LogAxis, pale: Double, full: Double, text: String) -> String {
    label(name, x: left - 8, y: y + 8, anchor: "end")
      + bar(y: y, to: axis.place(pale), className: "pale")
      + bar(y: y, to: axis.place(full), className: "full")
      + label(text, x: axis.place(max(pale, full)) + 6, y: y + 8)
  }

  private func bar(y: Double, to end: Double, className: String) -> String {
    let size = "width=\"\(max(1, end - left).short)\" height=\"9\""
    return "<rect class=\"\(className)\" x=\"\(left.short)\" y=\"\(y.short)\" \(size) rx=\"1\"/>\n"
  }

  func line(x1: Double, y1: Double, x2: Double, y2: Double, className: String) -> String {
    let (from, to) = ("x1=\"\(x1.short)\" y1=\"\(y1.short)\"", "x2=\"\(x2.short)\" y2=\"\(y2.short)\"")
    return "<line class=\"\(className)\" \(from) \(to)/>\n"
  }

  func verticals(_ axis: LogAxis, marks: [Double], emphasized: Set<Double>, unit: String) -> String {
    marks.map { mark in
      let x = axis.place(mark)
      let text = mark >= 1 ? "\(Int(mark))\(unit)" : "\(mark)\(unit)"
      return line(
        x1: x, y1: top, x2: x, y2: height - 8, className: emphasized.contains(mark) ? "aim" : "grid")
        + label(text, x: x, y: top - 6, anchor: "middle")
    }.joined()
  }
}
