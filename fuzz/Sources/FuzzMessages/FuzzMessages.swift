import FuzzedContent
import MessageStreams
import Rendering
import StyledRuns

/// Called by libFuzzer with one input: a byte that chooses the format, and a conversation in it.
///
/// The conversation that arrives in pieces must be the one that arrives at once, and every format of output must be able
/// to show it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMessages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard var input = FuzzedInput(start, count) else { return 0 }
  let formats = MessageFormat.allCases
  let choice = input.choice(of: formats.count + 1)
  guard choice < formats.count else {
    // Another format is found by the first line.
    var detector = FormatDetector()
    for piece in input.pieces() { _ = detector.append(piece) }
    _ = detector.finish()
    return 0
  }
  let streamed = conversation(formats[choice], input.pieces())
  precondition(
    streamed == conversation(formats[choice], [input.text]),
    "the streamed conversation is another one than the whole")
  show(.conversation(streamed))
  return 0
}

private func conversation(_ format: MessageFormat, _ pieces: [[UInt8]]) -> Conversation {
  let session = ConversationSession(format: format)
  var conversation = Conversation()
  for piece in pieces {
    if let update = session.append(piece) { apply(update, to: &conversation) }
  }
  if let update = session.finish() { apply(update, to: &conversation) }
  return conversation.canonical()
}

private func apply(_ update: ConversationUpdate, to conversation: inout Conversation) {
  do {
    try conversation.apply(update)
  } catch {
    fatalError("the conversation refuses an update of its own session: \(error)")
  }
}
