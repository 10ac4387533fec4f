import HTTPTypes
import Testing

@testable import RenderService

/// A ticket lets a page read one stream for a while, and nothing else.
@Suite struct TicketTests {
  private static let key: HTTPFields = [.authorization: "Bearer first"]

  private func finishedStream(_ service: ServiceUnderTest) async throws -> String {
    let path = try await service.stream(headers: Self.key)
    _ = try await service.post(path + "/chunks", markdown: "# Hi\n", headers: Self.key)
    _ = try await service.send(.post, "/api/v1\(path)/finish", headers: Self.key)
    return path
  }

  @Test func aTicketReadsItsStreamOnly() async throws {
    try await ServiceUnderTest.run {
      $0.keys = ["first"]
    } _: { service in
      let (path, other) = (try await finishedStream(service), try await finishedStream(service))
      #expect(try await service.get(path + "/events").status == 401)
      let made = try await service.send(.post, "/api/v1\(path)/ticket?seconds=30", headers: Self.key)
      #expect(made.status == 201)
      #expect(made.json["seconds"] as? Int == 30)
      let ticket = try #require(made.json["ticket"] as? String)
      #expect(made.json["events"] as? String == "/api/v1\(path)/events?ticket=\(ticket)")
      for form in ["", "&as=html"] {
        let read = try await service.get(path + "/events?ticket=" + ticket + form)
        #expect(read.status == 200)
        #expect(Event.all(in: read.body).last?.kind == "done")
      }
      #expect(try await service.get(other + "/events?ticket=" + ticket).status == 401)
      #expect(try await service.get(path + "?ticket=" + ticket).status == 401)
      #expect(try await service.post(path + "/chunks?ticket=" + ticket, markdown: "x").status == 401)
      #expect(try await service.send(.post, "/api/v1\(path)/ticket?ticket=" + ticket).status == 401)
    }
  }

  @Test(arguments: [
    "", "x", "..", "99999999999..", "99999999999.abc.AAAA", "99999999999.0000000000000000.====", "é.b.c",
  ])
  func whatIsNoTicketIsRefused(_ ticket: String) async throws {
    let id = StreamID.random()
    #expect(StreamTickets().owner(of: ticket, for: id, at: 0) == nil)
  }

  @Test func ticketsExpireAndCannotBeChanged() throws {
    let (tickets, id) = (StreamTickets(), StreamID.random())
    let owner = Owner(id: "0123456789abcdef")
    let ticket = tickets.ticket(for: id, owner: owner, until: 1000)
    #expect(tickets.owner(of: ticket, for: id, at: 999) == owner)
    #expect(tickets.owner(of: ticket, for: id, at: 1000) == nil)
    #expect(tickets.owner(of: ticket, for: .random(), at: 0) == nil)
    #expect(StreamTickets().owner(of: ticket, for: id, at: 0) == nil)
    for index in ticket.indices {
      var changed = ticket
      changed.replaceSubrange(index...index, with: ticket[index] == "1" ? "2" : "1")
      // The last letter of a signature has bits that mean nothing.
      if index == ticket.indices.last { continue }
      #expect(tickets.owner(of: changed, for: id, at: 0) == nil, "\(changed)")
    }
  }

  @Test func nobodyGetsATicketForAnothersStream() async throws {
    try await ServiceUnderTest.run {
      $0.keys = ["first", "second"]
    } _: { service in
      let path = try await finishedStream(service)
      let answer = try await service.send(
        .post, "/api/v1\(path)/ticket", headers: [.authorization: "Bearer second"])
      #expect(answer.status == 403)
      for seconds in ["0", "3601", "x"] {
        let wrong = try await service.send(
          .post, "/api/v1\(path)/ticket?seconds=\(seconds)", headers: Self.key)
        #expect(wrong.status == 422)
      }
    }
  }
}
