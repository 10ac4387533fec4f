import MessageStreams
import Rendering
import RunFormatters
import ServerSentEvents
import StyledRuns
import Testing

@testable import RenderClient

@Suite("Reading a stream")
struct StreamEventsTests {
  /// The updates of a text, as a session gives them, and the document that they make.
  private func session(_ text: String) throws -> (updates: [Update], document: Document) {
    let session = RenderSession()
    var updates = text.utf8.compactMap { session.append([$0]) }
    if let last = session.finish() { updates.append(last) }
    var document = Document()
    for update in updates { try document.apply(update) }
    return (updates, document)
  }

  private func frame(_ id: Int, _ name: String, _ data: String) -> String {
    let event = ServerSentEvent(id: "\(id)", name: name, data: Array(data.utf8))
    return String(decoding: event.bytes, as: UTF8.self)
  }

  private func frames(_ updates: [Update]) -> [String] {
    updates.enumerated().map {
      frame($0 + 1, "update", String(decoding: IRFormatter().format($1), as: UTF8.self))
    }
  }

  private func done(_ id: Int) -> String {
    frame(id, "done", #"{"reason":"finished","bytes":1,"approximateTokens":1,"elapsedMilliseconds":1}"#)
  }

  private func stream(_ transport: ScriptedTransport, _ policy: ReconnectPolicy) throws -> RenderStream {
    try RenderClient(server: "http://localhost:1", transport: transport, policy: policy).stream(id: "s")
  }

  private func lastEventIDs(_ transport: ScriptedTransport) -> [String?] {
    transport.requests.map { $0.headers.first { $0.name == "Last-Event-ID" }?.value }
  }

  /// The connection broke behind the last event: the service says that nothing follows.
  @Test func anAnswerWithoutContentIsTheEnd() async throws {
    let (updates, document) = try session("Text")
    let transport = ScriptedTransport([.init(pieces: frames(updates), breaks: true), .init(status: 204)])
    let waits = Waits()
    var last = Document()
    for try await event in try stream(transport, waits.policy()).events() { last = event.document }
    #expect(last == document)
    #expect(waits.all.count == 1)
    #expect(transport.requests.count == 2)
  }

  @Test func connectionsThatBreakLoseNothing() async throws {
    let (updates, document) = try session("# Title\n\nSome *text*, and a list:\n\n- one\n- two\n")
    let all = frames(updates) + [done(updates.count + 1)]
    let middle = all.count / 2
    // The first breaks within an event, the second brings nothing, nobody answers the third, the fourth has the rest.
    let transport = ScriptedTransport([
      .init(pieces: ["retry: 2000\n\n"] + all[..<middle] + [String(all[middle].prefix(20))], breaks: true),
      .init(pieces: [": heartbeat\n\n"]), nil,
      .init(pieces: Array(all[middle...])),
    ])
    let waits = Waits()
    let stream = try stream(transport, waits.policy())
    var seen: [Int] = []
    var last = Document()
    for try await event in stream.events() {
      seen.append(event.cursor.event)
      last = event.document
    }
    #expect(seen == Array(1...all.count))
    #expect(last == document)
    #expect(lastEventIDs(transport) == [nil, "\(middle)", "\(middle)", "\(middle)"])
    // The heartbeat of the second was a success, so the waits begin anew behind it.
    #expect(waits.all == [.seconds(2), .seconds(2), .seconds(4)])
    #expect(stream.connection == .disconnected)
  }

  @Test func waitsDoubleUpToTheLongestAndThenTheClientGivesUp() async throws {
    let waits = Waits()
    let stream = try stream(ScriptedTransport([]), waits.policy(tries: 8))
    await #expect {
      for try await _ in stream.events() {}
    } throws: { error in
      (error as? ClientError)?.code == .unreachable && "\(error)".contains("8 tries")
    }
    #expect(waits.all == [2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
    #expect(stream.connection == .disconnected)
  }

  @Test func jitterStaysWithinItsShareAndTheLongest() {
    var policy = ReconnectPolicy()
    for chance in [0.0, 0.25, 1.0] {
      policy.chance = { chance }
      for failures in 1...12 {
        let delay = policy.delay(afterFailures: failures)
        let plain = min(30, 2 * Double(1 << (failures - 1)))
        #expect(delay >= .seconds(plain * 0.799) && delay <= .seconds(min(30, plain * 1.201)))
      }
    }
    #expect(policy.delay(afterFailures: 1, atLeast: .seconds(60)) == .seconds(60))
  }

  @Test func aConnectionThatDropsAtOnceKeepsTheCursorAndCountsAsFailure() async throws {
    let (updates, document) = try session("one two three\n")
    let all = frames(updates) + [done(updates.count + 1)]
    let transport = ScriptedTransport([
      .init(pieces: Array(all[..<3])), .init(), .init(), .init(pieces: Array(all[3...])),
    ])
    let waits = Waits()
    var last = Document()
    for try await event in try stream(transport, waits.policy()).events() { last = event.document }
    #expect(last == document)
    #expect(lastEventIDs(transport) == [nil, "3", "3", "3"])
    #expect(waits.all == [.seconds(2), .seconds(4), .seconds(8)])
  }

  @Test func silenceIsALostConnection() async throws {
    let (updates, document) = try session("text\n")
    let all = frames(updates) + [done(updates.count + 1)]
    let transport = ScriptedTransport([
      .init(pieces: [all[0]], stalls: true), .init(pieces: Array(all[1...])),
    ])
    var last = Document()
    let policy = Waits().policy(silence: .milliseconds(20))
    for try await event in try stream(transport, policy).events() { last = event.document }
    #expect(last == document)
  }

  @Test func aSnapshotStandsForWhatWasMissed() async throws {
    let (updates, document) = try session("# A\n\n`b` c\n\n- d\n- e\n")
    let first = updates.count - 1
    var before = Document()
    for update in updates[..<first] { try before.apply(update) }
    let whole = Update(
      sequence: first, scopes: before.scopes.entries,
      edits: [.splice(nil, keep: 0, blocks: before.blocks)],
      finished: updates[first - 1].finished)
    let snapshot = frame(first, "snapshot", String(decoding: IRFormatter().format(whole), as: UTF8.self))
    let transport = ScriptedTransport([
      .init(pieces: [frames(updates)[0]], breaks: true),
      .init(pieces: [snapshot, frames(updates)[first], done(first + 2)]),
    ])
    var last = Document()
    var seen: [Int] = []
    for try await event in try stream(transport, Waits().policy()).events() {
      seen.append(event.cursor.event)
      last = event.document
    }
    #expect(seen == [1, first, first + 1, first + 2])
    #expect(last == document)
  }

  /// Conversations are followed as documents are, and a snapshot of one can be applied to what was there.
  @Test func eventsRebuildAConversation() async throws {
    let session = ConversationSession(format: .streamJSON)
    let lines = (1...6).map { number in
      Array(
        #"{"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"*\#(number)*"}]}}"#
          .utf8) + [0x0A]
    }
    var updates = lines.compactMap { session.append($0) }
    if let last = session.finish() { updates.append(last) }
    var whole = Conversation()
    var middle = Conversation()
    for update in updates {
      try whole.apply(update)
      if update.sequence == 4 { middle = whole }
    }
    let wire = updates.map { String(decoding: IRFormatter().format($0), as: UTF8.self) }
    let snapshot = StreamUpdate(snapshotOf: .conversation(middle), sequence: 4, isFinal: false)
    let frames =
      [frame(1, "update", wire[0]), frame(2, "update", wire[1])]
      + [frame(4, "snapshot", String(decoding: IRFormatter().format(snapshot), as: UTF8.self))]
      + wire[4...].enumerated().map { frame($0 + 5, "update", $1) } + [done(wire.count + 1)]
    var gapless = UpdateResequencer()
    var followed = StreamContent()
    var numbers: [Int] = []
    var last: Conversation?
    let transport = ScriptedTransport([.init(pieces: frames)])
    for try await event in try stream(transport, Waits().policy()).events() {
      last = event.conversation
      guard let update = gapless.update(of: event) else { continue }
      numbers.append(update.sequence)
      try followed.apply(update)
      #expect(followed == event.content)
    }
    #expect(last == whole)
    #expect(followed == .conversation(whole))
    #expect(numbers == Array(1...numbers.count))
  }

  @Test func gapsRepeatsAndErrorsEndTheReading() async throws {
    let (updates, _) = try session("ab\n")
    let all = frames(updates)
    for (pieces, code) in [
      ([all[0], all[0]], ClientErrorCode.protocolViolation), ([all[1]], .protocolViolation),
      ([frame(1, "update", "nonsense")], .protocolViolation),
      (
        ["event: error\ndata: {\"error\":true,\"code\":\"STREAM_GONE\",\"reason\":\"it is gone\"}\n\n"],
        .refused
      ),
    ] {
      let stream = try stream(ScriptedTransport([.init(pieces: pieces)]), Waits().policy())
      await #expect {
        for try await _ in stream.events() {}
      } throws: { error in
        (error as? ClientError)?.code == code
      }
    }
  }

  @Test func connectionStatesAreReported() async throws {
    let (updates, _) = try session("a\n")
    let transport = ScriptedTransport([
      nil, .init(pieces: frames(updates) + [done(updates.count + 1)]),
    ])
    let stream = try stream(transport, Waits().policy())
    let states = stream.connectionStates()
    for try await _ in stream.events() {}
    var seen: [ConnectionState] = []
    for await state in states {
      seen.append(state)
      if seen.count == 4 { break }
    }
    #expect(seen == [.disconnected, .reconnecting(failures: 1), .connected, .disconnected])
  }
}
