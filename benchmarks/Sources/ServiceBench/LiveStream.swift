/// One stream over one connection, text in and events out, as a reader of a model's answer has it. Each chunk of text ends
/// in a mark, and is shown when an update with its mark comes.
struct LiveStream {
  let socket: LoopbackSocket
  private var answer = AnswerReader()
  private var text: [UInt8] = []
  private var sent: [Int: ContinuousClock.Instant] = [:]
  private var lastID = 0
  private(set) var outcome = StreamOutcome()
  private(set) var isDone = false

  /// Chunks that no event has shown yet.
  var waiting: Int { sent.count }

  init(port: UInt16) throws {
    socket = try LoopbackSocket(port: port)
    try socket.write(
      Array(
        """
        POST /api/v1/streams/live HTTP/1.1\r
        Host: 127.0.0.1\r
        Content-Type: text/markdown\r
        Transfer-Encoding: chunked\r
        \r

        """.utf8))
  }

  /// Sends the next chunk: about ten tokens, and now and then a paragraph's end or a block of code.
  mutating func send() throws {
    let number = outcome.chunks + 1
    var chunk = (0..<9).map { Self.words[(number + $0) % Self.words.count] }.joined() + "z\(number)z "
    if number.isMultiple(of: 25) {
      chunk += "\n\n```swift\nlet x = 1 // one\nfunc f() -> Int { x }\n```\n\n"
    } else if number.isMultiple(of: 8) {
      chunk += "\n\n"
    }
    outcome.chunks = number
    outcome.textBytes += chunk.utf8.count
    sent[number] = .now
    try socket.write(Array("\(String(chunk.utf8.count, radix: 16))\r\n\(chunk)\r\n".utf8))
  }

  /// Says that this was all.
  mutating func finish() throws { try socket.write(Array("0\r\n\r\n".utf8)) }

  /// Takes what has come, and waits for it where nothing has.
  mutating func receive() throws {
    answer.take(try socket.read())
    let now = ContinuousClock.now
    if let status = answer.status, status != 200 {
      throw ServiceFailure("a stream was answered with \(status)")
    }
    text += answer.takeBody()
    let blank: [UInt8] = [0x0A, 0x0A]
    while let end = text.firstRange(of: blank) {
      take(event: text[..<end.lowerBound], at: now)
      text.removeSubrange(..<end.upperBound)
    }
    isDone = isDone || answer.isComplete
  }

  private mutating func take(event: ArraySlice<UInt8>, at now: ContinuousClock.Instant) {
    for line in event.split(separator: 0x0A) {
      if line.starts(with: "id: ".utf8) {
        let id = Int(String(decoding: line.dropFirst(4), as: UTF8.self)) ?? 0
        if id != lastID + 1 { outcome.gaps += 1 }
        lastID = id
        outcome.events += 1
      } else if line.starts(with: "data: ".utf8) {
        if event.firstRange(of: Array("event: update\n".utf8)) != nil { show(line, at: now) }
      }
    }
  }

  private mutating func show(_ data: ArraySlice<UInt8>, at now: ContinuousClock.Instant) {
    outcome.updates += 1
    outcome.updateBytes += data.count - 6
    for part in data.split(separator: UInt8(ascii: "z")) {
      guard let number = Int(String(decoding: part, as: UTF8.self)),
        let start = sent.removeValue(forKey: number)
      else { continue }
      outcome.milliseconds.append((now - start) / .milliseconds(1))
    }
  }

  private static let words = [
    "the ", "answer ", "is ", "**bold** ", "and ", "`code` ", "then ", "a ", "list ", "of ",
  ]
}

/// What became of chunks.
public struct StreamOutcome: Sendable {
  public internal(set) var chunks = 0
  public internal(set) var textBytes = 0
  /// Events of any kind.
  public internal(set) var events = 0
  public internal(set) var updates = 0
  public internal(set) var updateBytes = 0
  /// Places where an event's number was not the last one's and one.
  public internal(set) var gaps = 0
  /// Chunks that no event showed.
  public internal(set) var missing = 0
  /// From sending a chunk to the event that shows it, in no order.
  public internal(set) var milliseconds: [Double] = []

  mutating func add(_ other: StreamOutcome) {
    chunks += other.chunks
    textBytes += other.textBytes
    events += other.events
    updates += other.updates
    updateBytes += other.updateBytes
    gaps += other.gaps
    missing += other.missing
    milliseconds += other.milliseconds
  }
}
