/// A pie chart.
struct Pie: Hashable, Sendable {
  struct PieSlice: Hashable, Sendable {
    var label: Label
    /// The value in hundredths, greater than zero.
    var hundredths: Int
    /// The value as written in the source.
    var valueText: String
  }

  var slices: [PieSlice] = []
  /// Whether the legend shows the values.
  var showsData = false
  var total: Int { slices.reduce(0) { $0 + $1.hundredths } }

  /// Returns a slice's share in tenths of a percent.
  func permille(_ slice: PieSlice) -> Int { total == 0 ? 0 : (slice.hundredths * 2000 + total) / (2 * total) }

  func percentText(_ slice: PieSlice) -> String {
    let value = permille(slice)
    return value % 10 == 0 ? "\(value / 10) %" : "\(value / 10).\(value % 10) %"
  }
}
