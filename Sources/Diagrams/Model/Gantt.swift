/// Tasks with the times at which they begin and end.
struct Gantt: Hashable, Sendable {
  struct Task: Hashable, Sendable {
    var label: Label
    /// The index of the section.
    var section: Int?
    /// The times in minutes since 1970.
    var start: Int
    var end: Int
    var isDone = false
    var isActive = false
    var isCritical = false
    var isMilestone = false
  }

  var sections: [Label] = []
  var tasks: [Task] = []
  /// The format of the dates at the axis, such as `%m-%d`; nil to choose one.
  var axisFormat: String?
  var isTimeOfDay = false

  var start: Int { tasks.map(\.start).min() ?? 0 }
  var end: Int { tasks.map(\.end).max() ?? 0 }
}
