internal import CLibrary
internal import StyledRuns

/// Shows files on the whole screen, and updates them when they change.
extension RenderCommand {
  /// The interval between two checks of the files, in milliseconds.
  private static let interval: CInt = 200

  func checkWatch() throws {
    if file.isEmpty || file.contains("-") { throw Failure.usage("--watch takes files") }
    if kind != .content(.ansi) || outputs.output != nil || server != nil {
      throw Failure.usage("--watch shows files in the terminal: without --format, --output and --server")
    }
    if isatty(STDOUT_FILENO) == 0 || isatty(STDIN_FILENO) == 0 {
      throw Failure.usage("--watch needs a terminal")
    }
  }

  func watch() throws {
    let context = RenderContext()
    var command = self
    // The terminal can be queried for its background only before the keyboard is read.
    let catalog = try context.catalog { try data.catalog(detectsLanguages: !noDetect) }
    var terminal = Terminal.detect()
    command.appearance.theme = try appearance.themeName(in: catalog, on: &terminal)
    command.appearance.images = .none
    TerminalQuery.awaitLateResponse()
    // Errors are reported before the screen is switched.
    var content = try command.rendering(in: context)
    guard let view = ScreenView() else { throw Failure.usage("--watch needs a terminal") }
    defer { view.close() }
    let name = file.count == 1 ? file[0] : "\(file.count) files"
    var status = name
    view.show(content, status: status)
    var stamps = file.map(FileStamp.init)
    while true {
      let size = view.size
      switch view.wait(milliseconds: Self.interval) {
      case .quit: return
      case .draw where view.size.columns == size.columns:
        view.draw(status: status)
        continue
      case .draw: break
      case .timeout:
        let now = file.map(FileStamp.init)
        if now == stamps { continue }
        stamps = now
      }
      do {
        content = try command.rendering(in: context)
        status = name
      } catch let failure as Failure {
        // A file can be missing for a moment while an editor replaces it. The screen keeps the old content.
        status = failure.message
      }
      view.show(content, status: status)
    }
  }

  private func rendering(in context: RenderContext) throws -> [UInt8] {
    context.isFirst = true
    return try StandardOutput.captured { try renderFiles(in: context) }
  }
}

/// The properties that identify a version of a file.
private struct FileStamp: Equatable {
  private var values: [Int] = []

  init(_ name: String) {
    var status = stat()
    guard stat(name, &status) == 0 else { return }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    values = [time.tv_sec, Int(time.tv_nsec), Int(status.st_size), Int(truncatingIfNeeded: status.st_ino)]
  }
}
