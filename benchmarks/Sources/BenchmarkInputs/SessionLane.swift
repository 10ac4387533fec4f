internal import MarkdownBlocks
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import Synchronization

/// One session and the text that comes for it.
// Unchecked: what a worker changes belongs to the one that `isQueued` lets in; the rest is guarded by `state`.
final class SessionLane: @unchecked Sendable {
  private struct State {
    /// A worker has the session, or is about to.
    var isQueued = false
    var due: ContinuousClock.Instant
    var hasColors = false
    var lateFlushes = 0
  }

  let start: ContinuousClock.Instant
  private let text: [UInt8]
  private let interval: Duration
  private let begin: ContinuousClock.Instant
  private let pool: WorkerPool
  private let session: RenderSession
  private let formatter = IRFormatter()
  private let state: Mutex<State>
  private var taken = 0
  private var fromToken: [Double] = []
  private var behindFlush: [(second: Int, time: Double)] = []
  private var updateBytes = 0

  init(
    text: [UInt8], start: ContinuousClock.Instant, interval: Duration, begin: ContinuousClock.Instant,
    pool: WorkerPool, session: RenderSession
  ) {
    (self.text, self.start, self.interval, self.begin) = (text, start, interval, begin)
    (self.pool, self.session) = (pool, session)
    state = Mutex(State(due: start))
    session.onHighlights = { [weak self] in self?.colorsAreReady() }
  }

  var isBusy: Bool { state.withLock { $0.isQueued } }

  /// A flush is due.
  func submit(due: ContinuousClock.Instant) {
    let isFree = state.withLock { state in
      state.due = due
      if state.isQueued { state.lateFlushes += 1 }
      defer { state.isQueued = true }
      return !state.isQueued
    }
    if isFree { enqueue() }
  }

  private func colorsAreReady() {
    let isFree = state.withLock { state in
      state.hasColors = true
      defer { state.isQueued = true }
      return !state.isQueued
    }
    if isFree { enqueue() }
  }

  private func enqueue() {
    if !pool.submit({ self.work() }) { state.withLock { $0.isQueued = false } }
  }

  /// Appends what has come until the flush was due, or takes colours where nothing has.
  private func work() {
    let due = state.withLock { state in
      state.hasColors = false
      return state.due
    }
    let bytes = SessionLoad.tokenBytes
    let count = min(Int((due - start) / interval), text.count / bytes)
    if count > taken {
      write(session.append(Array(text[(taken * bytes)..<(count * bytes)])))
      let now = ContinuousClock.now
      for token in taken..<count {
        fromToken.append((now - start.advanced(by: interval * (token + 1))).milliseconds)
      }
      behindFlush.append((Int((due - begin) / .seconds(1)), (now - due).milliseconds))
      taken = count
    } else {
      write(session.takeHighlights())
    }
    let goesOn = state.withLock { state in
      state.isQueued = state.hasColors || state.due > due
      return state.isQueued
    }
    if goesOn { enqueue() }
  }

  private func write(_ update: Update?) {
    if let update { updateBytes += formatter.format(update).count }
  }

  /// To be called when nothing works on it any more.
  func add(to outcome: inout SessionLoad.Outcome) {
    outcome.fromToken += fromToken
    for (second, time) in behindFlush {
      outcome.behindFlush[min(second, outcome.behindFlush.count - 1)].append(time)
    }
    outcome.lateFlushes += state.withLock { $0.lateFlushes }
    outcome.uncolored += session.isWaitingForHighlights ? 1 : 0
    outcome.textBytes += taken * SessionLoad.tokenBytes
    outcome.updateBytes += updateBytes
  }
}

extension Duration {
  var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }
}
