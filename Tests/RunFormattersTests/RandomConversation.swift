import StyledRuns

extension RandomDocument {
  /// A conversation whose every text is nasty.
  mutating func conversation() -> Conversation {
    var session = Conversation.Session(id: text(), name: number(0..<2) == 0 ? text() : nil, model: text())
    session.directory = text()
    session.time = text()
    session.failure = number(0..<2) == 0 ? text() : nil
    session.turns = number(0..<9)
    var messages: [Message] = []
    for index in 0..<number(1..<5) {
      var head = Message.MessageHead(
        role: [.user, .assistant, .system][number(0..<3)], model: text(), time: text(),
        parentCall: number(0..<3) == 0 ? text() : nil, isFinished: number(0..<2) == 0)
      var stats = MessageStats()
      stats.outputTokens = index == 0 ? Int.max : number(0..<5000)
      stats.stopReason = text()
      head.stats = stats
      messages.append(Message(head: head, parts: (0..<number(0..<5)).map { _ in part() }))
    }
    return Conversation(session: session, messages: messages)
  }

  private mutating func part() -> MessagePart {
    let content: MessagePart.PartContent
    switch number(0..<7) {
    case 0: content = .text(MarkdownPart(source: text(), document: plainDocument()))
    case 1: content = .thinking(MarkdownPart(source: text(), document: plainDocument()))
    case 2: content = .image(image())
    case 3: content = .notice(Notice(level: [.info, .warning, .error][number(0..<3)], text: text()))
    case 4:
      content = .sources(
        (0..<number(0..<4)).map { _ in
          SourceReference(
            title: text(), address: Self.addresses[number(0..<Self.addresses.count)], quote: text())
        })
    default: content = .toolCall(call())
    }
    return MessagePart(content: content, isFinished: number(0..<2) == 0)
  }

  /// A document with hostile text, a list and code. Other tests cover the remaining kinds of blocks.
  private mutating func plainDocument() -> Document {
    var blocks: [Block] = []
    func add(_ content: Block.BlockContent) {
      let index = blocks.count
      blocks.append(Block(id: BlockID(offset: index, depth: 0), source: index..<index + 1, content: content))
    }
    add(.paragraph(Inlines(plain: text())))
    add(.heading(Heading(level: 2, inlines: Inlines(plain: text()))))
    let infos = [
      "swift del=1-2 ins=3", "plain startLine=999999999999 lineNumbers", "x title=\"\(text())\"", text(),
    ]
    add(
      .code(
        CodeBlock(
          info: infos[number(0..<4)], isFenced: true,
          lines: (0..<number(0..<20)).map { _ in CodeLine(text: text()) })))
    return Document(blocks: blocks)
  }

  private mutating func image() -> ImageReference {
    let addresses = Self.addresses + ["data:image/png;base64,AA==", "data:text/html,x"]
    return ImageReference(
      mediaType: text(), address: addresses[number(0..<addresses.count)], bytes: number(0..<9000),
      alternative: text())
  }

  private mutating func call() -> ToolCall {
    let states: [ToolCall.CallState] = [.preparing, .running, .done, .failed, .unanswered]
    let fields = (0..<number(0..<4)).map { depth in
      ToolField(
        depth: depth * 3, name: text(), kind: [.string, .number, .bool, .null, .group, .raw][number(0..<6)],
        value: text(), omitted: number(0..<2) * 4000)
    }
    var output: ToolOutput?
    if number(0..<4) > 0 {
      let lines = (0..<number(0..<9)).map { _ in line() }
      output = ToolOutput(
        isError: number(0..<2) == 0, isRoutine: number(0..<4) == 0, text: OutputText(lines: lines),
        view: number(0..<3) == 0 ? plainDocument() : Document(), images: number(0..<3) == 0 ? [image()] : [])
    }
    return ToolCall(
      head: ToolCall.ToolCallHead(
        id: text(), name: number(0..<3) == 0 ? "mcp__a__b" : text(), state: states[number(0..<5)],
        summary: text(),
        note: text()),
      input: text(), fields: fields, view: number(0..<2) == 0 ? plainDocument() : Document(), output: output)
  }

  private mutating func line() -> OutputLine {
    let text = text()
    let inks: [OutputStyle.OutputInk?] = [
      nil, .palette(UInt8(number(0..<256))), .exact(Color(red: 1, green: 2, blue: 200)),
    ]
    let style = OutputStyle(
      foreground: inks[number(0..<3)], background: inks[number(0..<3)],
      attributes: OutputStyle.OutputAttributes(rawValue: UInt8(number(0..<64))))
    return OutputLine(
      text: text,
      runs: number(0..<2) == 0
        ? [] : [OutputRun(length: number(0..<40), style: style), OutputRun(length: 7, style: .plain)])
  }
}
