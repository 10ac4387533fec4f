import MarkdownBlocks
import Rendering
import RunFormatters
import StyledRuns
import Testing

/// Attacks as they come in, from markdown to a browser: nothing runs, nothing is fetched, nothing leaves its place.
@Suite("Attacks in a browser", .enabled(if: Browser.path != nil, "needs Chromium: apt-get install chromium"))
struct BrowserAttackTests {
  private static let documents: [Document] = {
    var markdown = MarkdownOptions(extensions: .all)
    let renderer = Renderer(markdown: markdown)
    markdown.smart = true
    let smart = Renderer(markdown: markdown)
    return MarkdownAttacks.documents.enumerated().map { index, text in
      (index % 5 == 0 ? smart : renderer).render(markdown: Array(text.utf8))
    }
  }()

  private static func options(_ policy: HTMLFormatter.RawHTML) -> HTMLOptions {
    var options = HTMLOptions()
    options.rawHTML = policy
    // What may be fetched is another matter, with tests of its own; here, nothing is.
    options.links.images = .same
    options.lineNumbers = .shown
    options.frontMatter = policy == .escape ? .table : .code
    options.marksUpDrawings = policy == .escape
    return options
  }

  private static func allowed(_ policy: HTMLFormatter.RawHTML) -> Set<String> {
    policy == .sanitize ? StrictHTML.sanitized : []
  }

  @Test func thereAreThousandsOfDistinctAttacks() {
    #expect(MarkdownAttacks.documents.count > 2000)
    #expect(Set(MarkdownAttacks.documents).count > 2000)
  }

  /// The page detects attacks that no filter removed.
  @Test func unfilteredAttacksAreDetected() throws {
    let attacks = [
      "<img src=x onerror=hit(1)>", "<a href=\"java&Tab;script:hit(1)\">x</a>", "<iframe srcdoc=x></iframe>",
      "<style>#outside-check{display:none}</style>", "</section><b>out</b>",
      "<object data=https://evil.invalid/></object>",
    ]
    let page = AttackPage.around(attacks.map { Array("<div class=\"ils\">\($0)</div>".utf8) })
    let problem = try #require(try AttackPage.problem(in: page))
    for sign in [
      "script", "#0 IMG onerror", "#1 javascript:", "#2 IFRAME", "#3 STYLE", "https://evil.invalid/",
      "outside changed",
      "left its container",
    ] {
      #expect(problem.contains(sign), "\(problem)")
    }
  }

  @Test(arguments: [HTMLFormatter.RawHTML.escape, .sanitize]) func fragmentsRunNoAttack(
    _ policy: HTMLFormatter.RawHTML
  ) throws {
    let formatter = HTMLFormatter(options: Self.options(policy))
    var blocks = Attacks.blocks()
    for seed in 0..<40 {
      var random = RandomDocument(seed: UInt64(seed))
      blocks += random.blocks()
    }
    let documents = Self.documents + [Document(blocks: blocks)]
    let fragments = documents.map { formatter.format($0, sheets: []) }
    for (index, fragment) in fragments.enumerated() {
      let problems = StrictHTML(fragment, extra: Self.allowed(policy)).problems
      #expect(
        problems.isEmpty,
        "\(index < MarkdownAttacks.documents.count ? MarkdownAttacks.documents[index] : "IR")")
    }
    let problem = try AttackPage.problem(in: AttackPage.around(fragments))
    #expect(problem == nil)
  }

  /// All in one page of ours, without its policy; its title is an attack too.
  @Test(arguments: [HTMLFormatter.RawHTML.escape, .sanitize]) func pagesRunNoAttack(
    _ policy: HTMLFormatter.RawHTML
  ) throws {
    var options = Self.options(policy)
    options.isStandalone = true
    options.styling = policy == .escape ? .variables : .inline
    options.identifierPrefix = "\"><img src=x onerror=hit(1)>"
    options.fallbackTitle = MarkdownAttacks.breakouts[9]
    var document = Document(blocks: Self.documents.flatMap(\.blocks))
    document.footnotes = Array(Self.documents.flatMap(\.footnotes).prefix(300))
    let page = HTMLFormatter(options: options).format(document, sheets: [SampleThemes.dark()])
    // The page's own script stays, where it has one.
    let problem = try AttackPage.problem(
      in: AttackPage.within(
        page, policy: HTMLFormatter(options: options).contentSecurityPolicy,
        outside: options.styling == .inline ? 0 : 1))
    #expect(problem == nil)
  }

  @Test func conversationsRunNoAttack() throws {
    let texts = MarkdownAttacks.breakouts + MarkdownAttacks.addresses
    var messages: [Message] = []
    for (index, text) in texts.enumerated() {
      let markdown = Self.documents[index * 7 % Self.documents.count]
      let part = MarkdownPart(source: text, document: markdown)
      let call = ToolCall(
        head: ToolCall.ToolCallHead(
          id: text, name: index % 3 == 0 ? "mcp__\(text)__x" : text, state: index % 2 == 0 ? .failed : .done,
          summary: text, note: text),
        input: text,
        fields: [ToolField(depth: 0, name: text, kind: .string, value: text, omitted: 0)],
        output: ToolOutput(
          isError: index % 2 == 0, text: OutputText(lines: [OutputLine(text: text)]),
          images: [ImageReference(mediaType: text, address: text, bytes: 7, alternative: text)]))
      var head = Message.MessageHead(role: [.user, .assistant, .system][index % 3], model: text, time: text)
      var stats = MessageStats()
      stats.stopReason = text
      head.stats = stats
      messages.append(
        Message(
          head: head,
          parts: [
            MessagePart(content: .text(part)), MessagePart(content: .thinking(part)),
            MessagePart(content: .toolCall(call)),
            MessagePart(content: .notice(Notice(level: .error, text: text))),
            MessagePart(
              content: .image(
                ImageReference(mediaType: text, address: text, bytes: 7, alternative: text))),
          ]))
    }
    var session = Conversation.Session(id: texts[0], name: texts[8], model: texts[1])
    session.failure = texts[10]
    session.directory = texts[11]
    let conversation = Conversation(session: session, messages: messages)
    var options = HTMLOptions()
    options.rawHTML = .escape
    let fragment = HTMLFormatter(options: options).format(conversation, sheets: [], expansion: .all)
    #expect(StrictHTML(fragment).problems.isEmpty)
    options.isStandalone = true
    let page = HTMLFormatter(options: options).format(
      conversation, sheets: [SampleThemes.dark()], expansion: .all)
    let problem = try AttackPage.problem(
      in: AttackPage.within(page, policy: HTMLFormatter().conversationSecurityPolicy, outside: 2))
    #expect(problem == nil)
  }
}
