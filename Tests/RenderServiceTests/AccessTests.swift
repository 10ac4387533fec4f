import Foundation
import HTTPTypes
import Testing

@testable import RenderService

/// Keys, owners and origins.
@Suite struct AccessTests {
  // SHA-256 of "second".
  static let hash = "16367aacb67a4a017c8da8ab95682ccb390863780f7114dda0a0e0c55644c7c4"

  static func run(_ body: @Sendable (ServiceUnderTest) async throws -> Void) async throws {
    try await ServiceUnderTest.run(.router) {
      $0.keys = ["first"]
      $0.keyHashes = [hash]
    } _: {
      try await body($0)
    }
  }

  static func bearer(_ key: String) -> HTTPFields { [.authorization: "Bearer \(key)"] }

  @Test func withoutAKeyOnlyOpenRoutesAnswer() async throws {
    try await Self.run { service in
      for header: HTTPFields in [[:], Self.bearer("wrong"), Self.bearer(""), [.authorization: "Basic first"]]
      {
        let answer = try await service.post("/render", markdown: "x", headers: header)
        #expect(answer.status == 401)
        #expect(answer.code == "UNAUTHORIZED")
        #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
      }
      #expect(try await service.send(.get, "/metrics").status == 401)
      for path in ["/health", "/ready", "/api/v1/health", "/api/v1/openapi.yaml"] {
        #expect(try await service.send(.get, path).status == 200)
      }
    }
  }

  @Test(arguments: ["first", "second"])
  func anyOfTheKeysOpens(_ key: String) async throws {
    try await Self.run { service in
      let answer = try await service.post("/render", markdown: "x", headers: Self.bearer(key))
      #expect(answer.status == 200)
    }
  }

  @Test func aStreamBelongsToItsKey() async throws {
    try await Self.run { service in
      let path = try await service.stream(headers: Self.bearer("first"))
      let other = Self.bearer("second")
      for answer in [
        try await service.get(path, headers: other), try await service.get(path + "/events", headers: other),
        try await service.post(path + "/chunks", markdown: "x", headers: other),
        try await service.send(.post, "/api/v1" + path + "/finish", headers: other),
        try await service.send(.delete, "/api/v1" + path, headers: other),
      ] {
        #expect(answer.status == 403)
        #expect(answer.code == "FORBIDDEN")
      }
      #expect(try await service.get("/streams", headers: other).json["total"] as? Int == 0)
      #expect(try await service.get("/streams", headers: Self.bearer("first")).json["total"] as? Int == 1)
      #expect(try await service.get(path, headers: Self.bearer("first")).status == 200)
    }
  }

  @Test func originsAreOffUnlessConfigured() async throws {
    let origin: HTTPFields = [.origin: "https://a.example"]
    try await ServiceUnderTest.run { service in
      let answer = try await service.post("/render", markdown: "x", headers: origin)
      #expect(answer.headers[.accessControlAllowOrigin] == nil)
    }
    try await ServiceUnderTest.run {
      $0.allowedOrigins = ["https://a.example"]
    } _: { service in
      let answer = try await service.post("/render", markdown: "x", headers: origin)
      #expect(answer.headers[.accessControlAllowOrigin] == "https://a.example")
      let other = try await service.post("/render", markdown: "x", headers: [.origin: "https://b.example"])
      #expect(other.headers[.accessControlAllowOrigin] == nil)
      let preflight = try await service.send(
        .options, "/api/v1/render",
        headers: [.origin: "https://a.example", .accessControlRequestMethod: "POST"])
      #expect(preflight.status == 204)
      #expect(preflight.headers[.accessControlAllowMethods]?.contains("POST") == true)
    }
  }

  /// Pages link stylesheets without a key where that is set, however their commas are spelt.
  @Test(arguments: [true, false])
  func stylesheetsCanBeOpen(_ isOpen: Bool) async throws {
    try await ServiceUnderTest.run {
      $0.keys = ["first"]
      $0.opensStylesheets = isOpen
    } _: { service in
      for name in ["paper", "paper,obsidian", "paper%2Cobsidian"] {
        let open = try await service.get("/themes/\(name).css")
        #expect(open.status == (isOpen ? 200 : 401))
        let withKey = try await service.get("/themes/\(name).css", headers: Self.bearer("first"))
        #expect(withKey.status == 200)
      }
      let themes = try await service.get("/themes")
      #expect(themes.status == 401)
    }
  }

  @Test func originsMayReadWhatAnswersSayOfThemselves() async throws {
    try await ServiceUnderTest.run {
      $0.allowedOrigins = ["https://app.example"]
    } _: { service in
      let answer = try await service.get("/health", headers: [.origin: "https://app.example"])
      let exposed = answer.headers[.accessControlExposeHeaders] ?? ""
      for name in ["X-Language", "X-Skipped", "X-Request-Id", "X-Degraded"] {
        #expect(exposed.contains(name))
      }
    }
  }
}
