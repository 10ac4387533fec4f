/// The durations of a rendering's stages.
struct StageTimings: Hashable, Sendable {
  var parse = Duration.zero
  var highlight = Duration.zero
  var format = Duration.zero

  /// The value of the header `Server-Timing`, in milliseconds.
  var header: String {
    "parse;dur=\(Self.text(parse)), highlight;dur=\(Self.text(highlight)), format;dur=\(Self.text(format))"
  }

  private static func text(_ duration: Duration) -> String {
    let microseconds = Int(duration / .microseconds(1))
    let rest = String(microseconds % 1000)
    return "\(microseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
