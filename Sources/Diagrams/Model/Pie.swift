/// Shares of a whole.
struct Pie: Hashable, Sendable {
  struct Slice: Hashable, Sendable {
    var label: Label
    /// The value in hundredths, greater than zero.
    var hundredths: Int
    /// The value as it was written.
    var valueText: String
  }

  var slices: [Slice] = []
  /// Whether values stand beside the labels.
  var showsData = false
  var total: Int { slices.reduce(0) { $0 + $1.hundredths } }

  /// Returns a slice's share in tenths of a percent.
  func permille(_ slice: Slice) -> Int { total == 0 ? 0 : (slice.hundredths * 2000 + total) / (2 * total) }

  func percentText(_ slice: Slice) -> String {
    let value = permille(slice)
    return value % 10 == 0 ? "\(value / 10) %" : "\(value / 10).\(value % 10) %"
  }
}
