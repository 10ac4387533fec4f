/// The state of a stream in Redis, without its text and its events.
package struct StoredStream: Sendable {
  package enum StoredPhase: String, Sendable {
    case open, finishing, ended
  }

  package var owner: String
  package var client: String
  package var options: [UInt8]
  /// The time of creation in milliseconds since 1970.
  package var created: Int
  package var phase: StoredPhase
  /// The epoch of the current lease, or of the last one.
  package var epoch: Int
  /// The reason why the text ended; nil while the stream is open.
  package var reason: String?
  /// The error that ended the text, as JSON; empty if there was none.
  package var refusal: [UInt8]
  package var chunks: Int
  package var bytes: Int
  package var quarters: Int
  /// The time from the creation to the last chunk of text, in milliseconds.
  package var elapsed: Int
  package var firstEvent: Int
  package var lastEvent: Int
  /// The progress of the renderer at the last event.
  package var progress: RenderProgress

  init?(_ reply: RedisValue) {
    var fields: [String: RedisValue] = [:]
    let elements = reply.elements
    for index in stride(from: 0, to: elements.count - 1, by: 2) {
      if let name = elements[index].text { fields[name] = elements[index + 1] }
    }
    guard let owner = fields["owner"]?.text, let phase = fields["state"]?.text.flatMap(StoredPhase.init)
    else {
      return nil
    }
    func number(_ name: String) -> Int { fields[name]?.number ?? 0 }
    self.owner = owner
    self.phase = phase
    client = fields["client"]?.text ?? ""
    options = fields["options"]?.bytes ?? []
    created = number("created")
    epoch = number("epoch")
    reason = fields["reason"]?.text
    refusal = fields["refusal"]?.bytes ?? []
    chunks = number("chunks")
    bytes = number("bytes")
    quarters = number("quarters")
    elapsed = number("elapsed")
    firstEvent = number("first")
    lastEvent = number("event")
    progress = RenderProgress(
      rendered: number("rendered"), memory: number("memory"), input: fields["input"]?.text ?? "",
      counts: fields["counts"]?.bytes ?? [], updates: number("update"))
  }
}

/// The progress of a stream, which the node with the lease stores together with the events.
package struct RenderProgress: Hashable, Sendable {
  /// The number of text bytes that the events include.
  package var rendered: Int
  /// The memory of the document, in bytes.
  package var memory: Int
  /// The kind of the text, if it is known; otherwise empty.
  package var input: String
  /// The counts of what the renderer skipped and redacted, encoded by the caller.
  package var counts: [UInt8]
  /// The number of the last update.
  package var updates: Int

  package init(rendered: Int, memory: Int, input: String, counts: [UInt8], updates: Int) {
    self.rendered = rendered
    self.memory = memory
    self.input = input
    self.counts = counts
    self.updates = updates
  }
}
