internal import MessageStreams
internal import Rendering
internal import StyledRuns
internal import SystemPackage
internal import CLibrary

/// The updates of a rendering by a service. The rendering continues if the service fails.
///
/// All text is kept. If the service loses the stream, a new stream is created with the text so far. If the
/// service is unusable, the rendering continues in this process. In both cases the next update has the number
/// 1 and contains everything so far: the consumer must start with an empty document, and continue after the
/// lines that it has shown.
struct RemoteUpdates: ~Copyable {
  private let server: String
  private let options: [String]
  private var pieces: InputPieces
  private let context: RenderContext
  private let makeSession: () -> StreamSession

  /// The text so far. The first `sent` bytes were written to the process.
  private var text: [UInt8] = []
  private var sent = 0
  private var isInputEnded = false

  private var process: RemoteProcess?
  /// Renders the text if there is no process.
  private var session: StreamSession?
  private var isFinished = false
  private var restarts = 0

  private let reader = UpdateLine()
  private var received: [UInt8] = []
  /// The length of the prefix of `received` that is known to contain no line end.
  private var scanned = 0
  private var lines = 0
  /// The updates that were received and not returned yet.
  private var ready: ArraySlice<StreamUpdate> = []

  /// The maximum number of bytes that are read ahead of the process.
  private static let backlog = 1 << 20
  /// The maximum number of new streams, so that a text that always crashes the service does not repeat
  /// forever.
  private static let maximumRestarts = 3

  /// Sends the input to the service at `server`.
  ///
  /// - Parameters:
  ///   - server: The address of the service.
  ///   - options: Options for ``RemoteProcess/program``.
  ///   - pieces: The input.
  ///   - context: Notes whether parts of the input were skipped.
  ///   - session: Creates the session that renders in this process if the service fails.
  init(
    server: String, options: [String], pieces: consuming InputPieces, context: RenderContext,
    session: @escaping () -> StreamSession
  ) throws {
    self.server = server
    self.options = options
    self.pieces = pieces
    self.context = context
    makeSession = session
    process = try RemoteProcess(arguments: options + ["--recoverable", "--", server])
  }

  /// The result of waiting for an update.
  enum RemoteEvent {
    case update(StreamUpdate)
    /// One of the other events occurred.
    case wakeup
    case end
  }

  /// Returns the next update.
  ///
  /// - Parameter wakeups: Other events that end the wait.
  /// - Throws: ``Failure`` if the service refuses the request. The other program has reported the error.
  mutating func next(or wakeups: TailPainter.Wakeups? = nil) throws -> RemoteEvent {
    while true {
      if let update = ready.popFirst() { return .update(update) }
      if session != nil {
        if sent == text.count, !isInputEnded, let wakeups, !pieces.waitForMore(or: wakeups) { return .wakeup }
        guard try renderMore() else { return .end }
        continue
      }
      guard let end = try receiveMore(or: wakeups) else { continue }
      switch end {
      case .wakeup: return .wakeup
      case .process(.complete): return .end
      case .process: continue
      }
    }
  }

  /// Returns the next update; nil at the end.
  mutating func nextUpdate() throws -> StreamUpdate? {
    while true {
      switch try next() {
      case .update(let update): return update
      case .end: return nil
      case .wakeup: break
      }
    }
  }

  /// The reason why receiving stopped without an update.
  private enum Pause {
    case wakeup
    case process(RemoteProcess.ProcessEnd)
  }

  /// Puts an update back, so that it is returned again.
  mutating func unread(_ update: StreamUpdate?) {
    if let update { ready = [update] + ready }
  }

  // MARK: - With the service

  private mutating func receiveMore(or wakeups: TailPainter.Wakeups?) throws -> Pause? {
    if let end = received[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
      lines += 1
      ready = [try reader.decode(StreamUpdate.self, from: received[..<end], number: lines)]
      received.removeFirst(end + 1)
      scanned = 0
      return nil
    }
    scanned = received.count
    return try waitForProcess(or: wakeups)
  }

  /// Sends text to the process or receives its output, whichever is possible first.
  private mutating func waitForProcess(or wakeups: TailPainter.Wakeups?) throws -> Pause? {
    guard let socket = process?.socket else { return nil }
    // What was read already does not make the descriptor readable.
    while !isInputEnded, text.count - sent < Self.backlog, pieces.descriptor == nil { try readInput() }
    if isInputEnded, sent == text.count, process?.isInputClosed == false { process?.closeInput() }
    let hasText = sent < text.count && process?.isInputClosed == false
    var descriptors = [pollfd(fd: socket.rawValue, events: Int16(POLLIN), revents: 0)]
    if hasText { descriptors[0].events |= Int16(POLLOUT) }
    let readsInput = !isInputEnded && text.count - sent < Self.backlog && pieces.descriptor != nil
    if readsInput, let input = pieces.descriptor {
      descriptors.append(pollfd(fd: input, events: Int16(POLLIN), revents: 0))
    }
    let own = descriptors.count
    descriptors += wakeups?.descriptors ?? []
    let count = poll(&descriptors, nfds_t(descriptors.count), wakeups?.milliseconds ?? -1)
    guard count > 0, descriptors[..<own].contains(where: { $0.revents != 0 }) else {
      return wakeups == nil ? nil : .wakeup
    }
    if readsInput, descriptors[1].revents != 0 {
      try readInput()
    } else if hasText, descriptors[0].revents & Int16(POLLOUT) != 0 {
      sent += process?.write(text[sent...]) ?? 0
    }
    if descriptors[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
      let bytes = try process?.read() ?? []
      received += bytes
      if bytes.isEmpty { return try resume(after: process?.end() ?? .unusable).map { .process($0) } }
    }
    return nil
  }

  private mutating func readInput() throws {
    if let piece = try pieces.next() { text += piece } else { isInputEnded = true }
  }

  // MARK: - Without the service

  /// Continues after the process ended before the end of the text.
  private mutating func resume(after end: RemoteProcess.ProcessEnd) throws -> RemoteProcess.ProcessEnd? {
    process = nil
    switch end {
    case .complete: return .complete
    case .partial:
      context.isPartial = true
      return .complete
    case .failed(let status): throw Failure.said(status)
    case .unusable: session = makeSession()
    case .lostStream where restarts == Self.maximumRestarts:
      StandardError.write(
        "ilsrender: the service has lost the text \(restarts + 1) times; rendering goes on here")
      session = makeSession()
    case .lostStream:
      restarts += 1
      // The shown lines contain at most this much text. Print nothing before all of it is rendered again.
      let shown = ["--catch-up", "\(sent)"]
      process = try RemoteProcess(arguments: options + ["--recoverable"] + shown + ["--", server])
    }
    (sent, received, scanned, lines) = (0, [], 0, 0)
    return nil
  }

  /// Renders in this process: the text so far, then further input.
  ///
  /// - Returns: `false` at the end.
  private mutating func renderMore() throws -> Bool {
    guard let session, !isFinished else { return false }
    if sent < text.count {
      ready = [session.append(Array(text[sent...]))].compactMap { $0 }[...]
      sent = text.count
      return true
    }
    // The text is no longer needed.
    (text, sent) = ([], 0)
    if !isInputEnded, session.isBehind, pieces.pauses() {
      ready = [session.catchUp()].compactMap { $0 }[...]
      return true
    }
    if !isInputEnded { try readInput() }
    if isInputEnded, text.isEmpty {
      ready = session.finish()[...]
      isFinished = true
      if let summary = session.skipped?.summary {
        StandardError.write("ilsrender: \(summary)")
        context.isPartial = true
      }
    }
    return true
  }
}
