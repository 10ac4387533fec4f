internal import RunFormatters
internal import StyledRuns
internal import CLibrary

/// Renders files as one text or one after the other, and selects the destination of the output.
extension RenderCommand {
  /// The kind of the output, as stated or according to the extension of the output file.
  var kind: OutputKind { arguments.format ?? outputs.kindOfFile ?? .content(.ansi) }

  /// The options for HTML. An output file with an HTML extension gets a complete page.
  var pageArguments: HTMLArguments {
    var arguments = html
    if self.arguments.format == nil, kind == .content(.html), !html.bare { arguments.standalone = true }
    return arguments
  }

  func run() throws {
    try checkCombination()
    let context = RenderContext()
    context.keepUntilExit()
    if let name = outputs.output {
      let output = try OutputFile(name, besides: file)
      do {
        try renderAndPage(in: context)
      } catch {
        output.abandon()
        throw error
      }
      try output.finish()
    } else {
      try renderAndPage(in: context)
    }
    // What was not understood is reported already.
    if context.isPartial { throw Failure(message: "", status: .partial) }
  }

  private func renderAndPage(in context: RenderContext) throws {
    if outputs.watch { return try watch() }
    if kind == .picture(.png), isatty(STDOUT_FILENO) == 1 {
      throw Failure.usage("a PNG is no text for a terminal: give --output FILE, or > FILE")
    }
    if !isLive, !writesUpdates, !isStreamedText, appearance.images == .none, kind.picture == nil {
      StandardOutput.pager = Pager(outputs.paging)
    }
    if let picture = kind.picture {
      context.picture = PictureOutput(picture, pictures, title: html.title ?? pictureTitle)
    }
    try renderFiles(in: context)
    try context.picture?.write()
  }

  /// The title of a picture's window: the file name without its folders.
  private var pictureTitle: String {
    guard file.count == 1, file[0] != "-" else { return "" }
    return file[0].split(separator: "/").last.map(String.init) ?? ""
  }

  /// Renders all files.
  func renderFiles(in context: RenderContext) throws {
    guard hasHeaders else { return try render(in: context) }
    var status: ProcessExit.ExitStatus?
    for name in file {
      var command = self
      command.file = [name]
      command.arguments.noStream = true
      context.header = name == "-" ? "standard input" : name
      do {
        try command.render(in: context)
        context.isFirst = false
      } catch let failure as Failure where failure.status == .input {
        // The other files are still shown.
        StandardError.write("ilsrender: \(failure.message)")
        status = failure.status
      }
    }
    if let status { throw Failure(message: "", status: status) }
  }

  /// Whether each file is rendered on its own, below a header.
  private var hasHeaders: Bool {
    format == .ansi && (outputs.fileHeaders ?? (file.count > 1 && server == nil))
  }

  func checkOutputs() throws {
    if outputs.fileHeaders == true, format != .ansi {
      throw Failure.usage("--file-headers goes with output for the terminal and with pictures")
    }
    if outputs.fileHeaders == true, file.isEmpty { throw Failure.usage("--file-headers takes files") }
    if outputs.lines != nil, writesUpdates || server != nil {
      throw Failure.usage("--lines goes neither with --format updates nor with --server")
    }
    if kind.picture == nil, pictures.isUsed {
      throw Failure.usage("--window, --font and --scale go with --format svg or png")
    }
    if pictures.scale != nil, kind != .picture(.png) { throw Failure.usage("--scale goes with --format png") }
    if markdown.unwrapMarkdown, server != nil || outputs.lines != nil {
      throw Failure.usage("--unwrap-markdown goes neither with --server nor with --lines")
    }
    if outputs.watch { try checkWatch() }
  }
}
