internal import MessageStreams
internal import RunFormatters
internal import StyledRuns

/// A document in its output form, and how that came about.
struct RenderedDocument: Sendable {
  var bytes: [UInt8]
  var format: OutputFormat
  var theme: String
  var degraded: [Degradation]
  var timings: StageTimings
  /// The content security policy of HTML; nil for other formats.
  var policy: String?
  /// The language of highlighted code, and whether the client had left it open.
  var language: (id: String?, name: String?, isDetected: Bool)?
  /// Of a conversation: the format in which it came, and what of it was not understood.
  var input: String?
  var skipped: SkippedInput?

  /// The JSON answer: the output with what is to be said of it.
  func writeJSON(into sink: inout ByteSink) {
    sink.append("{\"format\":")
    sink.append(jsonString: format.rawValue)
    sink.append(",\"theme\":")
    sink.append(jsonString: theme)
    if let language {
      sink.append(",\"language\":")
      Self.write(language.id, into: &sink)
      sink.append(",\"languageName\":")
      Self.write(language.name, into: &sink)
      sink.append(language.isDetected ? ",\"detected\":true" : ",\"detected\":false")
    }
    if let input {
      sink.append(",\"input\":")
      sink.append(jsonString: input)
    }
    skipped?.writeMember(into: &sink)
    sink.append(",\"degraded\":[")
    for (index, degradation) in degraded.enumerated() {
      if index > 0 { sink.append(",") }
      degradation.write(into: &sink)
    }
    sink.append("],\"output\":")
    if format == .ir {
      sink.append(bytes)
    } else {
      bytes.withUnsafeBufferPointer { sink.append(jsonString: $0) }
    }
    sink.append("}")
  }

  private static func write(_ text: String?, into sink: inout ByteSink) {
    if let text { sink.append(jsonString: text) } else { sink.append("null") }
  }
}

extension SkippedInput {
  /// `,"skipped":{"brokenLines":1,"unknownTypes":{"telemetry":3}}`.
  func writeMember(into sink: inout ByteSink) {
    sink.append(",\"skipped\":{\"brokenLines\":")
    sink.append(decimal: brokenLines)
    sink.append(",\"unknownTypes\":{")
    for (index, (name, count)) in unknownTypes.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { sink.append(",") }
      sink.append(jsonString: name)
      sink.append(":")
      sink.append(decimal: count)
    }
    sink.append("}}")
  }
}
