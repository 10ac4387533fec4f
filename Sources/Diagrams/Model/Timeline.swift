/// A timeline: periods with their events.
struct Timeline: Hashable, Sendable {
  struct Period: Hashable, Sendable {
    var label: Label
    var events: [Label] = []
    /// The index of the section.
    var section: Int?
  }

  var sections: [Label] = []
  var periods: [Period] = []
  var eventCount: Int { periods.reduce(0) { $0 + 1 + $1.events.count } }
}
