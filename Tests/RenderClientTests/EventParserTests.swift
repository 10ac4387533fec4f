import Testing

@testable import RenderClient

@Suite("Server-Sent Events")
struct EventParserTests {
  private func parse(_ pieces: [String]) throws -> [EventParser.Item] {
    var parser = EventParser()
    return try pieces.flatMap { try parser.push(Array($0.utf8)) }
  }

  private func event(_ data: String, id: String? = nil, name: String = "message") -> EventParser.Item {
    .event(EventParser.Event(id: id, name: name, data: Array(data.utf8)))
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func eventsAreReadWhateverEndsTheLines(_ end: String) throws {
    let text = ["retry: 2000", "", ": heartbeat", "", "id: 7", "event: update", "data: {}", "", ""].joined(
      separator: end)
    #expect(try parse([text]) == [.retry(2000), .comment, event("{}", id: "7", name: "update")])
  }

  @Test func anyCutGivesTheSame() throws {
    let text = "\u{FEFF}id: 1\r\nevent: a\r\ndata: één\r\ndata:two\r\n\r\n: c\ndata: x\n\nid:2\rdata\r\r"
    let whole = try parse([text])
    #expect(whole == [event("één\ntwo", id: "1", name: "a"), .comment, event("x"), event("", id: "2")])
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var parser = EventParser()
      #expect(try parser.push(Array(bytes[..<cut])) + parser.push(Array(bytes[cut...])) == whole)
    }
    var parser = EventParser()
    #expect(try bytes.flatMap { try parser.push([$0]) } == whole)
  }

  @Test func whatIsNotUnderstoodIsPassedOver() throws {
    #expect(try parse(["unknown: 1\nretry: soon\nid: 3\n\n"]) == [])
    #expect(try parse(["data: cut off"]) == [])
  }
}
