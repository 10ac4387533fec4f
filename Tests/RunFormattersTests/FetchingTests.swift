import Foundation
import MarkdownBlocks
import MessageStreams
import Rendering
import RunFormatters
import StyledRuns
import Testing

/// Pages in Chromium that could fetch something from a server, which counts what arrives.
@Suite(
  "Showing is not fetching", .enabled(if: Browser.path != nil, "needs Chromium: apt-get install chromium"))
struct FetchingTests {
  /// Attempts to have an address fetched when a text is shown. `%` is the address without its scheme.
  private static let attempts = [
    "![](http:%/1?q=SECRET)", "![a](HTTP:%/2 \"t\")", "![a](%/3)", "![a](<http:\\\\\\\\@%/4>)",
    "![a][r]\n\n[r]: http:%/5",
    "![a](&#104;ttp:%/6)", "![a](ht&Tab;tp:%/7)", "[![a](http:%/8)](http:%/9)",
    "| ![a](http:%/10) |\n|---|\n", "# ![a](http:%/11)",
    "<img src=http:%/12>", "<img srcset='http:%/13 1x, http:%/14 2x'>",
    "<picture><source srcset=http:%/15><img src=http:%/16></picture>",
    "<img src=x srcset=http:%/17>", "<video poster=http:%/18 src=http:%/19 autoplay></video>",
    "<audio src=http:%/20 autoplay></audio>",
    "<table background=http:%/21><tr><td background=http:%/22>x</table>",
    "<p style='background:url(http:%/23)'>x</p>",
    "<svg><image href=http:%/24 /><use href=http:%/25#x /></svg>", "<link rel=stylesheet href=http:%/26>",
    "<link rel=preload as=image href=http:%/27>", "<input type=image src=http:%/28>",
    "<object data=http:%/29></object>",
    "<embed src=http:%/30>", "<iframe src=http:%/31></iframe>", "<body background=http:%/32>",
    "<style>@import 'http:%/33';</style>",
    "<meta http-equiv=refresh content='0;url=http:%/34'>", "<base href=http:%/>\n\n![a](x)",
    "<script src=http:%/35></script>",
    "![a](data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='http:%/36'/></svg>)",
    "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='http:%/37'/></svg>\">",
    "<a href=http:%/38 ping=http:%/39>x</a>", "```mermaid\ngraph LR\n a[\"<img src='http:%/40'>\"]\n```",
    "$\\includegraphics{http:%/41}$",
    "- <div><img src=http:%/42>", "![a]( http:%/43 )", "![a](http:/%/44)", "![a](http:%\\45)",
    "![a](/\\%/46)", "![a](\\\\\\\\%/47)",
    "<img src='\u{1}http:%/48'>", "<img lowsrc=http:%/49 dynsrc=http:%/50 data-src=http:%/51>",
    "[^1]\n\n[^1]: ![a](http:%/52)",
    "<details open><summary><img src=http:%/53></summary></details>", "<img src=//user@%/54>",
    "[a](http:%/55)", "<http:%/56>",
    "<blockquote cite=http:%/57>x</blockquote>",
    "<link rel=dns-prefetch href=http:%/58><link rel=preconnect href=http:%/59>",
  ]

  /// The attempts at a server. `//user@%` and `http:/%` are made whole.
  private static func attempts(at server: CountingServer) -> [String] {
    let host = "127.0.0.1:\(server.port)"
    return attempts.map {
      $0.replacing("@%", with: "@" + host).replacing("\\\\%", with: "\\\\" + host).replacing(
        "/\\%", with: "/\\" + host
      )
      .replacing("/%", with: "/" + host).replacing("%", with: "//" + host)
    }
  }

  /// - Parameter hasPictures: Whether each text's first address is a picture of the message and of a tool's output as well.
  private static func conversation(_ texts: [String], hasPictures: Bool) -> Conversation {
    let renderer = Renderer(markdown: MarkdownOptions(extensions: .all))
    let messages = texts.enumerated().map { index, text in
      let part = MarkdownPart(source: text, document: renderer.render(markdown: Array(text.utf8)))
      let address =
        !hasPictures ? nil : text.firstMatch(of: /https?:[^\s)'">]+/.ignoresCase()).map { String($0.output) }
      let image = ImageReference(mediaType: "image/png", address: address, bytes: 7, alternative: text)
      let call = ToolCall(
        head: ToolCall.ToolCallHead(id: "\(index)", name: text, state: .done, summary: text), input: text,
        output: ToolOutput(text: OutputText(lines: [OutputLine(text: text)]), images: [image]))
      return Message(
        head: Message.MessageHead(role: .assistant),
        parts: [.text(part), .thinking(part), .toolCall(call), .image(image)].map {
          MessagePart(content: $0, isFinished: true)
        })
    }
    return Conversation(messages: messages)
  }

  /// Shows a page from one server, and gives what arrived at another one.
  private func arrivals(_ options: HTMLOptions, at images: CountingServer, hasPictures: Bool = true)
    throws -> [String]
  {
    let conversation = Self.conversation(Self.attempts(at: images), hasPictures: hasPictures)
    let html = HTMLFormatter(options: options).format(
      conversation, sheets: [SampleThemes.dark()], expansion: .all)
    // Around a fragment stands a page without any policy.
    let page = options.isStandalone ? html : Array("<!DOCTYPE html><title>x</title><body>".utf8) + html
    let pages = try CountingServer(body: page, contentType: "text/html; charset=utf-8")
    defer { pages.stop() }
    _ = try Browser.load(address: "http://127.0.0.1:\(pages.port)/page")
    #expect(pages.lines.contains { $0.contains("/page") })
    return images.lines
  }

  private static func pictures() throws -> CountingServer {
    try CountingServer(
      body: Array(Data(base64Encoded: "R0lGODlhAQABAAAAACwAAAAAAQABAAA=") ?? Data()), contentType: "image/gif"
    )
  }

  @Test(arguments: [false, true], [HTMLFormatter.RawHTML.sanitize, .escape])
  func showingAConversationFetchesNothing(_ isStandalone: Bool, _ rawHTML: HTMLFormatter.RawHTML) throws {
    let server = try Self.pictures()
    defer { server.stop() }
    var options = HTMLOptions()
    options.isStandalone = isStandalone
    options.rawHTML = rawHTML
    options.marksUpDrawings = !isStandalone
    #expect(try arrivals(options, at: server) == [])
  }

  /// The test could tell: where images are allowed, they arrive, and the page's policy lets them.
  @Test(arguments: [false, true]) func allowedImagesAreFetched(_ isStandalone: Bool) throws {
    let server = try Self.pictures()
    defer { server.stop() }
    var options = HTMLOptions()
    options.isStandalone = isStandalone
    options.links.images = try AddressSet("127.0.0.1:\(server.port)")
    let arrived = Set(
      try arrivals(options, at: server, hasPictures: false).compactMap {
        $0.split(separator: "/").last?.prefix { $0.isNumber }
      })
    for number in ["1", "2", "3", "5", "6", "8", "10", "11", "12", "14", "15", "42", "53"]
    where number != "14" {
      #expect(arrived.contains(Substring(number)), "\(number) of \(arrived.sorted())")
    }
    for number in 18...41 where number != 38 {
      #expect(!arrived.contains(Substring("\(number)")), "\(number)")
    }
  }

  /// The page's policy holds by itself: it lets nothing through that the writer would have let through by mistake.
  @Test func thePolicyOfAPageFollows() throws {
    let server = try Self.pictures()
    defer { server.stop() }
    var options = HTMLOptions()
    options.isStandalone = true
    options.links.images = .all
    let open = HTMLFormatter(options: options)
    options.links.images = .same
    let closed = HTMLFormatter(options: options)
    let document = Document(blocks: [Make.p(.image("http://127.0.0.1:\(server.port)/x", "alt"))])
    let page = String(decoding: open.format(document, sheets: []), as: UTF8.self)
      .replacing(open.contentSecurityPolicy, with: closed.contentSecurityPolicy)
    #expect(page.contains("img-src 'self' data:") && page.contains("<img src=\"http://127.0.0.1"))
    _ = try Browser.load(Array(page.utf8))
    #expect(server.lines == [])
  }

  /// A standalone page shows the images in its own data.
  @Test func ownImagesAreShown() throws {
    var options = HTMLOptions()
    options.isStandalone = true
    let gif = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="
    let part = MarkdownPart(source: "", document: Document(blocks: [Make.p(.image(gif, "one"))]))
    let message = Message(
      head: Message.MessageHead(role: .assistant),
      parts: [MessagePart(content: .text(part), isFinished: true)])
    let html = HTMLFormatter(options: options).format(
      Conversation(messages: [message]), sheets: [SampleThemes.dark()])
    #expect(String(decoding: html, as: UTF8.self).contains("<img src=\"data:image/gif"))
  }

  @Test func imagesOfOtherHostsAreLinks() {
    let texts = [
      "![A chart](https://elsewhere.test/c?q=1)", "[![A chart](https://elsewhere.test/c)](https://e.test)",
      "![](https://elsewhere.test/d)",
    ]
    let html = String(
      decoding: HTMLFormatter().format(
        Self.conversation(texts, hasPictures: false), sheets: [], expansion: .all), as: UTF8.self)
    #expect(
      html.contains(
        "<a class=\"ils-unloaded\" href=\"https://elsewhere.test/c?q=1\">A chart <bdi class=\"ils-target\">(https://elsewhere.test/c?q=1)</bdi></a>"
      ))
    #expect(
      html.contains(
        "<a href=\"https://e.test\"><span class=\"ils-unloaded\">A chart <bdi class=\"ils-target\">(https://elsewhere.test/c)</bdi></span></a>"
      ))
    #expect(
      html.contains(
        "<a class=\"ils-unloaded\" href=\"https://elsewhere.test/d\"><bdi class=\"ils-target\">https://elsewhere.test/d</bdi></a>"
      ))
    #expect(!html.contains("<img"))
  }
}
