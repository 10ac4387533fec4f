import MarkdownBlocks
import MessageStreams
import Redaction
import Rendering
import RunFormatters
import StyledRuns
import Testing

/// Secrets in the input of sessions.
@Suite struct RedactionInSessionsTests {
  // The tokens are put together here, so that no scanner takes them for real ones.
  private static let token = "ghp" + "_q7Wm2ZkR9tYp4LsX1vBn8DfG3hJc6Ae5UoTi"
  private static let mark = "[redacted: GitHub token \u{2026}UoTi]"

  private static func text(_ content: StreamContent) -> String {
    let bytes =
      switch content {
      case .document(let document): IRFormatter().format(document)
      case .conversation(let conversation): IRFormatter().format(conversation)
      }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func documentsAreTheSameForEveryCut() throws {
    let bytes = Array("Use `\(Self.token)` at\n\n    http://a:s3cr8tW0rd@b\n\nend ghp_".utf8)
    var secrets = SecretCounts()
    let clean = Redactor.redact(bytes, counting: &secrets)
    let expected = Self.text(StreamContent.document(Renderer().render(markdown: clean)).canonical())
    #expect(secrets.total == 2)
    for cut in 0...bytes.count {
      let session = StreamSession(.markdown, redaction: .standard)
      var content = StreamContent()
      for piece in [bytes[..<cut], bytes[cut...]] {
        if let update = session.append(Array(piece)) { try content.apply(update) }
        #expect(!Self.text(content).contains("q7Wm2Z"))
      }
      for update in session.finish() { try content.apply(update) }
      #expect(Self.text(content.canonical()) == expected, "cut at \(cut)")
      #expect(session.secrets == secrets)
    }
  }

  @Test func secretsSplitOverDeltasAreReplaced() throws {
    for cut in 1..<Self.token.utf8.count {
      let (first, second) = (Self.token.prefix(cut), Self.token.dropFirst(cut))
      let events = [
        #"{"type":"message_start","message":{"id":"m","role":"assistant","content":[]}}"#,
        #"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
        #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a \#(first)"}}"#,
        #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"\#(second) b"}}"#,
        #"{"type":"content_block_stop","index":0}"#,
        #"{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"Bash","input":{}}}"#,
        #"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"command\":\"echo\\n\#(first)"}}"#,
        #"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"\#(second)\\n\"}"}}"#,
        #"{"type":"content_block_stop","index":1}"#, #"{"type":"message_stop"}"#,
      ]
      let bytes = Array(events.map { "data: \($0)\n\n" }.joined().utf8)
      var secrets = SecretCounts()
      let content = Renderer(redaction: .standard).render(
        bytes, as: .messages(.messages), counting: &secrets
      ).content
      let text = Self.text(content)
      #expect(secrets.kinds == ["GitHub token": 2], "cut at \(cut)")
      #expect(text.contains(Self.mark))
      #expect(!text.contains("q7Wm2Z") && !text.contains("hJc6Ae5"))
    }
  }

  @Test func toolOutputIsRedacted() {
    let line =
      #"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x \#(Self.token)"}]}"#
    var secrets = SecretCounts()
    let content = Renderer(redaction: .standard).render(
      Array(line.utf8), as: .messages(.messages), counting: &secrets
    ).content
    #expect(secrets.total == 1)
    #expect(Self.text(content).contains(Self.mark))
  }

  /// Names, identifiers, titles, quotes and addresses, which are no text of a part. A name counts once.
  @Test(arguments: [
    (#"{"type":"system","subtype":"init","session_id":"SECRET"}"#, 1),
    (#"{"type":"summary","summary":"About SECRET","leafUuid":"u"}"#, 1),
    (
      #"{"type":"system","subtype":"init","session_id":"s","model":"SECRET","cwd":"/SECRET","session_name":"SECRET"}"#,
      2
    ),
    (#"{"type":"error","error":{"message":"no SECRET"}}"#, 1),
    (#"{"type":"result","subtype":"error_x","is_error":true,"errors":["bad SECRET"]}"#, 1),
    (
      #"{"type":"assistant","parent_tool_use_id":"SECRET","message":{"id":"SECRET","role":"assistant","model":"SECRET","content":[{"type":"tool_use","id":"SECRET","name":"SECRET","input":{}}]}}"#,
      1
    ),
    (
      #"{"type":"assistant","message":{"role":"assistant","content":[{"type":"document","title":"SECRET.pdf","source":{"type":"url","url":"https://a.example/?k=SECRET"}}]}}"#,
      2
    ),
    (
      #"{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"x","citations":[{"type":"web_search_result_location","url":"https://a.example/?k=SECRET","title":"on SECRET","cited_text":"it is SECRET"}]}]}}"#,
      3
    ),
    (
      #"{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"SECRET","content":[{"type":"web_search_result","title":"on SECRET","url":"https://a.example/?k=SECRET"}]}]}}"#,
      3
    ),
  ])
  func namesAndAddressesAreRedacted(line: String, count: Int) {
    let bytes = Array(line.replacing("SECRET", with: Self.token).utf8)
    var secrets = SecretCounts()
    let renderer = Renderer(redaction: .standard)
    let content = renderer.render(bytes, as: .messages(.streamJSON), counting: &secrets).content
    let text = Self.text(content)
    #expect(!text.contains("q7Wm2Z"), "\(text)")
    // The address of a source stands in the mark in the text, too, and a name may be shown twice.
    #expect(secrets.total >= count && secrets.total <= count + 2, "\(secrets.kinds)")
    if text.contains("UoTi") { #expect(text.contains("GitHub token")) }
  }

  @Test func sectionedTextIsRedacted() {
    var session = SectionedSession(limits: .init(paragraph: 64, section: 64), redaction: .standard)
    var updates: [Update] = []
    func take(_ event: SectionedSession.SectionEvent) {
      if case .update(let update) = event { updates.append(update) }
    }
    for byte in "para\n\n\(Self.token)\n\n".utf8 { session.append([byte], take) }
    for byte in String(repeating: "more text\n\n", count: 20).utf8 { session.append([byte], take) }
    for byte in Self.token.utf8 { session.append([byte], take) }
    session.finish(take)
    #expect(session.secrets.total == 2)
    #expect(updates.contains { Self.shown($0).contains(Self.mark) })
    #expect(!updates.contains { Self.shown($0).contains("q7Wm2Z") })
  }

  private static func shown(_ update: Update) -> String {
    String(decoding: IRFormatter().format(StreamUpdate.document(update)), as: UTF8.self)
  }
}
