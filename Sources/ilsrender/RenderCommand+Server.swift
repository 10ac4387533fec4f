internal import Rendering
internal import StyledRuns

/// Rendering that a service does: the input goes there, and what comes back is shown as if it were made here.
extension RenderCommand {
  func runRemote(_ server: String, _ output: DocumentOutput, _ catalog: Catalog) throws {
    if isLive {
      var terminal = Terminal.detect()
      let theme = try appearance.theme(in: catalog, on: &terminal)
      defer { terminal.settle() }
      var live = LiveOutput(
        theme: theme, options: appearance.ansiOptions(on: terminal, besides: nil),
        hasFixedWidth: appearance.width != nil, terminal: terminal)
      return try live.run(try RemoteUpdates(server: server, file: file.first))
    }
    // What is wrong with the command line is said before the input is waited for.
    if format == .ansi || format == .html { _ = try appearance.themes(in: catalog) }
    let document = try Self.document(from: try RemoteUpdates(server: server, file: file.first))
    let title = file.first.flatMap { $0 == "-" ? nil : $0 }
    try StandardOutput.write(try output.bytes(of: document, in: catalog, title: title))
  }

  /// What updates add up to.
  private static func document(from updates: consuming RemoteUpdates) throws -> Document {
    var document = Document()
    while let update = try updates.next() {
      do {
        try document.apply(update)
      } catch {
        throw Failure.input("the rendering broke off: \(error)")
      }
    }
    return document.canonical()
  }

  func checkRemoteCombination() throws {
    if input == .code || format == .updates || format == .markdown || html.bare {
      throw Failure.usage("--server renders markdown, and not with --format updates or --bare")
    }
    if file.count > 1 { throw Failure.usage("--server takes one file") }
  }
}
