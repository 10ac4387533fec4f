public import MarkdownBlocks
public import MessageStreams
public import StyledRuns

/// A conversation that is still being written: bytes of a message format go in, in pieces of any size, updates come
/// out.
///
/// Applied in order, the updates give after each append what one-shot rendering of the input so far gives. An append
/// costs what was appended and what is open in the parts that it adds to. One owner at a time.
public final class ConversationSession {
  public let format: MessageFormat
  private let input: MessageInput
  private var markdown: MarkdownOptions
  private let highlighter: Highlighter?
  private let pool: WorkerPool?
  private let budget: RenderSession.InlineBudget
  private let scopes = SharedScopes()
  private var sentScopes = 0
  private var sequence = 0

  private var session = Conversation.Session()
  private var hasNewSession = false
  private var messages: [OpenMessage] = []
  private var changedMessages: [Int] = []
  /// By the number that the reader gave them.
  private var parts: [PartRenderer] = []
  private var changedParts: [PartRenderer] = []
  /// Parts of tool calls by the call's identifier.
  private var calls: [String: PartRenderer] = [:]
  /// Messages of ours (for results without a call) make the reader's numbers differ from ours.
  private var numbers: [Int] = []
  private var waiting: [PartRenderer] = []

  /// Called by a worker, on its thread, when colours have become ready for ``takeHighlights()``.
  public var onHighlights: (@Sendable () -> Void)?

  /// What the session has done so far, to be checked against what was appended.
  public struct Counters: Hashable, Sendable {
    /// Bytes given to the inline parser, counting again what was parsed again.
    public var inlineBytes = 0
    /// Lines of code tokenized, whole and open ones.
    public var tokenizedLines = 0
    /// Edits that were sent.
    public var edits = 0
  }

  private var finishedCounters = Counters()

  private struct OpenMessage {
    var head: Message.Head
    var partCount = 0
    var isSent = false
    var isChanged = false
  }

  /// Without a highlighter all code stays plain. Without a pool every append colours its code itself.
  public init(
    format: MessageFormat, markdown: MarkdownOptions = MarkdownOptions(extensions: .standard),
    highlighter: Highlighter? = nil,
    pool: WorkerPool? = nil, inlineBudget: RenderSession.InlineBudget = RenderSession.InlineBudget()
  ) {
    self.format = format
    input = MessageInput(format: format)
    self.markdown = markdown
    // A message that begins with a rule has no front matter.
    self.markdown.extensions.remove(.frontMatter)
    self.highlighter = highlighter
    self.pool = pool
    budget = inlineBudget
  }

  /// The input that could not be understood so far, counted.
  public var skipped: SkippedInput { input.skipped }

  /// Appends input and says what changed; nil where nothing did.
  public func append(_ bytes: [UInt8]) -> ConversationUpdate? {
    for event in input.append(bytes) { take(event) }
    return update(isFinal: false)
  }

  /// Ends the input. What is pending on the pool may still bring colours.
  public func finish() -> ConversationUpdate? {
    for event in input.finish() { take(event) }
    for part in parts {
      if !part.isEnded { end(part) }
      part.giveUp()
      if part.isChanged { note(part) }
    }
    for index in messages.indices where !messages[index].head.isFinished {
      messages[index].head.isFinished = true
      note(message: index)
    }
    return update(isFinal: true)
  }

  /// The colours that workers have brought since the last update; nil where there are none.
  public func takeHighlights() -> ConversationUpdate? {
    var edits: [ConversationEdit] = []
    for part in waiting { part.takeHighlights(&edits) }
    forgetFinished()
    return send(edits, isFinal: false)
  }

  /// Whether code is waiting for colours.
  public var isWaitingForHighlights: Bool { waiting.contains { $0.isWaitingForHighlights } }

  /// Whether the pool had no room for code that waits: ask ``takeHighlights()`` again after a while.
  public var isBackpressured: Bool { waiting.contains { $0.isBackpressured } }

  public var counters: Counters {
    var counters = finishedCounters
    for part in parts {
      counters.inlineBytes += part.inlineBytes
      counters.tokenizedLines += part.tokenizedLines
    }
    return counters
  }

  /// The bytes of memory that the session keeps: the documents of its open parts, and what it needs to go on with
  /// them. O(open parts and messages).
  public var memoryBytes: Int {
    parts.reduce(messages.capacity * MemoryLayout<OpenMessage>.stride) { $0 + $1.memoryBytes }
  }

  // MARK: Events

  private func take(_ event: MessageEvent) {
    switch event {
    case .session(let new):
      guard new != session else { return }
      session = new
      hasNewSession = true
    case .message(let number, let head):
      if number < numbers.count {
        guard messages[numbers[number]].head != head else { return }
        messages[numbers[number]].head = head
        note(message: numbers[number])
      } else {
        numbers.append(open(head))
      }
    case .part(_, let message, let kind):
      parts.append(open(kind, in: numbers[message]))
    case .text(let number, let text), .input(let number, let text):
      let part = parts[number]
      if !part.isEnded {
        part.pending += text
        note(part)
      }
    case .endPart(let number): end(parts[number])
    case .result(let result): take(result)
    }
  }

  private func open(_ head: Message.Head) -> Int {
    messages.append(OpenMessage(head: head))
    note(message: messages.count - 1)
    return messages.count - 1
  }

  private func open(_ kind: MessagePart.Head.Kind, in message: Int) -> PartRenderer {
    let id = PartID(message: message, part: messages[message].partCount)
    messages[message].partCount += 1
    let part = PartRenderer(id: id, kind: kind)
    switch kind {
    case .text, .thinking:
      part.text = RenderSession(
        markdown: markdown, highlighter: highlighter, pool: pool, inlineBudget: budget, scopes: scopes)
      part.text?.onHighlights = onHighlights
    case .toolCall(let call):
      let view = ToolInputView(
        kind: ToolKind(name: call.name), highlighter: highlighter, pool: pool, budget: budget, scopes: scopes)
      view.onHighlights = onHighlights
      part.input = view
      if !call.id.isEmpty { calls[call.id] = part }
    case .image, .notice: break
    }
    note(part)
    return part
  }

  private func end(_ part: PartRenderer) {
    guard !part.isEnded else { return }
    part.isEnded = true
    note(part)
  }

  private func take(_ result: ToolResult) {
    let part: PartRenderer
    if let known = calls[result.call] {
      part = known
    } else {
      // The call was not in the input: the result is shown for itself.
      let message = open(Message.Head(role: .assistant, parentCall: result.parentCall, isFinished: true))
      part = open(.toolCall(ToolCall.Head(id: result.call, name: "")), in: message)
      part.isEnded = true
    }
    if !part.isEnded { end(part) }
    // The input decides how the result is shown, so it is taken first.
    part.flushInput()
    let view = ToolOutputView(
      result, kind: part.input?.kind ?? .other, input: part.input?.root, highlighter: highlighter, pool: pool,
      budget: budget, scopes: scopes)
    view.onHighlights = onHighlights
    part.output = view
    part.hasNewOutput = true
    note(part)
  }

  private func note(_ part: PartRenderer) {
    if !part.isNoted {
      part.isNoted = true
      changedParts.append(part)
    }
  }

  private func note(message: Int) {
    if !messages[message].isChanged {
      messages[message].isChanged = true
      changedMessages.append(message)
    }
  }

  // MARK: Updates

  private func update(isFinal: Bool) -> ConversationUpdate? {
    var edits: [ConversationEdit] = []
    if hasNewSession {
      edits.append(.session(session))
      hasNewSession = false
    }
    for index in changedMessages {
      messages[index].isChanged = false
      messages[index].isSent = true
      edits.append(.message(index, messages[index].head))
    }
    changedMessages.removeAll(keepingCapacity: true)
    for part in changedParts {
      part.isNoted = false
      part.update(directory: session.directory, &edits)
      if part.isWaitingForHighlights, !waiting.contains(where: { $0 === part }) { waiting.append(part) }
      part.release()
    }
    changedParts.removeAll(keepingCapacity: true)
    return send(edits, isFinal: isFinal)
  }

  private func forgetFinished() {
    waiting.removeAll { part in
      if part.isWaitingForHighlights { return false }
      part.release()
      return true
    }
  }

  private func send(_ edits: [ConversationEdit], isFinal: Bool) -> ConversationUpdate? {
    let entries = scopes.table.entries
    guard !edits.isEmpty || sentScopes < entries.count || isFinal else { return nil }
    let new = Array(entries[sentScopes...])
    sentScopes = entries.count
    sequence += 1
    finishedCounters.edits += edits.count
    return ConversationUpdate(sequence: sequence, scopes: new, edits: edits, isFinal: isFinal)
  }
}
