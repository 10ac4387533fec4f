/// A Gantt chart: tasks with their start and end times.
struct Gantt: Hashable, Sendable {
  struct Task: Hashable, Sendable {
    var label: Label
    /// The index of the section.
    var section: Int?
    /// The start and the end in minutes since 1970-01-01.
    var start: Int
    var end: Int
    var isDone = false
    var isActive = false
    var isCritical = false
    var isMilestone = false
  }

  var sections: [Label] = []
  var tasks: [Task] = []
  /// The date format of the axis, such as `%m-%d`; nil to choose a format.
  var axisFormat: String?
  var isTimeOfDay = false

  var start: Int { tasks.map(\.start).min() ?? 0 }
  var end: Int { tasks.map(\.end).max() ?? 0 }
}
