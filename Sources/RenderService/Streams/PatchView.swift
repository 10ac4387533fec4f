internal import RunFormatters
internal import StyledRuns
internal import Synchronization
internal import TextMate

/// The options of a reader that requests HTML instead of updates. Readers with equal options share patches.
struct PatchOptions: Hashable, Sendable {
  var html: HTMLOptions
  /// The names of themes, separated by commas, or `nil` for the themes of the stream.
  var themes: String?
  var expansion = ToolExpansion.none

  fileprivate func makePatches() -> HTMLPatches { HTMLPatches(options: html, expansion: expansion) }
}

/// A stream's events with HTML patches instead of updates, for all readers that request the same HTML.
///
/// The log of a view has the same numbers as the stream's own log. Each `update` there is a `patch` here, and
/// all other events are equal. A reader can therefore resume with the same identifiers in either form.
final class PatchView: Sendable {
  private struct ViewState {
    var patches: HTMLPatches
    /// The style sheets of `themes`, extended whenever the stream has new scopes.
    var sheets: [StyleSheet] = []
    var hasBegun = false
  }

  let log: EventLog
  private let options: PatchOptions
  private let themes: [Theme]
  // Only the stream's job uses the state.
  private let state: Mutex<ViewState>

  init(_ options: PatchOptions, of stream: RequestOptions, _ dependencies: StreamDependencies) {
    log = EventLog(dependencies, input: stream.input, memory: dependencies.memory.makeShare())
    let named = options.themes.flatMap { try? dependencies.catalog.knownThemes(named: $0) }
    themes = named ?? stream.themes
    self.options = options
    state = Mutex(ViewState(patches: options.makePatches()))
  }

  /// The approximate memory of the view in bytes, without its events and the content of the stream.
  /// O(content).
  var memoryBytes: Int { state.withLock { $0.patches.memoryBytes } }

  /// Releases the memory that only further patches need. Snapshots are still possible.
  func end() { state.withLock { $0.patches = options.makePatches() } }

  /// Starts the view with the current content of the stream, which readers receive as a snapshot. Further
  /// calls have no effect.
  ///
  /// - Parameters:
  ///   - sequence: The number of the last update in `content`.
  ///   - position: The position of the stream's own log.
  func begin(with content: StreamContent, sequence: Int, at position: EventLog.ReaderPosition) {
    let begins = state.withLock { state in
      defer { state.hasBegun = true }
      if state.hasBegun { return false }
      if sequence > 0 {
        // Readers request the snapshot from the log.
        _ = state.patches.begin(
          with: content, sequence: sequence, isFinal: false, sheets: sheets(for: content, &state))
      }
      return true
    }
    if begins { log.begin(at: position) }
  }

  /// Returns the patch for an update that was already applied to `content`.
  func patch(for update: StreamUpdate, of content: StreamContent) -> HTMLPatch {
    state.withLock { state in
      state.patches.patch(for: update, of: content, sheets: sheets(for: content, &state))
    }
  }

  /// Returns the data of a snapshot.
  ///
  /// - Parameter sequence: The number of the last update in `content`.
  func snapshot(of content: StreamContent, sequence: Int, isFinal: Bool) -> [UInt8] {
    state.withLock { state in
      defer { if isFinal { state.patches = options.makePatches() } }
      return state.patches.snapshot(
        of: content, sequence: sequence, isFinal: isFinal, sheets: sheets(for: content, &state)
      ).bytes
    }
  }

  private func sheets(for content: StreamContent, _ state: inout ViewState) -> [StyleSheet] {
    if state.sheets.isEmpty { state.sheets = themes.map { $0.styleSheet(for: ScopeTable()) } }
    for index in themes.indices { themes[index].extend(&state.sheets[index], for: content.scopes) }
    return state.sheets
  }
}

/// The views of one stream.
final class PatchViews: Sendable {
  /// The maximum number of different forms in which a stream can be read at the same time.
  static let limit = 8
  /// The time in which a reader must connect to the view that it requested.
  static let patience = Duration.seconds(2)
  /// The time for which a view without readers is kept. A reader that returns later gets a snapshot from a
  /// new view.
  static let retention = Duration.seconds(60)

  private let views = Mutex<[PatchOptions: PatchView]>([:])

  var all: [PatchView] { views.withLock { Array($0.values) } }

  /// Returns the view for `options`, and restarts its retention time.
  ///
  /// If the limit is reached, a view without readers is replaced.
  ///
  /// - Throws: 429 if the limit is reached and all views have readers.
  func view(
    _ options: PatchOptions, at now: ContinuousClock.Instant = .now, make: () -> PatchView
  ) throws(APIError) -> PatchView {
    try views.withLock { views throws(APIError) in
      if views[options] == nil, views.count >= Self.limit {
        let unread = views.filter { !$0.value.log.readers.isConnected }
        let oldest = unread.min { $0.value.log.readers.lastUse < $1.value.log.readers.lastUse }
        guard let oldest, now - oldest.value.log.readers.lastUse > Self.patience else {
          throw .tooManyForms(limit: Self.limit)
        }
        views[oldest.key] = nil
      }
      let view = views[options] ?? make()
      views[options] = view
      view.log.useByReader()
      return view
    }
  }

  /// Removes the views that had no reader for the retention time.
  func tidy(_ now: ContinuousClock.Instant) {
    views.withLock { views in
      for (options, view) in views {
        let readers = view.log.readers
        if !readers.isConnected, now - readers.lastUse > Self.retention { views[options] = nil }
      }
    }
  }
}
