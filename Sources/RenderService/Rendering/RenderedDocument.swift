internal import MessageStreams
internal import Redaction
internal import RunFormatters
internal import StyledRuns

/// A document in its output format, and the properties of its rendering.
struct RenderedDocument: Sendable {
  var bytes: [UInt8]
  var format: OutputFormat
  var theme: String
  var degraded: [Degradation]
  var timings: StageTimings
  /// The content security policy of HTML; nil for other formats.
  var policy: String?
  /// Counts of the secrets that were replaced; nil if none were looked for.
  var redacted: SecretCounts?
  /// The language of highlighted code, and whether it was detected.
  var language: (id: String?, name: String?, isDetected: Bool)?
  /// The message format of a conversation.
  var input: String?
  /// Counts of a conversation's input that could not be parsed.
  var skipped: SkippedInput?

  /// Writes the JSON response: the output and its properties.
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
    redacted?.writeMember(into: &sink)
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
  /// Writes a member such as `,"skipped":{"brokenLines":1,"unknownTypes":{"telemetry":3}}`.
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

extension SecretCounts {
  /// Writes a member such as `,"redacted":{"GitHub token":2}`.
  func writeMember(into sink: inout ByteSink) {
    sink.append(",\"redacted\":{")
    for (index, (kind, count)) in kinds.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { sink.append(",") }
      sink.append(jsonString: kind)
      sink.append(":")
      sink.append(decimal: count)
    }
    sink.append("}")
  }

  /// The counts as a header value, `GitHub token=2, password in a URL=1`; empty if nothing was replaced.
  var header: String {
    kinds.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
  }
}
