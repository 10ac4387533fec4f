internal import MessageStreams
internal import Rendering
internal import StyledRuns
internal import SystemPackage
internal import CLibrary

/// The updates of a rendering that a service does, and that goes on when the service fails.
///
/// All text is kept. Where the service has lost the stream, another one is made from the text so far; where it cannot be
/// used, the rendering is done here. Both begin anew with an update that has the number 1 and brings everything that was
/// there before, so that who shows updates begins with an empty document then, and goes on behind what is shown.
struct RemoteUpdates: ~Copyable {
  private let server: String
  private let options: [String]
  private var pieces: InputPieces
  private let makeSession: () -> StreamSession

  /// The text that was read so far, and how much of it the process has.
  private var text: [UInt8] = []
  private var sent = 0
  private var isInputEnded = false

  private var process: RemoteProcess?
  /// Renders where no process does.
  private var session: StreamSession?
  private var isFinished = false
  private var restarts = 0

  private let reader = UpdateLine()
  private var received: [UInt8] = []
  /// The length of the beginning of `received` that is known to hold no line end.
  private var scanned = 0
  private var lines = 0
  /// Updates that are there already.
  private var ready: ArraySlice<StreamUpdate> = []

  /// The amount of text that may wait for the process.
  private static let backlog = 1 << 20
  /// The number of times that a stream is begun anew. A text that ends the service each time is not for it.
  private static let maximumRestarts = 3

  /// Sends what `pieces` give to the service at `server`, with options of ``RemoteProcess/program``.
  ///
  /// - Parameter session: makes what renders here where the service cannot.
  init(
    server: String, options: [String], pieces: consuming InputPieces,
    session: @escaping () -> StreamSession
  ) throws {
    self.server = server
    self.options = options
    self.pieces = pieces
    makeSession = session
    process = try RemoteProcess(arguments: options + ["--recoverable", "--", server])
  }

  /// The end of a wait for an update.
  enum Event {
    case update(StreamUpdate)
    /// Something else was to be waited for, and came.
    case wakeup
    case end
  }

  /// The next update. Throws where the service refuses the request, which the other program has said.
  ///
  /// - Parameter wakeups: what the wait ends for besides.
  mutating func next(or wakeups: TailPainter.Wakeups? = nil) throws -> Event {
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

  /// The next update; nil at the end.
  mutating func nextUpdate() throws -> StreamUpdate? {
    while true {
      switch try next() {
      case .update(let update): return update
      case .end: return nil
      case .wakeup: break
      }
    }
  }

  /// Why receiving ended without an update.
  private enum Pause {
    case wakeup
    case process(RemoteProcess.End)
  }

  /// Takes back the update that was given, to give it again.
  mutating func unread(_ update: StreamUpdate?) {
    if let update { ready = [update] + ready }
  }

  // MARK: - At the service

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

  /// Carries text to the process, and what it prints from there, whichever can be done first.
  private mutating func waitForProcess(or wakeups: TailPainter.Wakeups?) throws -> Pause? {
    guard let socket = process?.socket else { return nil }
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
    if isInputEnded, sent == text.count, process?.isInputClosed == false { process?.closeInput() }
    if descriptors[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
      let bytes = try process?.read() ?? []
      received += bytes
      if bytes.isEmpty { return try goOn(after: process?.end() ?? .unusable).map { .process($0) } }
    }
    return nil
  }

  private mutating func readInput() throws {
    if let piece = try pieces.next() { text += piece } else { isInputEnded = true }
  }

  // MARK: - After the service

  /// Begins anew where the process has ended before the text did.
  private mutating func goOn(after end: RemoteProcess.End) throws -> RemoteProcess.End? {
    process = nil
    switch end {
    case .complete: return .complete
    case .failed(let status): throw Failure.said(status)
    case .unusable: session = makeSession()
    case .lostStream where restarts == Self.maximumRestarts:
      StandardError.write(
        "ilsrender: the service has lost the text \(restarts + 1) times; rendering goes on here")
      session = makeSession()
    case .lostStream:
      restarts += 1
      // What is shown stands for no more text than this; nothing comes before all of it is rendered again.
      let shown = ["--catch-up", "\(sent)"]
      process = try RemoteProcess(arguments: options + ["--recoverable"] + shown + ["--", server])
    }
    (sent, received, scanned, lines) = (0, [], 0, 0)
    return nil
  }

  /// Renders here: at first all the text so far, then what follows. False at the end.
  private mutating func renderMore() throws -> Bool {
    guard let session, !isFinished else { return false }
    if sent < text.count {
      ready = [session.append(Array(text[sent...]))].compactMap { $0 }[...]
      sent = text.count
      return true
    }
    // Nobody else will want the text again.
    (text, sent) = ([], 0)
    if !isInputEnded { try readInput() }
    if isInputEnded, text.isEmpty {
      ready = session.finish()[...]
      isFinished = true
      if let summary = session.skipped?.summary { StandardError.write("ilsrender: \(summary)") }
    }
    return true
  }
}
