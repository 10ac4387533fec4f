internal import RunFormatters
internal import StyledRuns
internal import Synchronization
internal import TextMate

/// The HTML that readers of a stream ask for in place of updates. Readers whose options are equal share patches.
struct PatchOptions: Hashable, Sendable {
  var html: HTMLFormatter.Options
  /// Names of themes with commas between them; nil: those of the stream.
  var themes: String?
  var expansion = ToolExpansion.none
}

/// A stream's events with HTML patches in place of updates, for all readers that ask for the same HTML.
///
/// The log of a view has the numbers of the stream's own log: an `update` there is a `patch` here, and all other events are the
/// same. So a reader resumes by the same identifiers, whichever form it asks for.
final class PatchView: Sendable {
  private struct State {
    var patches: HTMLPatches
    /// Those of the stream's themes, grown with its scopes.
    var sheets: [StyleSheet] = []
    var hasBegun = false
  }

  let log: EventLog
  private let themes: [Theme]
  // Only the stream's job uses it.
  private let state: Mutex<State>

  init(_ options: PatchOptions, of stream: RequestOptions, _ dependencies: StreamDependencies) {
    log = EventLog(dependencies, input: stream.input, memory: dependencies.memory.makeShare())
    let named = options.themes.flatMap { try? dependencies.catalog.knownThemes(named: $0) }
    themes = named ?? stream.themes
    state = Mutex(State(patches: HTMLPatches(options: options.html, expansion: options.expansion)))
  }

  /// Begins with what the stream shows so far, once: readers get it as a snapshot.
  ///
  /// - Parameters:
  ///   - sequence: the number of the last update in `content`.
  ///   - log: the stream's own log.
  func begin(with content: StreamContent, sequence: Int, like log: EventLog) {
    let begins = state.withLock { state in
      defer { state.hasBegun = true }
      if state.hasBegun { return false }
      if sequence > 0 {
        // The first patch is a snapshot, which readers ask the log for.
        let update = StreamUpdate(snapshotOf: content, sequence: sequence, isFinal: false)
        _ = state.patches.patch(for: update, of: content, sheets: sheets(for: content, &state))
      }
      return true
    }
    if begins { self.log.begin(like: log) }
  }

  /// Returns the data of the event that stands in place of an update, which was applied to `content`.
  func patch(for update: StreamUpdate, of content: StreamContent) -> [UInt8] {
    state.withLock { state in
      state.patches.patch(for: update, of: content, sheets: sheets(for: content, &state)).bytes
    }
  }

  /// Returns the data of a snapshot.
  ///
  /// - Parameter sequence: the number of the last update in `content`.
  func snapshot(of content: StreamContent, sequence: Int, isFinal: Bool) -> [UInt8] {
    state.withLock { state in
      state.patches.snapshot(
        of: content, sequence: sequence, isFinal: isFinal, sheets: sheets(for: content, &state)
      ).bytes
    }
  }

  private func sheets(for content: StreamContent, _ state: inout State) -> [StyleSheet] {
    if state.sheets.isEmpty { state.sheets = themes.map { $0.styleSheet(for: ScopeTable()) } }
    for index in themes.indices { themes[index].extend(&state.sheets[index], for: content.scopes) }
    return state.sheets
  }
}

/// The views of one stream.
final class PatchViews: Sendable {
  /// The number of different forms that the readers of a stream may ask for.
  static let limit = 8
  /// The time for which a view waits for its readers to come back. Who comes later gets a snapshot of a new one.
  static let retention = Duration.seconds(60)

  private let views = Mutex<[PatchOptions: PatchView]>([:])

  var all: [PatchView] { views.withLock { Array($0.values) } }

  /// Returns the view for some options, which counts as used now.
  ///
  /// - Throws: 429 where there are as many others as there may be.
  func view(_ options: PatchOptions, make: () -> PatchView) throws(APIError) -> PatchView {
    try views.withLock { views throws(APIError) in
      if views[options] == nil, views.count >= Self.limit { throw .tooManyForms(limit: Self.limit) }
      let view = views[options] ?? make()
      views[options] = view
      view.log.useByReader()
      return view
    }
  }

  /// Forgets the views that nobody has read for a while.
  func tidy(_ now: ContinuousClock.Instant) {
    views.withLock { views in
      for (options, view) in views {
        let readers = view.log.readers
        if !readers.isConnected, now - readers.lastUse > Self.retention { views[options] = nil }
      }
    }
  }
}
