internal import MarkdownBlocks
internal import Rendering
internal import RunFormatters
internal import StyledRuns

/// Rendering that a service does: the input goes there, and what comes back is shown as if it were made here.
extension RenderCommand {
  func runRemote(
    _ server: String, _ options: MarkdownOptions, _ output: DocumentOutput, _ catalog: Catalog
  ) throws {
    if isCode(in: catalog) {
      throw Failure.usage("--server renders markdown and messages, and \(file[0]) is code")
    }
    if isLive {
      var terminal = Terminal.detect()
      let theme = try appearance.theme(in: catalog, on: &terminal)
      defer { terminal.settle() }
      let looks = appearance.ansiOptions(on: terminal, besides: nil)
      var updates = try updates(from: server, options, catalog, isTerminal: terminal.isTerminal)
      // What the service took the input for, its first update says.
      let first = try updates.nextUpdate()
      updates.giveBack(first)
      if case .conversation = first {
        var live = LiveConversation(
          theme: theme,
          stream: ConversationANSIStream(options: looks, expansion: messages.expansion(for: format)),
          hasFixedWidth: appearance.width != nil, isTerminal: terminal.isTerminal, sharesErrors: true)
        return try live.run(updates)
      }
      var live = LiveOutput(
        theme: theme, options: looks, hasFixedWidth: appearance.width != nil, terminal: terminal,
        sharesErrors: true)
      return try live.run(updates)
    }
    // What is wrong with the command line is said before the input is waited for.
    if format == .ansi || format == .html { _ = try appearance.themes(in: catalog) }
    switch try Self.content(from: try updates(from: server, options, catalog, isTerminal: false)) {
    case .conversation(let conversation):
      let output = ConversationOutput(
        format: format, appearance: appearance, html: html, expansion: messages.expansion(for: format),
        catalog: catalog)
      try output.write(conversation)
    case .document(let document):
      if format == .markdown { throw Failure.documentAsMarkdown }
      let title = file.first.flatMap { $0 == "-" ? nil : $0 }
      try output.write(document, in: catalog, title: title)
    }
  }

  private func updates(
    from server: String, _ options: MarkdownOptions, _ catalog: Catalog, isTerminal: Bool
  ) throws -> RemoteUpdates {
    var arguments = ["--input", input.rawValue]
    if let extensions = markdown.extensions { arguments.append("--extensions=" + extensions) }
    if markdown.smart { arguments.append("--smart") }
    if noDetect { arguments.append("--no-detect") }
    var options = options
    options.isOptimistic = markdown.optimistic ?? isTerminal
    if options.isOptimistic { arguments.append("--optimistic") }
    let kind = StreamSession.Input(name: input.rawValue) ?? .auto
    return try RemoteUpdates(server: server, options: arguments, pieces: try InputPieces(file)) {
      [options] in StreamSession(kind, markdown: options, highlighter: catalog.highlighter)
    }
  }

  /// What updates add up to.
  private static func content(from updates: consuming RemoteUpdates) throws -> StreamContent {
    var content = StreamContent()
    while let update = try updates.nextUpdate() {
      // The first of another stream brings everything.
      if update.sequence == 1 { content = StreamContent() }
      do {
        try content.apply(update)
      } catch {
        throw Failure.brokenOff(error)
      }
    }
    return content.canonical()
  }

  func checkRemoteCombination() throws {
    if input == .code || language != nil || format == .updates || html.bare {
      throw Failure.usage("--server renders markdown and messages, and not with --format updates or --bare")
    }
    if file.count > 1 { throw Failure.usage("--server takes one file") }
  }
}
