import Foundation
import Rendering
import StyledRuns
import Testing

@testable import RunFormatters

/// Custom elements within a line.
@Suite struct InlineElementTests {
  private static let hostile = Make.p(
    "a ",
    .element(
      "cite", ["b ", .element("think", ["c"], .thinking)], .container,
      [
        Element.Attribute(name: "onclick", value: "alert(1)"),
        Element.Attribute(name: "href", value: "javascript:alert(1)"),
      ]), " d")

  @Test func htmlHasNoAttributesOfTheText() {
    let html = String(
      decoding: HTMLFormatter().format(Document(blocks: [Self.hostile]), sheets: []), as: UTF8.self)
    #expect(
      html.contains(
        "a <cite class=\"ils-element\" data-element=\"cite\">b "
          + "<span class=\"ils-element ils-aside\" data-element=\"think\">c</span></cite> d"), "\(html)")
    #expect(!html.contains("alert"))
  }

  @Test func namesFromElsewhereAreEscaped() {
    let block = Make.p(.element("x\" onclick=\"y", ["z"]))
    let html = String(decoding: HTMLFormatter().format(Document(blocks: [block]), sheets: []), as: UTF8.self)
    #expect(html.contains("data-element=\"x&quot; onclick=&quot;y\">z</span>"), "\(html)")
  }

  @Test func aTerminalShowsACitationInItalics() {
    let text = String(
      decoding: ANSIFormatter().format(Document(blocks: [Self.hostile]), sheet: nil), as: UTF8.self)
    #expect(text.contains("a \u{1B}[3mb "), "\(text.debugDescription)")
    #expect(!text.contains("<") && !text.contains("alert"))
  }

  @Test func plainTextHasTheContent() {
    let text = String(
      decoding: PlainTextFormatter().format(Document(blocks: [Self.hostile])), as: UTF8.self)
    #expect(text == "a b c d\n")
  }

  /// What the wire form says of an element is read again.
  @Test func theWireFormIsReadAgain() throws {
    let document = Document(blocks: [Self.hostile])
    let bytes = IRFormatter().format(document)
    #expect(
      String(decoding: bytes, as: UTF8.self).contains(
        #"{"type":"element","name":"cite","role":"container","attributes":[["onclick","alert(1)"],["href","javascript:alert(1)"]]}"#
      ))
    #expect(try JSONDecoder().decode(Document.self, from: Data(bytes)) == document)
  }

  /// A raw tag that is open around an element, or in it, does not cross its borders.
  @Test(arguments: [
    (
      "<b>a <cite>b</b> c</cite> d", "<b>a <cite class=\"ils-element\" data-element=\"cite\">b c</cite> d</b>"
    ),
    ("a <cite><i>b</cite> c</i>", "a <cite class=\"ils-element\" data-element=\"cite\"><i>b</i></cite> c"),
    ("a <artifact>b", "a <span class=\"ils-element\" data-element=\"artifact\">b</span>"),
  ])
  func rawTagsStayWithin(markdown: String, expected: String) {
    let document = Renderer().render(markdown: Array(markdown.utf8))
    let html = String(decoding: HTMLFormatter().format(document, sheets: []), as: UTF8.self)
    #expect(html.contains(expected), "\(html)")
  }
}
