internal import Redaction
internal import StyledRuns

/// Renders one part of a conversation that is still being written, and keeps track of the state that was
/// sent.
final class PartRenderer {
  let id: PartID
  private var kind: MessagePart.PartHead.PartKind
  private var sentHead: MessagePart.PartHead?

  /// The text that arrived since the last update.
  var pending = ""
  /// The text that the input view has consumed but that was not sent yet.
  private var unsentInput = ""
  var isEnded = false
  /// The redactor of the text before it becomes pending; nil for no redaction.
  var redactor: Redactor?
  /// Whether the part is in the session's list of changed parts.
  var isNoted = false
  var isChanged = false

  var text: RenderSession?
  var input: ToolInputView?
  var output: ToolOutputView?
  var hasNewOutput = false
  private var hasResult = false
  /// The properties of the call that affect its results; nil until the call is answered.
  private var answered: AnsweredCall?
  /// The note derived from the call's input; empty if the output determines the note.
  private var inputNote = ""
  private var isTextEnded = false
  private var isInputEnded = false
  private var releasedInlineBytes = 0
  private var releasedLines = 0

  init(id: PartID, kind: MessagePart.PartHead.PartKind) {
    self.id = id
    self.kind = kind
  }

  var isWaitingForHighlights: Bool {
    text?.isWaitingForHighlights ?? false || input?.isWaitingForHighlights ?? false
      || output?.isWaitingForHighlights ?? false
  }

  /// Whether text was put off: see ``catchUp(_:)``.
  var isBehind: Bool { text?.isBehind ?? false }

  var isBackpressured: Bool {
    text?.isBackpressured ?? false || input?.isBackpressured ?? false || output?.isBackpressured ?? false
  }

  /// The memory that the part occupies, in bytes. The input and the output of a tool call are counted with
  /// the conversation.
  var memoryBytes: Int {
    PartRenderer.ownBytes + pending.utf8.count + (text?.memoryBytes ?? 0)
      + (input == nil && output == nil ? 0 : PartRenderer.viewBytes)
  }

  /// The approximate memory of a part itself, and of the views of a tool call.
  private static let (ownBytes, viewBytes) = (512, 4096)

  var inlineBytes: Int { releasedInlineBytes + (text?.counters.inlineBytes ?? 0) }
  var tokenizedLines: Int {
    releasedLines + (text?.counters.tokenizedLines ?? 0) + (input?.tokenizedLines ?? 0)
      + (output?.tokenizedLines ?? 0)
  }

  /// Passes the pending text to the input view.
  func flushInput() {
    guard let input else { return }
    if !pending.isEmpty {
      input.append(pending)
      unsentInput += pending
      pending = ""
    }
    if isEnded, !isInputEnded {
      isInputEnded = true
      input.finish()
    }
  }

  /// Returns the properties of the call that affect its results. They are derived from the input when the
  /// first result arrives.
  func answeredCall() -> AnsweredCall {
    if let answered { return answered }
    flushInput()
    let call = AnsweredCall(tool: input?.kind ?? .other, input: input?.root)
    answered = call
    return call
  }

  /// Marks a tool call without a result as unanswered.
  func giveUp() {
    guard case .toolCall(var call) = kind, output == nil, !hasResult else { return }
    call.state = .unanswered
    kind = .toolCall(call)
    isChanged = true
  }

  /// Appends the edits for all changes.
  func update(directory: String?, _ edits: inout [ConversationEdit]) {
    isChanged = false
    flushInput()
    var fields: (keep: Int, fields: [ToolField])?
    var document: Update?
    if let input { (fields, document) = input.update() }
    updateCall(directory)
    let head = MessagePart.PartHead(kind: kind, isFinished: isEnded)
    if head != sentHead {
      sentHead = head
      edits.append(.part(id, head))
    }
    if input != nil {
      if !unsentInput.isEmpty { edits.append(.source(id, unsentInput)) }
      unsentInput = ""
      if let fields { edits.append(.fields(id, keep: fields.keep, fields: fields.fields)) }
      if let document { edits.append(.document(id, document)) }
    }
    updateText(&edits)
    if hasNewOutput, let output {
      hasNewOutput = false
      edits.append(.output(id, output.output))
      if let update = output.update() { edits.append(.outputDocument(id, update)) }
    }
  }

  private func updateText(_ edits: inout [ConversationEdit]) {
    guard let text else { return }
    if !pending.isEmpty {
      edits.append(.source(id, pending))
      if let update = text.append(Array(pending.utf8)) { edits.append(.document(id, update)) }
      pending = ""
    }
    if isEnded, !isTextEnded {
      isTextEnded = true
      if let update = text.finish() { edits.append(.document(id, update)) }
    }
  }

  private func updateCall(_ directory: String?) {
    guard case .toolCall(var call) = kind else { return }
    if let input {
      call.summary = ToolSummary.summary(of: input.root, kind: input.kind, directory: directory)
      if isEnded, inputNote.isEmpty {
        inputNote = ToolSummary.note(of: input.root, kind: input.kind)
        call.note = inputNote
      }
    }
    if let output {
      hasResult = true
      call.state = output.output.isError ? .failed : .done
      if inputNote.isEmpty { call.note = ToolSummary.note(of: output, kind: answeredCall().tool) }
    } else if call.state == .preparing, isEnded {
      call.state = .running
    }
    kind = .toolCall(call)
  }

  /// Renders the text that was put off.
  func catchUp(_ edits: inout [ConversationEdit]) {
    if let update = text?.catchUp() { edits.append(.document(id, update)) }
  }

  func takeHighlights(_ edits: inout [ConversationEdit]) {
    if let update = text?.takeHighlights() { edits.append(.document(id, update)) }
    if let update = input?.takeHighlights() { edits.append(.document(id, update)) }
    if let update = output?.update() { edits.append(.outputDocument(id, update)) }
  }

  /// Releases the memory of finished work. A call's input is kept until its result has arrived.
  func release() {
    guard !isWaitingForHighlights else { return }
    if isTextEnded, let session = text {
      releasedInlineBytes += session.counters.inlineBytes
      releasedLines += session.counters.tokenizedLines
      text = nil
    }
    if hasResult, !hasNewOutput, output != nil {
      releasedLines += (output?.tokenizedLines ?? 0) + (input?.tokenizedLines ?? 0)
      output = nil
      input = nil
    }
  }
}
