@testable import RunFormatters
import Testing

@Suite("Where images come from and links lead to")
struct AddressSetTests {
  private static let list = "img.example,*.cdn.example,https://files.example/a/,http://local.example:8080"

  @Test(arguments: [
    "https://img.example/x", "http://IMG.example/x?y#z", "https://img.example:443/", "https://img.example./x",
    "https://u:p@img.example/x", "https://a.cdn.example/", "https://a.b.cdn.example",
    "https://files.example/a/b.png",
    "http://local.example:8080/x", "//img.example/x", "/x", "x.png", "?q", "", "a/https://elsewhere.test",
    "https:\\\\img.example\\x",
  ])
  func listedAddressesAreAllowed(_ address: String) throws {
    var policy = LinkPolicy()
    policy.images = try AddressSet(Self.list)
    policy.targets = try AddressSet(Self.list)
    #expect(policy.image(address) == address && policy.link(address) == address)
  }

  @Test(arguments: [
    "https://elsewhere.test/", "https://img.example.elsewhere.test/", "https://elsewhere.test/img.example",
    "https://img.example@elsewhere.test/", "https://img.example:8443/", "https://cdn.example/",
    "https://xcdn.example/",
    "https://files.example/b", "http://files.example/a/b", "https://files.example/a/../b",
    "https://files.example/a/%2E%2e/b",
    "https://files.example/a/..\\b", "http://local.example/", "//elsewhere.test/x", "\\\\elsewhere.test/x",
    "/\\elsewhere.test",
    "\t//elsewhere.test", " /\n/elsewhere.test", "https:elsewhere.test", "https:/elsewhere.test",
    "https:///elsewhere.test",
    "HTTPS://ELSEWHERE.TEST", "https://img.ex\u{E4}mple/", "https://img%2Eexample/",
    "https://img.example\u{FF0F}.elsewhere.test/",
    "https://\u{FF49}mg.example/", "https://", "https://img.example:x/",
    "https://elsewhere.test\\@img.example/",
    "https://elsewhere.test#@img.example/", "https://elsewhere.test?@img.example/",
  ])
  func disguisedAddressesAreNotAllowed(_ address: String) throws {
    var policy = LinkPolicy()
    policy.images = try AddressSet(Self.list)
    policy.targets = try AddressSet(Self.list)
    #expect(policy.image(address) == nil && policy.link(address) == nil)
    policy.images = .same
    policy.targets = .same
    #expect(policy.image(address) == nil && policy.link(address) == nil)
  }

  @Test func namedSetsAllowTheirAddresses() throws {
    var policy = LinkPolicy()
    let data = "data:image/png;base64,AAAA"
    for (name, relative, other, bitmap) in [
      ("none", false, false, false), ("same", true, false, true), ("all", true, true, true),
    ] {
      policy.images = try AddressSet(name)
      policy.targets = try AddressSet(name)
      #expect((policy.image("x") != nil) == relative && (policy.image("https://e.test") != nil) == other)
      #expect((policy.image(data) != nil) == bitmap)
      #expect((policy.link("x") != nil) == relative && (policy.link("https://e.test") != nil) == other)
      #expect(policy.link("#part") == "#part")
    }
    policy.targets = try AddressSet("e.test,mailto:")
    #expect(policy.link("mailto:a@b.test") != nil && policy.link("tel:1") == nil)
    #expect(policy.link("javascript:x") == nil)
  }

  @Test(arguments: [
    "", "a b", "a,,b", "javascript", "http:", "https://", "ftp://x/", "x.test/path", "*", "*.", "a;b",
    "https://u@x/",
  ])
  func invalidEntriesAreRefused(_ text: String) {
    #expect((try? AddressSet(text)) == nil || text == "javascript", "a host may have any name")
  }

  @Test func ceilingsIntersectWithTheRequestedSet() throws {
    let cases = [
      ("all", "a.test", "'self' data: https://a.test http://a.test"),
      ("a.test", "all", "'self' data: https://a.test http://a.test"),
      ("a.test,b.test", "b.test,c.test", "'self' data: https://b.test http://b.test"),
      ("none", "all", "'none'"),
      ("all", "none", "'none'"), ("same", "a.test", "'self' data:"),
      ("*.a.test", "https://b.a.test/x/", "'self' data: https://b.a.test"), ("all", "all", "* data:"),
      ("https://a.test/x/", "https://a.test/x/y/", "'self' data: https://a.test"),
      ("https://a.test", "http://a.test", "'self' data:"),
      ("*.a.test", "*.b.a.test", "'self' data: https://*.b.a.test http://*.b.a.test"),
      ("a.test:81", "a.test", "'self' data:"),
    ]
    for (wanted, most, sources) in cases {
      for (one, other) in [(wanted, most), (most, wanted)] {
        #expect(
          try AddressSet(one).intersection(AddressSet(other)).policySources == sources, "\(one) and \(other)")
      }
    }
  }

  /// No request says where relative addresses lead, and with that where images come from.
  @Test func aBaseDoesNotRaiseTheCeiling() throws {
    var policy = LinkPolicy()
    policy.images = .same
    policy.base = BaseAddress("https://elsewhere.test/a/")
    #expect(policy.image("x.png") == "https://elsewhere.test/a/x.png")
    policy.ceiling.images = .same
    #expect(policy.image("x.png") == nil)
    policy.ceiling.images = try AddressSet("elsewhere.test")
    #expect(policy.image("x.png") != nil)
  }

  @Test(arguments: [
    ("x.png", "https://e.test/docs/x.png"), ("./x", "https://e.test/docs/x"),
    ("../x?y#z", "https://e.test/x?y#z"),
    ("../../x", "https://e.test/x"), ("/x", "https://e.test/x"), ("//f.test/x", "https://f.test/x"),
    ("?q", "https://e.test/docs/page?q"),
    ("", "https://e.test/docs/page"), ("#part", "#part"), ("https://f.test/x", "https://f.test/x"),
    ("a/..", "https://e.test/docs/"),
    ("mailto:a@b", "mailto:a@b"),
  ])
  func relativeAddressesAreResolvedAgainstTheBase(_ address: String, _ full: String) {
    var policy = LinkPolicy()
    policy.base = BaseAddress("https://e.test/docs/page")
    #expect(policy.link(address) == full)
  }

  @Test func imagesOfOtherHostsGoThroughTheProxy() throws {
    var policy = LinkPolicy()
    policy.imageProxy = AddressTemplate("https://proxy.test/?u={url}&s=1")
    #expect(
      policy.image("https://e.test/a b&c") == "https://proxy.test/?u=https%3A%2F%2Fe.test%2Fa%20b%26c&s=1")
    #expect(
      policy.image("x.png") == "x.png" && policy.image("https://proxy.test/y") == "https://proxy.test/y")
    #expect(policy.image("//e.test/x") == "https://proxy.test/?u=https%3A%2F%2Fe.test%2Fx&s=1")
    #expect(policy.imagePolicySources == "'self' data: https://proxy.test")
    policy.images = .same
    #expect(policy.image("https://e.test/") == nil, "the proxy would carry it away")
    policy.images = .all
    policy.ceiling.images = try AddressSet("e.test")
    #expect(policy.image("https://e.test/") == nil, "the proxy is beyond the ceiling")
    for text in [
      "https://proxy.test", "{url}", "https://{url}/", "javascript:{url}", "https://x{url}",
      "https://u@x/{url}",
    ] {
      #expect(AddressTemplate(text) == nil, "\(text)")
    }
  }

  /// What stands before a colon is a scheme, however long it is, and no policy knows a long one.
  @Test func longSchemesAreRefused() {
    let long = String(repeating: "a", count: 5_000)
    #expect(LinkPolicy().link(long + ":b") == nil)
    #expect(LinkPolicy().link(long + "?b:c") == long + "?b:c")
    #expect(throws: (any Error).self) { try AddressSet(long + ":") }
  }
}
