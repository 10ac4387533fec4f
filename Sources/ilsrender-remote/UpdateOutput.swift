internal import Foundation
internal import RenderClient
internal import RunFormatters
internal import StyledRuns
internal import Synchronization

/// Prints a stream's updates, one a line. At first it may have to wait: for a reader that has seen a part of the text
/// rendered before, what comes first must not fall behind that.
final class UpdateOutput: Sendable {
  private struct State {
    var updates = UpdateResequencer()
    var isWaiting: Bool
    /// The event with which the text is rendered that is waited for.
    var awaited: Int?
    var latest: StreamEvent?
    var isFinal = false
  }

  private let state: Mutex<State>

  /// - Parameter waits: `true` where updates are held back until ``begin(behind:)`` says which are shown already.
  init(waits: Bool) {
    state = Mutex(State(isWaiting: waits))
  }

  /// Prints what an event brings, unless it has to wait.
  func take(_ event: StreamEvent) {
    state.withLock { state in
      guard state.isWaiting else {
        if let update = state.updates.update(of: event) { Self.print(update) }
        return
      }
      state.latest = event
      switch event.kind {
      case .update(let update), .snapshot(let update): state.isFinal = state.isFinal || update.isFinal
      case .done: state.awaited = state.awaited ?? event.cursor.event
      case .statistics: break
      }
      Self.beginIfPossible(&state)
    }
  }

  /// Lets printing begin with what is there behind an event: one update that brings everything.
  func begin(behind event: Int) {
    state.withLock { state in
      state.awaited = state.awaited ?? event
      Self.beginIfPossible(&state)
    }
  }

  private static func beginIfPossible(_ state: inout State) {
    guard state.isWaiting, let awaited = state.awaited else { return }
    // Nothing may have happened yet: a beginning that says nothing has no event.
    guard state.latest?.cursor.event ?? 0 >= awaited else { return }
    state.isWaiting = false
    guard let latest = state.latest else { return }
    print(state.updates.snapshot(of: latest.content, isFinal: state.isFinal))
  }

  private static func print(_ update: StreamUpdate) {
    var line = IRFormatter().format(update)
    line.append(UInt8(ascii: "\n"))
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(line))
    } catch {
      // Nobody reads any more.
      exit(0)
    }
  }
}
