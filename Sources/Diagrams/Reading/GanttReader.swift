/// Parses `gantt`.
///
/// ```mermaid
/// gantt
///   dateFormat YYYY-MM-DD
///   section Plan
///   Design :done, d1, 2024-01-01, 10d
///   Build :after d1, 2w
/// ```
struct GanttReader {
  private var gantt = Gantt()
  private var format = "YYYY-MM-DD"
  private var ends: [String: (start: Int, end: Int)] = [:]
  private var last: Int?
  /// The excluded weekdays, from 0 for Monday, and the excluded dates.
  private var freeWeekdays: Set<Int> = []
  private var freeDays: Set<Int> = []

  /// The maximum span of all tasks: 200 years.
  private static let longest = 200 * 366 * CivilDate.minutesOfDay

  static func read(_ header: DiagramLine, _ lines: inout DiagramLines) throws(DiagramError) -> Gantt {
    var reader = GanttReader()
    while let line = lines.next() {
      var scanner = TextScanner(line.text)
      switch scanner.take(while: { $0.isName }) {
      case "title" where scanner.peek() == " ":
        lines.takeTitle(scanner.rest())
        continue
      case "dateFormat":
        reader.format = scanner.rest()
        reader.gantt.isTimeOfDay = !reader.format.contains("D")
        continue
      case "axisFormat":
        reader.gantt.axisFormat = LabelReader.clean(String(scanner.rest().prefix(40)))
        continue
      case "section":
        let label = LabelReader.read(scanner.rest())
        try GraphBuilder.check(label)
        reader.gantt.sections.append(label)
        continue
      case "excludes":
        try reader.exclude(scanner.rest(), line)
        continue
      case "includes", "todayMarker", "tickInterval", "inclusiveEndDates", "weekday", "weekend", "topAxis",
        "click", "displayMode":
        continue
      default: break
      }
      try reader.readTask(line)
    }
    guard !reader.gantt.tasks.isEmpty else { throw header.error("there are no tasks") }
    guard reader.gantt.end - reader.gantt.start <= longest else { throw header.error("the time is too long") }
    return reader.gantt
  }

  private mutating func exclude(_ text: String, _ line: DiagramLine) throws(DiagramError) {
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    for word in text.split(whereSeparator: { $0 == "," || $0 == " " }).map({ $0.lowercased() }) {
      if word == "weekends" {
        freeWeekdays.formUnion([5, 6])
      } else if let day = names.firstIndex(of: word) {
        freeWeekdays.insert(day)
      } else if let date = date(word) {
        freeDays.insert(date / CivilDate.minutesOfDay)
      } else {
        throw line.error("what is excluded is not understood")
      }
    }
    if freeWeekdays.count == 7 { throw line.error("all days are excluded") }
  }

  // MARK: Tasks

  private mutating func readTask(_ line: DiagramLine) throws(DiagramError) {
    guard let first = line.text.firstIndex(of: ":") else {
      throw line.error("\"\(LabelReader.clean(String(line.text.prefix(16))))\" is not understood")
    }
    guard gantt.tasks.count < DiagramLimits.nodes else { throw line.error("there are too many tasks") }
    let label = LabelReader.read(String(line.text[..<first]))
    try GraphBuilder.check(label)
    var task = Gantt.Task(
      label: label, section: gantt.sections.isEmpty ? nil : gantt.sections.count - 1, start: 0, end: 0)
    var parts = line.text[line.text.index(after: first)...].split(separator: ",").map {
      LabelReader.trimmed($0)
    }
    loop: while let tag = parts.first {
      switch tag {
      case "done": task.isDone = true
      case "active": task.isActive = true
      case "crit": task.isCritical = true
      case "milestone": task.isMilestone = true
      case "vert": throw line.error("vertical markers are not drawn")
      default: break loop
      }
      parts.removeFirst()
    }
    var id: String?
    if parts.count == 3 || parts.count == 2 && start(parts[0]) == nil { id = parts.removeFirst() }
    guard parts.count <= 2, let end = parts.last else { throw line.error("a task has no time") }
    if parts.count == 2 {
      guard let start = start(parts[0]) else { throw line.error("the start of a task is not understood") }
      task.start = start
    } else {
      guard let last else { throw line.error("the first task needs a start") }
      task.start = last
    }
    guard let time = self.end(end, from: task.start) else {
      throw line.error("the end of a task is not understood")
    }
    guard time >= task.start, time - task.start <= Self.longest else {
      throw line.error("a task ends before it begins")
    }
    task.end = time
    last = time
    if let id { ends[id] = (task.start, task.end) }
    gantt.tasks.append(task)
  }

  private func start(_ text: String) -> Int? {
    if text.hasPrefix("after ") {
      let ids = text.dropFirst(6).split(separator: " ").map { ends[String($0)]?.end }
      guard !ids.isEmpty, ids.allSatisfy({ $0 != nil }) else { return nil }
      return ids.compactMap { $0 }.max()
    }
    return date(text)
  }

  private func end(_ text: String, from start: Int) -> Int? {
    if text.hasPrefix("until ") {
      return text.dropFirst(6).split(separator: " ").compactMap { ends[String($0)]?.start }.min()
    }
    if let date = date(text) { return date }
    let number = text.prefix { $0.isNumber || $0 == "." }
    guard let value = Double(number), value.isFinite, value >= 0, value < 100_000 else { return nil }
    switch text.dropFirst(number.count) {
    case "ms": return start
    case "s": return start + Int(value / 60)
    case "m": return start + Int(value)
    case "h": return start + Int(value * 60)
    case "d": return skippingFreeDays(from: start, Int(value * 1440))
    case "w": return skippingFreeDays(from: start, Int(value * 7 * 1440))
    case "M": return CivilDate(minutes: start).adding(months: min(Int(value), 2400)).minutes
    case "y": return CivilDate(minutes: start).adding(months: min(Int(value), 200) * 12).minutes
    default: return nil
    }
  }

  /// Returns the end of a task that pauses on excluded days.
  private func skippingFreeDays(from start: Int, _ length: Int) -> Int {
    guard !freeWeekdays.isEmpty || !freeDays.isEmpty else { return start + length }
    var left = length
    var time = start
    var steps = 0
    while left > 0, steps < 80_000 {
      steps += 1
      let date = CivilDate(minutes: time)
      let day = (time - date.minute) / CivilDate.minutesOfDay
      let rest = CivilDate.minutesOfDay - date.minute
      if freeWeekdays.contains(date.weekday) || freeDays.contains(day) {
        time += rest
      } else {
        let step = min(rest, left)
        time += step
        left -= step
      }
    }
    return time
  }

  /// Parses a date in the diagram's format; returns nil if the text is not a date.
  private func date(_ text: String) -> Int? {
    var (year, month, day, minute) = (1970, 1, 1, 0)
    let input = Array(text.unicodeScalars)
    let pattern = Array(format.unicodeScalars)
    var position = 0
    var index = 0
    while index < pattern.count {
      var end = index
      while end < pattern.count, pattern[end] == pattern[index] { end += 1 }
      let letter = pattern[index]
      guard "YMDHhms".unicodeScalars.contains(letter) else {
        guard position < input.count, input[position] == letter else { return nil }
        position += 1
        index += 1
        continue
      }
      var value = 0
      var digits = 0
      let limit = max(end - index, 2)
      while position < input.count, digits < limit, let digit = Int(String(input[position])) {
        value = value * 10 + digit
        digits += 1
        position += 1
      }
      guard digits > 0 else { return nil }
      switch letter {
      case "Y": year = value < 100 ? 2000 + value : value
      case "M": month = value
      case "D": day = value
      case "H", "h":
        guard value < 24 else { return nil }
        minute += value * 60
      case "m": minute += value
      default: break
      }
      index = end
    }
    guard position == input.count || pattern.count == 0 else { return nil }
    return CivilDate(year: year, month: month, day: day, minute: minute)?.minutes
  }
}
