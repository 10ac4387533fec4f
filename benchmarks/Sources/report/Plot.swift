import BenchmarkInputs
import Foundation

/// Plots as SVG, readable on light and on dark pages.
enum Plot {
  /// A bar for each language: cold behind, warm before it; on a logarithmic axis.
  static func languages(_ rows: [Headline.Row]) -> String {
    let rows = rows.filter { $0.format == "html" }.sorted { $0.cold.p50 > $1.cold.p50 }
    let canvas = Canvas(width: 900, height: 66 + 14 * Double(rows.count), left: 150, top: 52)
    let axis = LogAxis(from: 0.1, to: 250, start: canvas.left, end: canvas.width - 70)
    var svg = canvas.open("500 lines of each language to HTML: cold (pale) and warm (full), medians in ms")
    svg += canvas.verticals(axis, marks: [0.1, 1, 5, 10, 50, 200], emphasized: [5, 50, 200], unit: " ms")
    for (index, row) in rows.enumerated() {
      let y = canvas.top + 6 + 14 * Double(index)
      svg += canvas.pair(
        row.language, y: y, axis: axis, pale: row.cold.p50, full: row.warm.p50,
        text: "\(row.cold.p50.figure) / \(row.warm.p50.figure)")
    }
    return svg + "</svg>\n"
  }

  /// Cost against size, both axes logarithmic: a line that rises one decade a decade is linear.
  static func growth(_ rows: [Growth.Row]) -> String {
    let canvas = Canvas(width: 900, height: 540, left: 80, top: 44)
    let right = 640.0
    let sizes = LogAxis(from: 1, to: 1000, start: canvas.left, end: right)
    let values = rows.flatMap(\.values)
    // Whole decades, so that the grid is the frame.
    let lowest = pow(10, log10(values.min() ?? 0.1).rounded(.down))
    let highest = pow(10, log10(values.max() ?? 1).rounded(.up))
    let times = LogAxis(from: lowest, to: highest, start: canvas.height - 50, end: canvas.top)
    var svg = canvas.open(
      "Milliseconds against size, both logarithmic; in parentheses the exponent, 1.0 is linear")
    for size in [1.0, 10, 100, 1000] {
      let x = sizes.place(size)
      svg += canvas.line(x1: x, y1: canvas.top, x2: x, y2: canvas.height - 50, className: "grid")
      svg += canvas.label(
        size < 1000 ? "\(Int(size)) KB" : "1 MB", x: x, y: canvas.height - 30, anchor: "middle")
    }
    var mark = lowest
    while mark <= highest * 1.01 {
      let y = times.place(mark)
      svg += canvas.line(x1: canvas.left, y1: y, x2: right, y2: y, className: "grid")
      svg += canvas.label("\(mark.figure) ms", x: canvas.left - 8, y: y + 4, anchor: "end")
      mark *= 10
    }
    let ordered = rows.sorted { ($0.values.last ?? 0) > ($1.values.last ?? 0) }
    let ends = ordered.map { times.place($0.values.last ?? 1) }
    let places = spread(ends, gap: 16, from: canvas.top, to: canvas.height - 20)
    for (index, row) in ordered.enumerated() {
      let points = zip([1.0, 10, 100, 1000], row.values).map {
        "\(sizes.place($0).short),\(times.place($1).short)"
      }
      let hue = "c\(index % 6)\(index >= 6 ? " dashed" : "")"
      svg += "<polyline class=\"\(hue)\" points=\"\(points.joined(separator: " "))\"/>\n"
      svg += canvas.line(
        x1: right + 3, y1: ends[index], x2: right + 20, y2: places[index], className: "lead \(hue)")
      svg += canvas.label(
        "\(row.work) (\(row.exponent.short))", x: right + 25, y: places[index] + 4, className: "t\(index % 6)"
      )
    }
    return svg + "</svg>\n"
  }

  static func latency(_ rows: [Latency.Row]) -> String {
    let canvas = Canvas(width: 900, height: 70 + 22 * Double(rows.count), left: 150, top: 52)
    let axis = LogAxis(from: 0.5, to: 2000, start: canvas.left, end: canvas.width - 90)
    var svg = canvas.open("A token more in a session of 1 MB: p50 (full) and p99 (pale) in µs")
    svg += canvas.verticals(axis, marks: [1, 10, 100, 1000], emphasized: [1000], unit: " µs")
    for (index, row) in rows.enumerated() {
      let (usual, late) = (row.samples.p50 * 1000, row.samples.p99 * 1000)
      svg += canvas.pair(
        row.shape, y: canvas.top + 8 + 22 * Double(index), axis: axis, pale: late, full: usual,
        text: "\(usual.figure) / \(late.figure)")
    }
    return svg + "</svg>\n"
  }

  /// How late flushes were, second by second: bars that grow downwards would be a backlog.
  static func sideBySide(_ result: SideBySide.Result) -> String {
    let canvas = Canvas(width: 900, height: 70 + 22 * Double(result.seconds.count), left: 150, top: 52)
    let axis = LogAxis(from: 0.1, to: 1000, start: canvas.left, end: canvas.width - 90)
    var svg = canvas.open(
      "\(result.settings.sessions) sessions at once, behind the flush: p50 (full) and p99 (pale) in ms")
    svg += canvas.verticals(axis, marks: [0.1, 1, 10, 100, 1000], emphasized: [100], unit: " ms")
    for (second, samples) in result.seconds.enumerated() {
      svg += canvas.pair(
        "second \(second + 1)", y: canvas.top + 8 + 22 * Double(second), axis: axis, pale: samples.p99,
        full: samples.p50, text: "\(samples.p50.figure) / \(samples.p99.figure)")
    }
    return svg + "</svg>\n"
  }

  /// Places near those that are wanted, in the same order, none nearer than `gap` to the next, all between two ends.
  private static func spread(_ wanted: [Double], gap: Double, from low: Double, to high: Double) -> [Double] {
    var places = wanted
    for index in places.indices {
      places[index] = max(places[index], index > 0 ? places[index - 1] + gap : low)
    }
    for index in places.indices.reversed() {
      places[index] = min(places[index], index + 1 < places.count ? places[index + 1] - gap : high)
    }
    return places
  }
}

extension Double {
  /// With about two digits that count: 0.012, 0.3, 4.5, 120.
  fileprivate var figure: String {
    guard isFinite, self > 0 else { return "-" }
    let digits = max(0, 1 - Int(log10(self).rounded(.down)))
    let text = String(format: "%.\(digits)f", self)
    guard text.contains(".") else { return text }
    return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
  }
}
