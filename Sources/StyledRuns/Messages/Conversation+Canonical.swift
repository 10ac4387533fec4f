extension Conversation {
  /// Returns the conversation in the form that one-shot rendering gives: scope stacks numbered by first use,
  /// unused stacks dropped, all blocks of revision 0. O(runs).
  public func canonical() -> Conversation {
    var renumbering = ScopeRenumbering(old: scopes)
    var copy = self
    for message in copy.messages.indices {
      for part in copy.messages[message].parts.indices {
        copy.messages[message].parts[part].content.renumber(&renumbering)
      }
    }
    copy.scopes = renumbering.new
    return copy
  }
}

extension MessagePart.PartContent {
  fileprivate mutating func renumber(_ renumbering: inout ScopeRenumbering) {
    switch self {
    case .text(var text):
      renumbering.renumber(&text.document)
      self = .text(text)
    case .thinking(var text):
      renumbering.renumber(&text.document)
      self = .thinking(text)
    case .toolCall(var call):
      renumbering.renumber(&call.view)
      if var output = call.output {
        renumbering.renumber(&output.view)
        call.output = output
      }
      self = .toolCall(call)
    case .image, .notice, .sources: break
    }
  }
}

extension ScopeRenumbering {
  fileprivate mutating func renumber(_ document: inout Document) {
    renumber(&document.blocks)
    renumber(&document.footnotes)
  }
}
