internal import MarkdownBlocks
internal import Rendering
internal import RunFormatters
internal import StyledRuns

/// Renders with a service. The result is shown as if it were rendered in this process.
extension RenderCommand {
  func runRemote(
    _ server: String, _ options: MarkdownOptions, _ output: ContentOutput, _ catalog: Catalog
  ) throws {
    if isCode(in: catalog) {
      throw Failure.usage("--server renders markdown and messages, and \(file[0]) is code")
    }
    let title = file.first.flatMap { $0 == "-" ? nil : $0 }
    let check = UTF8Check()
    var pieces = try InputPieces(file, check: check)
    let isBinary = try title != nil && isBinary(title, pieces.peek())
    defer { report(check, isBinary: isBinary, of: title, in: output.context) }
    if isLive {
      var terminal = Terminal.detect()
      let theme = try appearance.theme(in: catalog, on: &terminal)
      let looks = appearance.ansiOptions(on: terminal, besides: nil)
      var updates = try updates(
        from: server, pieces, options, catalog, output.context, isTerminal: terminal.isTerminal)
      // The first update tells whether the service detected a document or a conversation.
      let first = try updates.nextUpdate()
      updates.unread(first)
      let isConversation = if case .conversation = first { true } else { false }
      var live = LiveOutput(
        output.stream(looks, isConversation: isConversation), theme: theme,
        ambiguousWidth: looks.ambiguousWidth, hasFixedWidth: appearance.width != nil, terminal: terminal,
        sharesErrors: true)
      return try live.run(updates)
    }
    // Report errors in the command line before waiting for input.
    if format == .ansi || format == .html { try appearance.checkThemes(in: catalog) }
    let content = try Self.content(
      from: try updates(from: server, pieces, options, catalog, output.context, isTerminal: false))
    try output.write(content, in: catalog, title: title)
  }

  private func updates(
    from server: String, _ pieces: consuming InputPieces, _ options: MarkdownOptions, _ catalog: Catalog,
    _ context: RenderContext, isTerminal: Bool
  ) throws -> RemoteUpdates {
    var arguments = ["--input", input.name]
    if let extensions = markdown.extensions { arguments.append("--extensions=" + extensions) }
    if let elements = markdown.elements { arguments.append("--elements=" + elements) }
    if markdown.smart { arguments.append("--smart") }
    if noDetect { arguments.append("--no-detect") }
    var options = options
    options.isOptimistic = markdown.optimistic ?? isTerminal
    if options.isOptimistic { arguments.append("--optimistic") }
    let kind = if case .content(let kind) = input { kind } else { StreamSession.SessionInput.auto }
    return try RemoteUpdates(server: server, options: arguments, pieces: pieces, context: context) {
      [options] in StreamSession(kind, markdown: options, highlighter: catalog.highlighter)
    }
  }

  /// Applies all updates.
  private static func content(from updates: consuming RemoteUpdates) throws -> StreamContent {
    var content = StreamContent()
    while let update = try updates.nextUpdate() {
      // The first update of a new stream brings everything.
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
    if input == .code || language != nil || writesUpdates || html.bare {
      throw Failure.usage("--server renders markdown and messages, and not with --format updates or --bare")
    }
    if file.count > 1 { throw Failure.usage("--server takes one file") }
  }
}
