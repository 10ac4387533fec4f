import MessageStreams
import Testing

@Suite struct FormatDetectorTests {
  static let inputs: [(String, FormatDetector.FormatDecision)] = [
    (#"{"type":"system","subtype":"init"}"#, .messages(.streamJSON)),
    (#"{"parentUuid":null,"type":"user","message":{}}"#, .messages(.streamJSON)),
    (#"{"type":"something-new","session_id":"x"}"#, .messages(.streamJSON)),
    ("\u{FEFF}\n {\"type\":\"assistant\",\"message\":{\"role\"", .messages(.streamJSON)),
    (#"[{"role":"user","content":"hi"}]"#, .messages(.messages)),
    ("[\n  {\n    \"role\": \"user\", \"content\": []}]", .messages(.messages)),
    (#"{"model":"m","max_tokens":5,"messages":[]}"#, .messages(.messages)),
    (#"{"id":"msg","type":"message","role":"assistant","content":[]}"#, .messages(.messages)),
    ("event: message_start\ndata: {}\n", .messages(.messages)),
    ("data: {\"type\":\"message_start\"}\n\n", .messages(.messages)),
    (": ping\n\ndata: {\"object\":\"chat.completion.chunk\"}\n", .messages(.openAISSE)),
    ("data: [DONE]\n", .messages(.openAISSE)),
    (#"{"object":"chat.completion","choices":[]}"#, .messages(.openAISSE)),
    (#"{"object":"list","data":[]}"#, .json), (#"{"type":"response"}"#, .json),
    (#"{"candidates":["Ann","Ben"]}"#, .json), (#"{"contents":[{"title":"One"}]}"#, .json),
    (#"{"model":"T","created_at":"1908","done":true}"#, .json),
    (#"{"type":"init","name":"x"}"#, .json),
    (#"{"type":"item.created","id":1}"#, .json), (#"{"type":"event_msg","text":"x"}"#, .json),
    (#"{"type":"start","level":"info"}"#, .json), (#"{"type":"text","text":"x"}"#, .json),
    ("{\"a\": 1} \r\n{\"a\": 2}\n", .json), ("{\n  \"a\": [1]\n}\n", .json),
    (#"[{"a": 1}, {"a": 2}]"#, .json),
    (#"[{"a": 1}](address)"#, .markdown), (#"{"a": 1} is JSON"#, .markdown), ("{}\n", .markdown),
    ("[{}]\n", .markdown),
    ("# Title", .markdown), ("", .markdown), ("   ", .markdown), ("plain", .markdown),
    ("[link](https://example.com)\n", .markdown), ("[ ] task", .markdown), ("[]", .markdown),
    ("[1]: https://example.com\n", .markdown), ("[1, 2, 3]\n", .markdown), ("{braces} are fine\n", .markdown),
    (#"{"name": "package", "version": 1}"#, .json), (#"{"type": "module"}"#, .json),
    (#"{"role": "admin"}"#, .json), (#"{"unfinished": "#, .markdown), ("data: is a word\n", .markdown),
    ("data: {\"a\": 1}\n\n", .markdown), ("event: a party\n", .markdown), (": term\n", .markdown),
    ("e", .markdown), ("data", .markdown),
    ("$\"{x}\"", .markdown), ("```json\n{\"type\":\"user\"}\n```\n", .markdown),
  ]

  @Test(arguments: inputs)
  func firstLineDecidesTheFormat(input: String, expected: FormatDetector.FormatDecision) {
    var detector = FormatDetector()
    #expect((detector.append(Array(input.utf8)) ?? detector.finish()) == expected)
    var byByte = FormatDetector()
    var decision: FormatDetector.FormatDecision?
    for byte in input.utf8 where decision == nil { decision = byByte.append([byte]) }
    #expect((decision ?? byByte.finish()) == expected)
  }

  @Test(arguments: ["# a", "T", "[l", "{b", "- x", "da y", "1"])
  func markdownIsNotKeptWaiting(start: String) {
    var detector = FormatDetector()
    #expect(detector.append(Array(start.utf8)) == .markdown)
  }

  /// A line that took its length for each byte would take hours.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("{\"type\":\"x\",\"a\":[", "1,", FormatDetector.FormatDecision.json), ("{\"a\":\"", "b", .json),
      ("data: ", "d", .markdown), ("[{\"a\":\"\\", "\"\\", .json), ("", " ", .markdown),
    ])
  func aLongFirstLineIsReadOnce(start: String, repeated: String, expected: FormatDetector.FormatDecision) {
    var detector = FormatDetector()
    var decision = detector.append(Array(start.utf8))
    let piece = Array(repeated.utf8)
    var count = 0
    while decision == nil, count < 1 << 21 {
      decision = detector.append(piece)
      count += piece.count
    }
    #expect((decision ?? detector.finish()) == expected)
    #expect(count < (1 << 20) + 8)
  }

  @Test func anEarlyMemberTellsTheFormatOfALongLine() {
    var detector = FormatDetector()
    #expect(
      detector.append(Array(#"{"model":"m","messages":[{"role":"user","content":"#.utf8))
        == .messages(.messages))
    var late = FormatDetector()
    let members = (0..<400).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
    #expect(late.append(Array("{\(members),\"type\":\"message_start\"}\n".utf8)) == .messages(.messages))
  }

  /// Beginnings of files that are no conversation, though they have words of some.
  static let others: [(String, FormatDetector.FormatDecision)] = [
    (#"{"type":"error","message":"disk full","time":1}"#, .json),
    (#"{"type":"user","id":5,"name":"Ann"}"#, .json),
    (#"{"type":"system","level":"info","host":"a"}"#, .json),
    (#"{"type":"result","passed":12,"failed":0}"#, .json),
    (#"{"type":"message","text":"hello","channel":"C1"}"#, .json), (#"{"type":"ping"}"#, .json),
    (#"{"type":"summary","total":3}"#, .json), (#"{"type":"finish","ms":3}"#, .json),
    (#"{"type":"turn","n":1}"#, .json),
    (#"{"level":"info","ts":1767619200,"msg":"listening","port":8080}"#, .json),
    (#"{"time":"2026-01-05T10:00:00Z","role":"primary","state":"up"}"#, .json),
    (#"{"timestamp":"2026-01-05","type":"event","payload":[1]}"#, .json),
    (#"{"model":"T","year":1908}"#, .json),
    (#"{"messages":{"count":3,"unread":1}}"#, .json), (#"{"choices":"a,b","question":"Which?"}"#, .json),
    (#"{"name":"app","version":"1.0.0","scripts":{"test":"jest"},"dependencies":{}}"#, .json),
    (#"{"compilerOptions":{"strict":true},"include":["src"]}"#, .json),
    (#"{"openapi":"3.1.0","info":{"title":"API","version":"1"},"paths":{}}"#, .json),
    (#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null}]}"#, .json),
    (#"{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}"#, .json),
    (#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}"#, .json),
    (#"{"id":"1","object":"list","data":[]}"#, .json),
    (#"[{"type":"text","value":"a"},{"type":"image"}]"#, .json),
    (
      "{\n  \"pins\" : [\n    {\n      \"identity\" : \"swift-nio\"\n    }\n  ],\n  \"version\" : 2\n}\n",
      .json
    ),
    ("2026-01-05 10:00:00 INFO data: ready\n", .markdown), ("[2026-01-05 10:00:00] started\n", .markdown),
    ("event: user_joined\ndata: {\"name\":\"Ann\"}\n\n", .markdown), ("data: 1\ndata: 2\n\n", .markdown),
    ("event: error\ndata: {\"code\":3}\n\n", .markdown), ("id: 7\nname: Ann\n", .markdown),
    ("error: cannot find 'x' in scope\n", .markdown), ("info: done\n", .markdown),
    ("retry: yes\n", .markdown),
    ("[![build](a.svg)](b) # Title\n", .markdown), ("[x] done\n[ ] open\n", .markdown),
    ("{{ page.title }}\n", .markdown),
    ("{% raw %}\n", .markdown), ("[section]\nkey = 1\n", .markdown), ("<think>\nSix?\n</think>\n", .markdown),
    ("---\ntitle: x\n---\n", .markdown), ("# Changelog\n\n## 1.0\n", .markdown),
    ("\u{FEFF}# Title\n", .markdown),
  ]

  @Test(arguments: others) func filesThatAreNoConversationAreNotTakenForOne(
    text: String, expected: FormatDetector.FormatDecision
  ) {
    #expect(FormatDetector.decision(for: Array(text.utf8)) == expected)
    var byByte = FormatDetector()
    var decision: FormatDetector.FormatDecision?
    for byte in text.utf8 where decision == nil { decision = byByte.append([byte]) }
    #expect((decision ?? byByte.finish()) == expected)
  }
}
