internal import Foundation
internal import RenderClient
internal import RunFormatters
internal import StyledRuns
internal import Synchronization

/// Prints a stream's updates, one per line. It can delay the first updates: a reader that has already seen a
/// part of the text rendered must not fall behind that part.
final class UpdateOutput: Sendable {
  private struct OutputState {
    var updates = UpdateResequencer()
    var isWaiting: Bool
    /// The event that includes the required text.
    var awaited: Int?
    var latest: StreamEvent?
    var isFinal = false
  }

  private let state: Mutex<OutputState>

  /// Creates an output.
  ///
  /// - Parameter waits: Whether to delay updates until ``begin(behind:)`` is called.
  init(waits: Bool) {
    state = Mutex(OutputState(isWaiting: waits))
  }

  /// Prints the update of an event, or delays it.
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

  /// Starts printing once the event has arrived, with one update that contains everything so far.
  func begin(behind event: Int) {
    state.withLock { state in
      state.awaited = state.awaited ?? event
      Self.beginIfPossible(&state)
    }
  }

  private static func beginIfPossible(_ state: inout OutputState) {
    guard state.isWaiting, let awaited = state.awaited else { return }
    // The event may never arrive: an empty beginning has no event.
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
      // The reader of the output has exited.
      exit(0)
    }
  }
}
