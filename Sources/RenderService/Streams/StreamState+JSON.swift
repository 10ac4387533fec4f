internal import StyledRuns
internal import RunFormatters

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension StreamState {
  /// Writes the state as JSON for routes.
  func write(into sink: inout ByteSink) {
    func count(_ name: StaticString, _ value: Int) {
      sink.append(",\"")
      sink.append(name)
      sink.append("\":")
      sink.append(decimal: value)
    }
    sink.append("{\"id\":")
    sink.append(jsonString: id.text)
    sink.append(",\"state\":")
    sink.append(jsonString: phase.rawValue)
    sink.append(",\"endReason\":")
    if let endReason { sink.append(jsonString: endReason.rawValue) } else { sink.append("null") }
    sink.append(",\"createdAt\":")
    sink.append(jsonString: Date(timeIntervalSince1970: created).formatted(.iso8601))
    sink.append(",")
    counts.write(into: &sink)
    count("renderedBytes", renderedBytes)
    count("memoryBytes", memoryBytes)
    count("chunks", chunks)
    count("firstEvent", firstEvent)
    count("lastEvent", lastEvent)
    sink.append(",\"format\":")
    sink.append(jsonString: format.rawValue)
    sink.append(",\"theme\":")
    sink.append(jsonString: theme)
    sink.append(",\"input\":")
    sink.append(jsonString: input)
    sink.append(",\"links\":{")
    let links = [("self", ""), ("chunks", "/chunks"), ("finish", "/finish"), ("events", "/events")]
    for (index, (name, path)) in links.enumerated() {
      if index > 0 { sink.append(",") }
      sink.append(jsonString: name)
      sink.append(":")
      sink.append(jsonString: address + path)
    }
    sink.append("}}")
  }

  var json: [UInt8] {
    var sink = ByteSink(capacity: 512)
    write(into: &sink)
    return sink.bytes
  }

  /// The path of the stream.
  var address: String { "/api/v1/streams/" + id.text }
}

extension StreamCounts {
  /// Returns the data of a `stats` event.
  func json() -> [UInt8] {
    var sink = ByteSink(capacity: 128)
    sink.append("{")
    write(into: &sink)
    sink.append("}")
    return sink.bytes
  }

  /// Returns the data of a `done` event.
  func json(of ending: StreamInbox.Ending) -> [UInt8] {
    var sink = ByteSink(capacity: 128)
    sink.append("{\"reason\":")
    sink.append(jsonString: ending.reason.rawValue)
    if let refusal = ending.refusal {
      sink.append(",\"refusal\":")
      refusal.write(into: &sink)
    }
    sink.append(",")
    write(into: &sink)
    sink.append("}")
    return sink.bytes
  }

  /// Writes the members without braces.
  func write(into sink: inout ByteSink) {
    sink.append("\"bytes\":")
    sink.append(decimal: bytes)
    sink.append(",\"approximateTokens\":")
    sink.append(decimal: approximateTokens)
    sink.append(",\"elapsedMilliseconds\":")
    sink.append(decimal: elapsed)
    skipped?.writeMember(into: &sink)
    redacted?.writeMember(into: &sink)
  }
}
