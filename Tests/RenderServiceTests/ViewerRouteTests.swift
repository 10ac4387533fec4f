import HTTPTypes
import RunFormatters
import Testing

@testable import RenderService

/// The files that browsers get from the service itself.
@Suite struct ViewerRouteTests {
  private static let viewer = ["/", "/viewer.css", "/viewer.js"]
  private static let client = ["/client/ilsrender.js", "/client/ilsrender.d.ts"]

  @Test(arguments: viewer + client)
  func filesNeedNoKeyAndAreCached(_ path: String) async throws {
    try await ServiceUnderTest.run {
      $0.keys = ["first"]
    } _: { service in
      let answer = try await service.send(.get, path)
      #expect(answer.status == 200)
      #expect(!answer.body.isEmpty)
      let tag = try #require(answer.headers[.eTag])
      #expect(try await service.send(.get, path, headers: [.ifNoneMatch: tag]).status == 304)
      // No page may run anything else, or talk to anybody else.
      let policy = answer.headers[.contentSecurityPolicy]
      #expect((path == "/") == (policy?.hasPrefix("default-src 'none'; script-src 'self'; ") == true))
    }
  }

  @Test func theViewerCanBeTurnedOff() async throws {
    try await ServiceUnderTest.run {
      $0.hasViewer = false
    } _: { service in
      for path in Self.viewer + Self.client {
        let answer = try await service.send(.get, path)
        #expect(answer.status == (Self.viewer.contains(path) ? 404 : 200))
      }
    }
  }

  /// What the module holds is what the package gives to sites of their own.
  @Test func theModuleIsThatOfThePackage() async throws {
    try await ServiceUnderTest.run { service in
      let answer = try await service.send(.get, "/client/ilsrender.js")
      #expect(Array(answer.body.utf8) == PageClient.module)
      #expect(answer.headers[.contentType] == "text/javascript; charset=utf-8")
    }
  }

  /// The comments of the source are for those who change it.
  @Test func theModuleIsSmall() async throws {
    try await ServiceUnderTest.run { service in
      let answer = try await service.send(
        .get, "/client/ilsrender.js", headers: [.acceptEncoding: "gzip"])
      #expect(answer.headers[.contentEncoding] == "gzip")
      #expect(Int(answer.headers[.contentLength] ?? "").map { $0 <= 8192 } == true)
      let lines = String(decoding: PageClient.module, as: UTF8.self).split(separator: "\n")
      #expect(
        lines.dropFirst().allSatisfy { !$0.hasPrefix("//") && !$0.hasPrefix("/**") && !$0.hasPrefix("*") })
      #expect(lines.contains { $0.hasPrefix("export class StreamElement") })
    }
  }
}
