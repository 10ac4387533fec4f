import MessageStreams
import Testing

@Suite struct FormatDetectorTests {
  static let inputs: [(String, FormatDetector.Decision)] = [
    (#"{"type":"system","subtype":"init"}"#, .messages(.streamJSON)),
    (#"{"parentUuid":null,"type":"user","message":{}}"#, .messages(.streamJSON)),
    (#"{"type":"something-new","session_id":"x"}"#, .messages(.streamJSON)),
    ("\u{FEFF}\n {\"type\":\"assistant\"}", .messages(.streamJSON)),
    (#"[{"role":"user","content":"hi"}]"#, .messages(.messages)),
    ("[\n  {\n    \"role\": \"user\", \"content\": []}]", .messages(.messages)),
    (#"{"model":"m","max_tokens":5,"messages":[]}"#, .messages(.messages)),
    (#"{"id":"msg","type":"message","role":"assistant","content":[]}"#, .messages(.messages)),
    ("event: message_start\ndata: {}\n", .messages(.messages)),
    ("data: {\"type\":\"message_start\"}\n\n", .messages(.messages)),
    (": ping\n\ndata: {\"object\":\"chat.completion.chunk\"}\n", .messages(.openAISSE)),
    ("data: [DONE]\n", .messages(.openAISSE)),
    (#"{"object":"chat.completion","choices":[]}"#, .messages(.openAISSE)),
    (#"{"object":"list","data":[]}"#, .markdown), (#"{"type":"response"}"#, .markdown),
    (#"{"candidates":["Ann","Ben"]}"#, .markdown), (#"{"contents":[{"title":"One"}]}"#, .markdown),
    (#"{"model":"T","created_at":"1908","done":true}"#, .markdown),
    (#"{"type":"init","name":"x"}"#, .markdown),
    (#"{"type":"item.created","id":1}"#, .markdown), (#"{"type":"event_msg","text":"x"}"#, .markdown),
    (#"{"type":"start","level":"info"}"#, .markdown), (#"{"type":"text","text":"x"}"#, .markdown),
    ("# Title", .markdown), ("", .markdown), ("   ", .markdown), ("plain", .markdown),
    ("[link](https://example.com)\n", .markdown), ("[ ] task", .markdown), ("[]", .markdown),
    ("[1]: https://example.com\n", .markdown), ("[1, 2, 3]\n", .markdown), ("{braces} are fine\n", .markdown),
    (#"{"name": "package", "version": 1}"#, .markdown), (#"{"type": "module"}"#, .markdown),
    (#"{"role": "admin"}"#, .markdown), (#"{"unfinished": "#, .markdown), ("data: is a word\n", .markdown),
    ("event: a party\n", .markdown), (": term\n", .markdown), ("e", .markdown), ("data", .markdown),
    ("$\"{x}\"", .markdown), ("```json\n{\"type\":\"user\"}\n```\n", .markdown),
  ]

  @Test(arguments: inputs)
  func firstLineDecidesTheFormat(input: String, expected: FormatDetector.Decision) {
    var detector = FormatDetector()
    #expect((detector.append(Array(input.utf8)) ?? detector.finish()) == expected)
    var byByte = FormatDetector()
    var decision: FormatDetector.Decision?
    for byte in input.utf8 where decision == nil { decision = byByte.append([byte]) }
    #expect((decision ?? byByte.finish()) == expected)
  }

  @Test(arguments: ["# a", "T", "[l", "{b", "- x", "da y", "1"])
  func markdownIsNotKeptWaiting(start: String) {
    var detector = FormatDetector()
    #expect(detector.append(Array(start.utf8)) == .markdown)
  }
}
