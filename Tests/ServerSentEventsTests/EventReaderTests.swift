import ServerSentEvents
import Testing

@Suite("Server-Sent Events")
struct EventReaderTests {
  private func read(_ pieces: [String], endsEventsAtNames: Bool = false) -> [EventReader.EventStreamItem] {
    var reader = EventReader(longestLine: 1000, endsEventsAtNames: endsEventsAtNames)
    return pieces.flatMap { reader.append(Array($0.utf8)) }
  }

  private func event(_ data: String, id: String? = nil, name: String = "message")
    -> EventReader.EventStreamItem
  {
    .event(ServerSentEvent(id: id, name: name, data: Array(data.utf8)))
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func eventsAreReadWhateverEndsTheLines(_ end: String) {
    let text = ["retry: 2000", "", ": heartbeat", "", "id: 7", "event: update", "data: {}", "", ""].joined(
      separator: end)
    #expect(read([text]) == [.retry(2000), .comment, event("{}", id: "7", name: "update")])
  }

  @Test func anyCutGivesTheSame() {
    let text = "\u{FEFF}id: 1\r\nevent: a\r\ndata: één\r\ndata:two\r\n\r\n: c\ndata: x\n\nid:2\rdata\r\r"
    let whole = read([text])
    #expect(whole == [event("één\ntwo", id: "1", name: "a"), .comment, event("x"), event("", id: "2")])
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var reader = EventReader(longestLine: 1000)
      #expect(reader.append(Array(bytes[..<cut])) + reader.append(Array(bytes[cut...])) == whole)
    }
    var reader = EventReader(longestLine: 1000)
    #expect(bytes.flatMap { reader.append([$0]) } == whole)
  }

  @Test func whatIsNotUnderstoodIsPassedOver() {
    #expect(read(["unknown: 1\nretry: soon\nid: 3\n\n"]) == [])
    #expect(read(["data: cut off"]) == [])
  }

  @Test func aLineThatIsTooLongIsDroppedAndSaid() {
    let long = "data: " + String(repeating: "x", count: 1000)
    #expect(read([long, long, "\ndata: y\n\n"]) == [.overlongLine, event("y")])
  }

  @Test func eventsWithoutEmptyLinesBetweenThem() {
    let text = "event: a\ndata: 1\nevent: b\ndata: 2\n"
    #expect(read([text, "\n"]) == [event("1\n2", name: "b")])
    #expect(read([text], endsEventsAtNames: true) == [event("1", name: "a")])
    var reader = EventReader(longestLine: 1000)
    #expect(reader.append(Array("data: 1".utf8)) == [])
    #expect(reader.finish() == [event("1")])
    #expect(reader.finish() == [])
  }

  @Test(arguments: ["", "{}", "one\ntwo", "one\r\ntwo\rthree\n", "\n\n", " leading", "é"])
  func whatIsWrittenIsRead(_ data: String) {
    let event = ServerSentEvent(id: "12", name: "update", data: Array(data.utf8))
    var reader = EventReader(longestLine: 1000)
    let items =
      reader.append(ServerSentEvent.comment("here") + ServerSentEvent.retry(afterMilliseconds: 5))
      + reader.append(event.bytes)
    let joined = data.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    #expect(items == [.comment, .retry(5), self.event(joined, id: "12", name: "update")])
  }
}
