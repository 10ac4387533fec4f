import Foundation
import MessageStreams
import Rendering
import RunFormatters
import StyledRuns
import TestSupport
import Testing

@Suite struct ConversationSessionTests {
  /// One-shot rendering of a prefix, without the end of input.
  private func shown(_ prefix: ArraySlice<UInt8>, _ format: MessageFormat) throws -> Conversation {
    let session = ConversationSession(format: format, highlighter: MessageGrammars.highlighter())
    var conversation = Conversation()
    if let update = session.append(Array(prefix)) { try conversation.apply(update) }
    return conversation.canonical()
  }

  /// Whether the conversation can change after `byte`: the end of a line, or of a message in an array.
  private func isBoundary(_ byte: UInt8, _ fixture: MessageFixture) -> Bool {
    switch fixture {
    case .request, .messages: byte == UInt8(ascii: "}") || byte == UInt8(ascii: "\"")
    default: byte == 0x0A
    }
  }

  /// A worker can call before new text is appended. The update of that text brings the tokens, since no other call follows.
  @Test func anUpdateBringsTheTokensThatAreReady() throws {
    let pool = try WorkerPool(threads: 1)
    defer { pool.stop() }
    let fixture = MessageFixture.aiSDK
    let start = #"data: {"type":"text-start""#
    let parts = try String(decoding: fixture.bytes(), as: UTF8.self).components(separatedBy: start)
    let session = ConversationSession(
      format: fixture.format, highlighter: MessageGrammars.highlighter(), pool: pool,
      inlineBudget: .init(lines: 0))
    // The only worker is busy until the text was appended, and does its work in order.
    let (begins, ends) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    #expect(pool.submit { begins.wait() })
    _ = session.append(Array(parts[0].utf8))
    #expect(session.isWaitingForHighlights)
    #expect(pool.submit { ends.signal() })
    begins.signal()
    ends.wait()
    let update = session.append(Array((start + parts[1]).utf8))
    #expect(update != nil)
    #expect(!session.isWaitingForHighlights)
  }

  @Test(arguments: MessageFixture.allCases)
  func afterEveryByteTheConversationIsThatOfTheInputSoFar(fixture: MessageFixture) throws {
    let bytes = try fixture.bytes()
    let session = ConversationSession(format: fixture.format, highlighter: MessageGrammars.highlighter())
    var client = Conversation()
    var sequence = 0
    for (index, byte) in bytes.enumerated() {
      let update = session.append([byte])
      if let update {
        sequence += 1
        try #require(update.sequence == sequence)
        try client.apply(update)
      }
      guard update != nil || isBoundary(byte, fixture) else { continue }
      let expected = try shown(bytes[...index], fixture.format)
      try #require(client.canonical() == expected, "after byte \(index)")
    }
    if let update = session.finish() { try client.apply(update) }
    #expect(client.canonical() == (try conversation(of: bytes, fixture.format).canonical()))
  }

  @Test(arguments: MessageFixture.allCases)
  func anyCutsGiveTheSame(fixture: MessageFixture) throws {
    let bytes = try fixture.bytes()
    let expected = try conversation(of: bytes, fixture.format).canonical()
    var generator = SeededGenerator(seed: 23)
    for round in 0..<12 {
      let session = ConversationSession(format: fixture.format, highlighter: MessageGrammars.highlighter())
      var client = Conversation()
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + Int.random(in: 1...(10 << round), using: &generator))
        if let update = session.append(Array(bytes[start..<end])) { try client.apply(update) }
        start = end
      }
      if let update = session.finish() { try client.apply(update) }
      try #require(client.canonical() == expected, "round \(round)")
    }
  }

  /// Each text of a conversation begins with a smaller budget for diagrams, so that many short ones cost as one does.
  @Test func laterTextsBeginWithFewerDiagrams() throws {
    let nodes = (0..<15).map { "n\($0)" }.joined(separator: " & ")
    let diagram = "```mermaid\ngraph TD\n\(nodes) --> \(nodes)\n```\n\n"
    let text = String(repeating: diagram, count: 3)
    let messages = (0..<4).map { ["role": $0 % 2 == 0 ? "user" : "assistant", "content": text] }
    let input = try Array(JSONSerialization.data(withJSONObject: messages))
    let drawn = try shown(input[...], .messages).messages.flatMap(\.parts).map { part in
      guard case .text(let text) = part.content else { return 0 }
      return text.document.blocks.compactMap(\.code).filter { $0.drawing == .diagram }.count
    }
    // Each diagram has a size of 1,150.
    #expect(drawn == [2, 1, 0, 0])
  }

  @Test func whatIsBrokenIsSkippedToTheEndOfItsLineInPiecesToo() throws {
    let text = "{},\n{\"role\":\"user\",\"content\":\"read\"}\n"
    let session = ConversationSession(format: .messages)
    var client = Conversation()
    for byte in text.utf8 { if let update = session.append([byte]) { try client.apply(update) } }
    if let update = session.finish() { try client.apply(update) }
    let whole = try conversation(of: Array(text.utf8), .messages)
    #expect(client.canonical() == whole.canonical())
    #expect(whole.messages.count == 1)
  }

  /// Replayed and resumed sessions repeat results. By then the input of the call was released.
  @Test(arguments: [
    ("apply_patch", #"*** Begin Patch\n*** End Patch"#), ("exec_command", #"{\"cmd\":\"ls\"}"#),
  ])
  func aSecondResultOfACallLooksTheSameHoweverLateItComes(tool: String, input: String) throws {
    let lines = [
      #"{"type":"response_item","payload":{"type":"custom_tool_call","name":"\#(tool)","input":"\#(input)","call_id":"c"}}"#,
      #"{"type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"c","output":"one"}}"#,
      #"{"type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"c","output":"one\ntwo"}}"#,
    ].map { $0 + "\n" }
    let session = ConversationSession(format: .codex, highlighter: MessageGrammars.highlighter())
    var client = Conversation()
    for line in lines { if let update = session.append(Array(line.utf8)) { try client.apply(update) } }
    if let update = session.finish() { try client.apply(update) }
    #expect(
      client.canonical() == (try conversation(of: Array(lines.joined().utf8), .codex).canonical()))
  }

  @Test func workersBringTheSameColours() throws {
    let bytes = try MessageFixture.session.bytes()
    let expected = try conversation(of: bytes, .streamJSON).canonical()
    let pool = try WorkerPool(threads: 3)
    defer { pool.stop() }
    for lines in [0, 1, 3] {
      let session = ConversationSession(
        format: .streamJSON, highlighter: MessageGrammars.highlighter(), pool: pool,
        inlineBudget: .init(lines: lines, bytes: 80))
      var client = Conversation()
      for start in stride(from: 0, to: bytes.count, by: 777) {
        let piece = Array(bytes[start..<min(start + 777, bytes.count)])
        if let update = session.append(piece) { try client.apply(update) }
      }
      if let update = session.finish() { try client.apply(update) }
      while session.isWaitingForHighlights {
        if let update = session.takeHighlights() { try client.apply(update) }
      }
      if let update = session.takeHighlights() { try client.apply(update) }
      #expect(client.canonical() == expected)
    }
  }

  /// An input of one tool call whose JSON comes a byte at a time.
  private func call(_ name: String, _ input: String, pieces: Int) throws -> (
    Conversation, ConversationSession.ConversationCounters, Int
  ) {
    let session = ConversationSession(format: .messages, highlighter: MessageGrammars.highlighter())
    var client = Conversation()
    var size = 0
    func send(_ event: String) throws {
      if let update = session.append(Array("data: \(event)\n\n".utf8)) {
        size += IRFormatter().format(update).count
        try client.apply(update)
      }
    }
    try send(#"{"type":"message_start","message":{"id":"m","role":"assistant"}}"#)
    try send(
      #"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"\#(name)","input":{}}}"#
    )
    let scalars = Array(input.unicodeScalars)
    for start in stride(from: 0, to: scalars.count, by: pieces) {
      let piece = String(String.UnicodeScalarView(scalars[start..<min(start + pieces, scalars.count)]))
      let json = String(decoding: try JSONEncoder().encode(piece), as: UTF8.self)
      try send(
        #"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":\#(json)}}"#
      )
    }
    try send(#"{"type":"content_block_stop","index":0}"#)
    return (client.canonical(), session.counters, size)
  }

  static let inputs: [(String, String)] = [
    (
      "Edit",
      #"{"file_path":"a.swift","old_string":"let a = 1\r\nlet b","new_string":"let a = 2\nlet b\n// \ud83c\udf0a"}"#
    ),
    ("Edit", #"{"new_string":"let a","old_string":"","file_path":"a.swift"}"#),
    ("str_replace_editor", #"{"command":"insert","path":"x.py","insert_line":3,"new_str":"a\n\nb\r"}"#),
    ("Write", #"{"content":"{\"a\": 1}\r\n\r\n","file_path":"x.json"}"#),
    ("Bash", #"{"command":"echo 'a\\nb' \\\n  | cat","timeout":1200,"run":true,"x":null}"#),
    (
      "TodoWrite",
      #"{"todos":[{"content":"one","status":"completed"},{"content":"two","status":"in_progress"},"three"]}"#
    ),
    ("update_plan", #"{"plan":[{"step":"one","status":"pending"}],"explanation":"why\nnot"}"#),
    (
      "strange",
      #"{"a":{"b":[1,[],{}],"c":"x"},"long":"\#(String(repeating: "words and ", count: 60))","code":"a\nb"}"#
    ),
    ("strange", "*** Begin Patch\n+ no JSON\r\nat all"), ("strange", "[1, 2"),
    ("strange", #""just a string""#),
    ("strange", #"{"broken": tru}"#), ("apply_patch", "{\"input\":\"*** Update File: a\\n-x\\n+y\"}"),
    ("strange", ""),
    (
      "MultiEdit",
      #"{"file_path":"a.py","edits":[{"old_string":"a\nb","new_string":"a\nc"},{"old_string":"","new_string":"q"}]}"#
    ),
  ]

  @Test(arguments: inputs)
  func anInputByPiecesIsShownAsAtOnce(name: String, input: String) throws {
    let whole = try call(name, input, pieces: 1 << 20).0
    for size in [1, 2, 3, 7] {
      let got = try call(name, input, pieces: size).0
      try #require(got == whole, "pieces of \(size)")
    }
  }

  @Test func aLongInputCostsWhatArrives() throws {
    func input(_ lines: Int) -> String {
      let text = (0..<lines).map { "let value\($0) = \($0)\\n" }.joined()
      return #"{"file_path":"a.swift","content":"\#(text)"}"#
    }
    let (_, small, smallSize) = try call("Write", input(100), pieces: 40)
    let (_, large, largeSize) = try call("Write", input(1000), pieces: 40)
    #expect(large.tokenizedLines <= 12 * small.tokenizedLines)
    #expect(largeSize <= 12 * smallSize)
  }

  @Test func aResultThatComesLaterFindsItsCall() throws {
    let whole = try conversation(of: try MessageFixture.session.bytes(), .streamJSON)
    let calls = whole.messages.flatMap(\.parts).compactMap { part -> ToolCall? in
      if case .toolCall(let call) = part.content { call } else { nil }
    }
    #expect(calls.count == 13)
    #expect(calls.allSatisfy { $0.output != nil })
    #expect(calls.filter { $0.head.state == .failed }.map(\.head.id) == ["toolu_07"])
    #expect(calls.first { $0.head.id == "toolu_10" }?.output?.text.lines.count == 14)
    #expect(calls.first { $0.head.id == "toolu_04" }?.head.note == "+4 \u{2212}1")
    #expect(calls.first { $0.head.id == "toolu_01" }?.head.summary == "Sources/Harbor/TideTable.swift")
  }

  @Test func whatIsBrokenOrUnknownIsCountedAndNeverFatal() throws {
    func skipped(_ fixture: MessageFixture) throws -> SkippedInput {
      let session = ConversationSession(format: fixture.format)
      _ = session.append(try fixture.bytes())
      _ = session.finish()
      return session.skipped
    }
    #expect(
      try skipped(.session).summary == "skipped 1 broken line and 1 event of unknown type (weather_report)")
    #expect(try skipped(.partial).isEmpty)
    #expect(try skipped(.request).isEmpty)
    #expect(try skipped(.response).unknownTypes == ["hologram": 1])
    #expect(try skipped(.response).brokenLines == 1)
    #expect(try skipped(.chunks).unknownTypes == ["telemetry": 1])
  }

  @Test func anyBytesAreSurvivedByAnyReader() throws {
    var generator = SeededGenerator(seed: 5)
    for fixture in MessageFixture.allCases {
      let sound = try fixture.bytes()
      for format in MessageFormat.allCases {
        for _ in 0..<6 {
          var bytes = sound
          for _ in 0..<40 {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.remove(at: place)
            default: bytes.insert(bytes[bytes.count - 1 - place], at: place)
            }
          }
          let result = try conversation(of: bytes, format, highlighter: nil)
          let html = HTMLFormatter().format(result, sheets: [], expansion: .all)
          #expect(!html.isEmpty)
        }
      }
    }
  }

  @Test(arguments: MessageFixture.allCases)
  func theReaderTakesWhatTheWriterGives(fixture: MessageFixture) throws {
    let bytes = try fixture.bytes()
    let session = ConversationSession(format: fixture.format, highlighter: MessageGrammars.highlighter())
    var updates: [ConversationUpdate] = []
    for start in stride(from: 0, to: bytes.count, by: 500) {
      updates += [session.append(Array(bytes[start..<min(start + 500, bytes.count)]))].compactMap { $0 }
    }
    updates += [session.finish()].compactMap { $0 }
    var whole = Conversation()
    for update in updates {
      let wire = Data(IRFormatter().format(update))
      try #require(try JSONDecoder().decode(StreamUpdate.self, from: wire) == .conversation(update))
      try whole.apply(update)
    }
    whole = whole.canonical()
    #expect(try JSONDecoder().decode(Conversation.self, from: Data(IRFormatter().format(whole))) == whole)
  }

  @Test(arguments: [
    #"{"type":"conversation","version":2,"messages":[]}"#, #"{"type":"document","version":1,"messages":[]}"#,
    "{}",
    #"{"type":"conversation","version":1,"messages":[{"role":"pirate","parts":[]}]}"#,
    #"{"type":"conversation","version":1,"messages":[{"role":"user","parts":[{"type":"toolCall","id":"","name":"","state":"done","summary":"","note":"","output":{"lines":[[["x","purplish"]]]}}]}]}"#,
  ])
  func whatIsNoConversationIsRefused(json: String) {
    #expect(throws: (any Error).self) { try JSONDecoder().decode(Conversation.self, from: Data(json.utf8)) }
  }

  @Test func anUpdateThatDoesNotFitIsRefused() {
    var conversation = Conversation()
    let id = PartID(message: 0, part: 0)
    for edit in [
      ConversationEdit.message(3, Message.MessageHead(role: .user)),
      .part(id, MessagePart.PartHead(kind: .text)),
      .source(id, "x"),
    ] {
      #expect(throws: ConversationUpdateError.self) {
        try conversation.apply(ConversationUpdate(sequence: 1, edits: [edit]))
      }
    }
  }
}
