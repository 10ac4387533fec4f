/// The durations of a rendering's stages.
struct StageTimings: Hashable, Sendable {
  var parse = Duration.zero
  var highlight = Duration.zero
  var format = Duration.zero

  /// The value of the header `Server-Timing`, in milliseconds.
  var header: String {
    "parse;dur=" + Self.text(parse) + ", highlight;dur=" + Self.text(highlight) + ", format;dur="
      + Self.text(format)
  }

  /// Returns milliseconds with three digits after the point.
  static func text(_ duration: Duration) -> String {
    let microseconds = Int(duration / .microseconds(1))
    let rest = microseconds % 1000
    return String(microseconds / 1000) + (rest < 10 ? ".00" : rest < 100 ? ".0" : ".") + String(rest)
  }
}
