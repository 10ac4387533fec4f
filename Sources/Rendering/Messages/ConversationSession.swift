public import MarkdownBlocks
public import MessageStreams
public import Redaction
public import StyledRuns

/// A conversation that is still being written: bytes in a message format go in, updates come out.
///
/// ```swift
/// let session = ConversationSession(format: .streamJSON, highlighter: highlighter)
/// if let update = session.append(bytes) { try conversation.apply(update) }
/// ```
///
/// After each append, the applied updates give the same conversation as a one-shot rendering of the input so
/// far. The bytes may be split anywhere. An append costs what was appended and the open leaf blocks of the
/// parts that it extends. Not thread-safe.
public final class ConversationSession {
  public let format: MessageFormat
  private let input: MessageInput
  private var markdown: MarkdownOptions
  private let highlighter: Highlighter?
  private let pool: WorkerPool?
  private let budget: RenderSession.InlineBudget
  private let redaction: SecretPatterns?
  /// Counts of the secrets that were replaced.
  public private(set) var secrets = SecretCounts()
  private let scopes: SharedScopes
  private let pace = UpdatePace()
  private var sentScopes: Int
  private var sequence = 0

  private var session = Conversation.Session()
  /// The names that were redacted, so that each is counted once.
  private var redactedNames: [String: String] = [:]
  private var hasNewSession = false
  private var messages: [ShownMessage] = []
  private var changedMessages: [Int] = []
  /// The renderers of parts, by the reader's part numbers.
  private var parts: [PartRenderer] = []
  private var changedParts: [PartRenderer] = []
  /// The renderers of tool calls, by the identifier of the call.
  private var calls: [String: PartRenderer] = [:]
  /// The session's message number for each message of the reader. They differ because results without a call
  /// get messages of their own.
  private var numbers: [Int] = []
  private var waiting: [PartRenderer] = []
  /// The parts whose text was put off in the last update.
  private var behind: [PartRenderer] = []

  /// A closure that a worker calls on its own thread when tokens are ready for ``takeHighlights()``.
  public var onHighlights: (@Sendable () -> Void)?

  /// Counts of the work that a session has done. Tests compare them with the size of the input.
  ///
  /// ```swift
  /// let session = ConversationSession(format: .streamJSON, highlighter: highlighter)
  /// _ = session.append(bytes)
  /// print(session.counters.tokenizedLines)
  /// ```
  public struct ConversationCounters: Hashable, Sendable {
    /// The number of bytes passed to the inline parser, including repeated parses.
    public var inlineBytes = 0
    /// The number of lines of code that were tokenized, including incomplete ones.
    public var tokenizedLines = 0
    /// The number of edits that were sent.
    public var edits = 0
  }

  private var finishedCounters = ConversationCounters()

  private struct ShownMessage {
    var head: Message.MessageHead
    var partCount = 0
    var isSent = false
    var isChanged = false
  }

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - format: The format of the input.
  ///   - markdown: The markdown dialect of the messages. Front matter is always off.
  ///   - highlighter: Highlights code; nil leaves all code plain.
  ///   - pool: Tokenizes long code; nil makes each append tokenize its code itself.
  ///   - inlineBudget: The amount of code that an append tokenizes itself if there is a pool.
  ///   - redaction: The secrets to redact; nil for none. Each part is redacted as one text, regardless of the
  ///     chunks in which it arrives.
  ///   - scopes: The scope table to continue, for readers that have a conversation of an earlier session.
  public init(
    format: MessageFormat, markdown: MarkdownOptions = MarkdownOptions(extensions: .standard),
    highlighter: Highlighter? = nil,
    pool: WorkerPool? = nil, inlineBudget: RenderSession.InlineBudget = RenderSession.InlineBudget(),
    redaction: SecretPatterns? = nil, continuing scopes: ScopeTable = ScopeTable()
  ) {
    self.redaction = redaction
    self.format = format
    self.scopes = SharedScopes(scopes)
    sentScopes = scopes.entries.count
    input = MessageInput(format: format)
    self.markdown = markdown
    // A message that starts with a thematic break has no front matter.
    self.markdown.extensions.remove(.frontMatter)
    self.highlighter = highlighter
    self.pool = pool
    budget = inlineBudget
  }

  /// Counts of the input that could not be parsed so far.
  public var skipped: SkippedInput { input.skipped }

  /// Appends input.
  ///
  /// - Returns: The changes; nil if nothing changed.
  public func append(_ bytes: [UInt8]) -> ConversationUpdate? {
    pace.pay(bytes.count)
    for event in input.append(bytes) { take(event) }
    return pace.isUpdateDue ? update(isFinal: false) : nil
  }

  /// Ends the input. Code that still waits for the pool can be highlighted afterwards.
  ///
  /// - Returns: The changes; nil if nothing changed.
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

  /// Whether the last update does not contain all appended text, because updates of this text are expensive. Call
  /// ``catchUp()`` when no input arrives for a while.
  public var isBehind: Bool { hasChanges || !behind.isEmpty }

  /// Whether there are changes that no update contains yet.
  private var hasChanges: Bool { hasNewSession || !changedMessages.isEmpty || !changedParts.isEmpty }

  /// Returns an update that contains all appended text; nil if the session is not behind, or if nothing changed.
  public func catchUp() -> ConversationUpdate? {
    var edits = takeChanges()
    for part in behind {
      part.catchUp(&edits)
      awaitHighlights(of: part)
    }
    behind.removeAll()
    return send(edits, isFinal: false)
  }

  /// Counts work that was done for the updates so far, such as writing HTML patches, in bytes that are read. If the input
  /// has not paid for it, further updates are put off: see ``isBehind``.
  public func charge(_ work: Int) { pace.charge(work) }

  /// Returns the tokens that workers have produced since the last update; nil if there are none.
  public func takeHighlights() -> ConversationUpdate? {
    var edits: [ConversationEdit] = []
    takeHighlights(&edits)
    return send(edits, isFinal: false)
  }

  /// Whether code waits for tokens.
  public var isWaitingForHighlights: Bool { waiting.contains { $0.isWaitingForHighlights } }

  /// Whether the pool's queue was full: call ``takeHighlights()`` again after a while.
  public var isBackpressured: Bool { waiting.contains { $0.isBackpressured } }

  public var counters: ConversationCounters {
    var counters = finishedCounters
    for part in parts {
      counters.inlineBytes += part.inlineBytes
      counters.tokenizedLines += part.tokenizedLines
    }
    return counters
  }

  /// The memory that the session occupies, in bytes: the documents of its open parts and its parsing state.
  /// O(open parts and messages).
  public var memoryBytes: Int {
    parts.reduce(messages.capacity * MemoryLayout<ShownMessage>.stride) { $0 + $1.memoryBytes }
  }

  // MARK: Events

  private func take(_ event: MessageEvent) {
    switch event {
    case .session(let new):
      let new = redacted(new)
      guard new != session else { return }
      session = new
      hasNewSession = true
    case .message(let number, var head):
      head.id = redacted(name: head.id)
      head.model = redacted(name: head.model)
      head.parentCall = redacted(name: head.parentCall)
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
        part.pending += part.redactor?.redact(text) ?? text
        note(part)
      }
    case .endPart(let number): end(parts[number])
    case .result(let result): take(result)
    }
  }

  private func open(_ head: Message.MessageHead) -> Int {
    messages.append(ShownMessage(head: head))
    note(message: messages.count - 1)
    return messages.count - 1
  }

  private func open(_ kind: MessagePart.PartHead.PartKind, in message: Int) -> PartRenderer {
    let id = PartID(message: message, part: messages[message].partCount)
    messages[message].partCount += 1
    let part = PartRenderer(id: id, kind: redacted(kind))
    part.redactor = redaction.map { Redactor($0) }
    switch kind {
    case .text, .thinking:
      var markdown = markdown
      markdown.textsBefore = parts.count
      part.text = RenderSession(
        markdown: markdown, highlighter: highlighter, pool: pool, inlineBudget: budget, scopes: scopes,
        pace: pace)
      part.text?.onHighlights = onHighlights
    case .toolCall(let call):
      let view = ToolInputView(
        kind: ToolKind(name: call.name), highlighter: highlighter, pool: pool, budget: budget, scopes: scopes)
      view.onHighlights = onHighlights
      part.input = view
      if !call.id.isEmpty { calls[call.id] = part }
    case .image, .notice, .sources: break
    }
    note(part)
    return part
  }

  private func end(_ part: PartRenderer) {
    guard !part.isEnded else { return }
    if var redactor = part.redactor {
      part.pending += redactor.redactEnd()
      secrets.add(redactor.counts)
      part.redactor = nil
    }
    part.isEnded = true
    note(part)
  }

  // MARK: Redaction

  /// Redacts a complete text.
  private func redacted(_ text: String) -> String {
    guard let redaction else { return text }
    let bytes = Redactor.redact(Array(text.utf8), redaction, counting: &secrets)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func redacted(name: String?) -> String? {
    guard redaction != nil, let name else { return name }
    if let known = redactedNames[name] { return known }
    let redacted = redacted(name)
    // The number of recorded names is limited, so that an input cannot exhaust memory with invented ones.
    if redactedNames.count < 1024 { redactedNames[name] = redacted }
    return redacted
  }

  private func redacted(_ session: Conversation.Session) -> Conversation.Session {
    guard redaction != nil else { return session }
    var session = session
    session.id = redacted(name: session.id)
    session.name = redacted(name: session.name)
    session.model = redacted(name: session.model)
    session.directory = redacted(name: session.directory)
    session.failure = redacted(name: session.failure)
    return session
  }

  private func redacted(_ kind: MessagePart.PartHead.PartKind) -> MessagePart.PartHead.PartKind {
    guard redaction != nil else { return kind }
    switch kind {
    case .text, .thinking: return kind
    case .notice(var notice):
      notice.text = redacted(notice.text)
      return .notice(notice)
    case .sources(let sources):
      return .sources(
        sources.map { source in
          SourceReference(
            title: source.title.map(redacted), address: source.address.map(redacted),
            quote: source.quote.map(redacted))
        })
    case .toolCall(var call):
      call.id = redacted(name: call.id) ?? ""
      call.name = redacted(name: call.name) ?? ""
      return .toolCall(call)
    case .image(let image): return .image(redacted(image))
    }
  }

  /// Redacts the address of an image, unless the address contains the image.
  private func redacted(_ image: ImageReference) -> ImageReference {
    var image = image
    image.alternative = image.alternative.map(redacted)
    if let address = image.address, !address.hasPrefix("data:") { image.address = redacted(address) }
    return image
  }

  private func redacted(_ result: ToolResult) -> ToolResult {
    guard redaction != nil else { return result }
    var result = result
    result.pieces = result.pieces.map { piece in
      switch piece {
      case .text(let text): .text(redacted(text))
      case .link(let title, let address): .link(title: redacted(title), address: redacted(address))
      case .image(let image): .image(redacted(image))
      }
    }
    return result
  }

  private func take(_ result: ToolResult) {
    let part: PartRenderer
    if let known = calls[result.call] {
      part = known
    } else {
      // The input does not contain the call: show the result by itself.
      let message = open(
        Message.MessageHead(role: .assistant, parentCall: redacted(name: result.parentCall), isFinished: true)
      )
      part = open(.toolCall(ToolCall.ToolCallHead(id: result.call, name: "")), in: message)
      part.isEnded = true
    }
    if !part.isEnded { end(part) }
    let view = ToolOutputView(
      redacted(result), of: part.answeredCall(), highlighter: highlighter, pool: pool, budget: budget,
      scopes: scopes)
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
    var edits = takeChanges()
    takeHighlights(&edits)
    return send(edits, isFinal: isFinal)
  }

  /// Returns the edits for the changes since the last update, apart from those of parts that put them off.
  private func takeChanges() -> [ConversationEdit] {
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
      if part.isBehind, !behind.contains(where: { $0 === part }) { behind.append(part) }
      awaitHighlights(of: part)
      part.release()
    }
    changedParts.removeAll(keepingCapacity: true)
    behind.removeAll { !$0.isBehind }
    return edits
  }

  private func awaitHighlights(of part: PartRenderer) {
    if part.isWaitingForHighlights, !waiting.contains(where: { $0 === part }) { waiting.append(part) }
  }

  /// Appends the edits for tokens that workers have produced. Each update does so, because the worker's call of
  /// ``onHighlights`` can precede an update for new text.
  private func takeHighlights(_ edits: inout [ConversationEdit]) {
    for part in waiting { part.takeHighlights(&edits) }
    forgetFinished()
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
