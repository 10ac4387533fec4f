import MessageStreams
import Rendering
import RunFormatters
import StyledRuns
import Testing

/// The whole way from a hostile conversation to a terminal and to HTML, however its bytes are cut.
@Suite("Nothing hostile gets through while a conversation streams")
struct ConversationStreamSafetyTests {
  /// The events of a conversation whose every text is hostile.
  private struct Source {
    var random: RandomDocument
    private var bytes: [UInt8] = []

    init(random: RandomDocument) { self.random = random }

    /// A JSON string that holds any of the hostile pieces, spelled in any of the ways in which JSON can be.
    private mutating func string() -> String {
      var text = "\""
      for _ in 0..<random.number(0..<9) {
        let piece = HostilePieces.all[random.number(0..<HostilePieces.all.count)]
        let spelling = random.number(0..<4)
        for unit in String(decoding: piece, as: UTF8.self).utf16 {
          switch unit {
          case 0x22, 0x5C: text += "\\" + String(UnicodeScalar(UInt8(unit)))
          case 0x0A where spelling > 0: text += "\\n"
          case 0x20..<0x7F where spelling < 3: text += String(UnicodeScalar(UInt8(unit)))
          default: text += Self.escape(unit)
          }
        }
        // Half a surrogate pair, an escape that is none.
        if random.number(0..<12) == 0 {
          text += ["\\ud83d", "\\udc9b", "\\u00", "\\x1b", "\\e"][random.number(0..<5)]
        }
      }
      return text + "\""
    }

    private static func escape(_ unit: UInt16) -> String {
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    private mutating func add(_ line: String) {
      var line = Array(line.utf8)
      // What is no JSON at all.
      if random.number(0..<15) == 0 { line.insert(0x1B, at: random.number(0..<line.count)) }
      bytes += line + [0x0A]
    }

    private mutating func input() -> String {
      let names = [
        "command", "file_path", "old_string", "new_string", "content", "pattern", "todos", "query",
        "x\\u001b[31m",
      ]
      let fields = (0..<random.number(0..<5)).map { _ in
        "\"\(names[random.number(0..<names.count)])\":\(random.number(0..<6) == 0 ? "[\(string()),{\"status\":\(string())}]" : string())"
      }
      return "{\(fields.joined(separator: ","))}"
    }

    mutating func events() -> [UInt8] {
      let tools = ["\"Bash\"", "\"Read\"", "\"Edit\"", "\"Grep\"", "\"TodoWrite\"", "\"WebFetch\""]
      add(
        "{\"type\":\"system\",\"subtype\":\"init\",\"cwd\":\(string()),\"model\":\(string()),\"session_id\":\(string())}"
      )
      for index in 0..<random.number(1..<6) {
        let tool = random.number(0..<3) == 0 ? string() : tools[random.number(0..<tools.count)]
        switch random.number(0..<5) {
        case 0: add("{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\(string())}}")
        case 1:
          add(
            "{\"type\":\"assistant\",\"message\":{\"id\":\"m\(index)\",\"model\":\(string()),\"content\":[{\"type\":\"thinking\",\"thinking\":\(string())},{\"type\":\"text\",\"text\":\(string())}],\"stop_reason\":\(string())}}"
          )
        case 2:
          add(
            "{\"type\":\"assistant\",\"message\":{\"id\":\"m\(index)\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t\(index)\",\"name\":\(tool),\"input\":\(input())}]}}"
          )
          add(
            "{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t\(index)\",\"is_error\":\(random.number(0..<2) == 0),\"content\":\(random.number(0..<2) == 0 ? string() : "[{\"type\":\"text\",\"text\":\(string())}]")}]}}"
          )
        case 3:
          let event = "{\"type\":\"stream_event\",\"event\":{\"type\":"
          add(event + "\"message_start\",\"message\":{\"id\":\"s\(index)\",\"model\":\(string())}}}")
          add(
            event
              + "\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}}")
          for _ in 0..<random.number(1..<6) {
            add(
              event
                + "\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\(string())}}}"
            )
          }
        default:
          add(
            "{\"type\":\"result\",\"subtype\":\"error\",\"is_error\":true,\"result\":\(string()),\"errors\":[\(string())]}"
          )
        }
      }
      return bytes
    }
  }

  @Test(arguments: 0..<HostilePieces.rounds(80)) func anyBytesCutAnywhere(_ seed: Int) throws {
    var source = Source(random: RandomDocument(seed: UInt64(seed) &+ 4711))
    let bytes = source.events()
    var random = source.random
    let options = HostilePieces.options(&random)
    let expansion = ToolExpansion.allCases[seed % ToolExpansion.allCases.count]
    let session = ConversationSession(format: .streamJSON)
    var stream = ConversationANSIStream(options: options, expansion: expansion)
    var conversation = Conversation()
    var shown = ByteSink()
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + random.number(1..<300))
      if let update = session.append(Array(bytes[start..<end])) { try conversation.apply(update) }
      start = end
      let sheet = SampleThemes.dark(conversation.scopes)
      stream.write(conversation, sheet: sheet, into: &shown)
      var tail = ByteSink()
      stream.writeTail(of: conversation, sheet: sheet, into: &tail)
      #expect(TerminalOutput(tail.bytes).problems.isEmpty, "\(bytes)")
    }
    if let update = session.finish() { try conversation.apply(update) }
    let sheet = SampleThemes.dark(conversation.scopes)
    stream.write(conversation, sheet: sheet, isFinal: true, into: &shown)
    #expect(TerminalOutput(shown.bytes).problems.isEmpty, "\(bytes)")
    let text = ConversationTextFormatter(expansion: expansion).format(conversation)
    #expect(!text.contains(0x1B))
    #expect(TerminalOutput(text).problems.isEmpty, "\(bytes)")
    let html = HTMLFormatter().format(conversation, sheets: [sheet], expansion: expansion)
    #expect(StrictHTML(html, extra: StrictHTML.sanitized).problems.isEmpty, "\(bytes)")
  }
}
