import RunFormatters
import StyledRuns
import Testing

/// Links whose text looks like another address have theirs beside it.
@Suite("Links show where they lead")
struct LinkTargetTests {
  static let misleading: [(String, String)] = [
    ("https://good.test", "https://evil.test/x"), ("HTTPS://GOOD.TEST/a", "https://evil.test"),
    ("www.good.test", "https://evil.test"),
    ("good.com", "https://evil.test"), ("see good.org/login now", "https://evil.test"),
    ("https://good.test", "https://good.test@evil.test/"),
    ("https://good.test/a", "https://good.test/b"), ("good.com", "https://good.com.evil.test/"),
    ("good.com", "https://evil.test/good.com"),
    ("a@good.test", "mailto:b@evil.test"), ("a@good.test", "https://evil.test"),
    ("https://go\u{200B}od.test", "https://evil.test"),
    ("https://good.test", "/local"), ("https://good.test", "//evil.test"), ("good.com", "tel:123"),
    ("(https://good.test)", "https://evil.test"),
    ("https:\\\\good.test", "https://evil.test"), ("пример.рф", "https://evil.test"),
    ("good.co.uk", "https://evil.test"),
    ("https://good.test", "https:evil.test"), ("Log in:https://good.test", "https://evil.test"),
    ("see:good.com", "https://evil.test"), ("url=good.com", "https://evil.test"),
    ("\u{202E}tset.doog//:sptth", "https://evil.test"), ("https:/good.test", "https://evil.test"),
    (String(repeating: "a.md ", count: 30), "https://evil.test"),
  ]
  static let honest: [(String, String)] = [
    ("https://good.test", "https://good.test"), ("good.com", "https://www.good.com/"),
    ("www.good.test/a", "http://good.test/a/b?c"),
    ("https://good.test/a/", "https://good.test/a"),
    ("https://good.test/lo\u{2026}", "https://good.test/long"), ("text", "https://evil.test"),
    ("README.md", "https://good.test/README.md"), ("main.rs", "docs/main.rs"),
    ("Node.js", "https://nodejs.org"), ("good.com", "#good"),
    ("a@good.test", "mailto:a@good.test?subject=x"), ("1.2.3", "https://good.test"),
    ("e.g. this", "https://good.test"),
    ("https://good.test/\u{E4}", "https://good.test/%C3%A4"),
    ("https://good.test:443/a", "https://good.test/a"), ("https://good.test.", "https://good.test/"),
  ]

  @Test(arguments: misleading) func misleadingTextShowsTheTarget(_ text: String, _ address: String) {
    #expect(html(text, address).contains("</a> <bdi class=\"ils-target\">("), "\(html(text, address))")
    #expect(raw(text, address).contains("</a> <bdi class=\"ils-target\">("), "\(raw(text, address))")
    #expect(terminal(text, address).contains(" ("), "\(terminal(text, address))")
  }

  @Test(arguments: honest) func theTargetIsNotShown(_ text: String, _ address: String) {
    #expect(!html(text, address).contains("ils-target"), "\(html(text, address))")
    #expect(!raw(text, address).contains("ils-target"), "\(raw(text, address))")
    #expect(!terminal(text, address).contains("("), "\(terminal(text, address))")
  }

  /// User information before the host is not shown, because it could look like a host.
  @Test func userInformationIsNotShown() {
    #expect(html("https://good.test", "https://good.test@evil.test/a").contains("(https://evil.test/a)"))
    #expect(terminal("https://good.test", "https://good.test@evil.test/a").contains("(https://evil.test/a)"))
  }

  @Test func theTextMayBeInPieces() {
    let link = Make.p(.link("https://evil.test", [.strong(["https://"]), .code("good"), ".test"]))
    let text = String(decoding: HTMLFormatter().format(Document(blocks: [link]), sheets: []), as: UTF8.self)
    #expect(text.contains("</a> <bdi class=\"ils-target\">(https://evil.test)</bdi>"))
    let block = Make.html("<a href=https://evil.test><b>good</b>.com</a>\n")
    let other = String(decoding: HTMLFormatter().format(Document(blocks: [block]), sheets: []), as: UTF8.self)
    #expect(other.contains("</a> <bdi class=\"ils-target\">(https://evil.test)</bdi>"))
  }

  /// The text of an image that is not shown is the link's, and so is the address that stands in its place.
  @Test func imagesThatAreNotShown() {
    var options = HTMLOptions()
    options.links.images = .same
    let blocks = [
      Make.p(.link("https://evil.test", [.image("https://img.test/a", "https://good.test")])),
      Make.p(.link("https://evil.test", [.image("javascript:x", "https://good.test")])),
      Make.p(.link("https://evil.test", [.image("https://img.test/b", "a")])),
      Make.html("<a href=https://evil.test><img src=https://img.test/c alt=x></a>\n"),
      Make.p(.link("https://evil.test", [.image("shown.png", "https://good.test")])),
    ]
    let text = String(
      decoding: HTMLFormatter(options: options).format(Document(blocks: blocks), sheets: []), as: UTF8.self)
    #expect(text.ranges(of: "</a> <bdi class=\"ils-target\">(https://evil.test)</bdi>").count == 4, "\(text)")
  }

  private func html(_ text: String, _ address: String) -> String {
    let document = Document(blocks: [Make.p(.link(address, [.text(text)]))])
    return String(decoding: HTMLFormatter().format(document, sheets: []), as: UTF8.self)
  }

  private func raw(_ text: String, _ address: String) -> String {
    let document = Document(blocks: [Make.p(.raw("<a href=\"\(address)\">"), .text(text), .raw("</a>"))])
    return String(decoding: HTMLFormatter().format(document, sheets: []), as: UTF8.self)
  }

  /// The visible text where links are hyperlinks.
  private func terminal(_ text: String, _ address: String) -> String {
    var options = ANSIOptions()
    options.width = 200
    options.links = .hyperlinks
    let document = Document(blocks: [
      Make.p(.text("x "), .link(address, [.text(text.replacing("(", with: "").replacing(")", with: ""))]))
    ])
    let output = String(
      decoding: ANSIFormatter(options: options).format(document, sheet: SampleThemes.dark()), as: UTF8.self)
    return output.replacing(/\u{1B}\]8;[^\u{1B}]*\u{1B}\\/, with: "").replacing(/\u{1B}\[[0-9;]*m/, with: "")
  }
}
