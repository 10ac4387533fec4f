@testable import RunFormatters
import StyledRuns
import Testing

@Suite("Nothing hostile gets through in conversations")
struct ConversationSafetyTests {
  @Test(arguments: 0..<120) func randomConversationsGiveSafeHTML(_ seed: Int) {
    var random = RandomDocument(seed: UInt64(seed))
    let conversation = random.conversation()
    var options = HTMLOptions()
    options.styling = HTMLFormatter.Styling.allCases[seed % 3]
    options.rawHTML = .escape
    let expansion = ToolExpansion.allCases[seed / 3 % 4]
    let sheets = [SampleThemes.dark(conversation.scopes)]
    let bytes = HTMLFormatter(options: options).format(conversation, sheets: sheets, expansion: expansion)
    #expect(StrictHTML(bytes).problems.isEmpty)
  }

  @Test(arguments: 0..<120) func randomConversationsGiveSafeTerminalOutput(_ seed: Int) {
    var random = RandomDocument(seed: UInt64(seed))
    let conversation = random.conversation()
    var options = ANSIOptions()
    options.width = [20, 21, 32, 40, 60, 80, 120, 500][random.number(0..<8)]
    options.links = ANSIFormatter.Links.allCases[random.number(0..<4)]
    options.ambiguousWidth = random.number(1..<3)
    options.colors = ANSIFormatter.Colors.allCases[random.number(1..<4)]
    let expansion = ToolExpansion.allCases[seed % 4]
    let sheet = SampleThemes.dark(conversation.scopes)
    let bytes = ConversationANSIFormatter(options: options, expansion: expansion).format(
      conversation, sheet: sheet)
    let output = TerminalOutput(bytes)
    #expect(output.problems.isEmpty)
    let measure = ClusterMeasure(ambiguousWidth: options.ambiguousWidth)
    for line in output.text.split(separator: "\n") {
      #expect(measure.width(of: String(line)) <= options.width, "\(line)")
    }
    options.colors = .none
    let plain = ConversationANSIFormatter(options: options, expansion: expansion).format(
      conversation, sheet: nil)
    #expect(TerminalOutput(plain).text == output.text, "the layout depends on the colours")
    let text = ConversationTextFormatter(expansion: expansion).format(conversation)
    #expect(!text.contains(0x1B))
    #expect(TerminalOutput(text).problems.isEmpty)
  }

  /// Tool output, names and errors in the markdown export open no element and run no link.
  @Test func exportQuotesWhatToolsSaid() {
    let nasty = "```\n<script>hit(1)</script>\n[x](javascript:hit(1))\n~~~~"
    let call = ToolCall(
      head: ToolCall.ToolCallHead(id: "1", name: "*x* <b>", state: .done, summary: "`a` ``b``\n<i>"),
      output: ToolOutput(
        text: OutputText(lines: nasty.split(separator: "\n").map { OutputLine(text: String($0)) })))
    let message = Message(
      head: Message.MessageHead(role: .assistant), parts: [MessagePart(content: .toolCall(call))])
    let text = String(
      decoding: ConversationMarkdownFormatter().format(Conversation(messages: [message])), as: UTF8.self)
    #expect(text.contains("````text\n```\n<script>hit(1)</script>\n[x](javascript:hit(1))\n~~~~\n````\n"))
    #expect(text.contains("**\\*x\\* \\<b\\>** ``` `a` ``b`` <i> ```"))
  }

  @Test func theScriptIsTheOneThatItsPageAllows() {
    #expect(
      PageScript.conversation.digest
        == "sha256-\(SHA256.base64(Array(HTMLFormatter.conversationScript.utf8)))")
  }

  @Test func anOpenFenceIsClosedInTheExport() {
    let parts = ["```swift\nlet a", "after"].map {
      MessagePart(content: .text(MarkdownPart(source: $0)), isFinished: true)
    }
    let text = String(
      decoding: ConversationMarkdownFormatter().format(
        Conversation(messages: [Message(head: Message.MessageHead(role: .assistant), parts: parts)])),
      as: UTF8.self)
    #expect(text.contains("let a\n```\n\nafter\n"))
  }
}
