/// A date and time of the Gregorian calendar, without a time zone.
struct CivilDate {
  var year: Int
  var month: Int
  var day: Int
  var minute: Int

  static let minutesOfDay = 1440

  init(minutes: Int) {
    var days = minutes / Self.minutesOfDay
    minute = minutes % Self.minutesOfDay
    if minute < 0 {
      minute += Self.minutesOfDay
      days -= 1
    }
    // Years start in March, so that the leap day is the last day of its year.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  init?(year: Int, month: Int, day: Int, minute: Int = 0) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(in: month, of: year),
      (0..<Self.minutesOfDay).contains(minute)
    else { return nil }
    (self.year, self.month, self.day, self.minute) = (year, month, day, minute)
  }

  /// The minutes since 1970-01-01.
  var minutes: Int {
    let y = month <= 2 ? year - 1 : year
    let era = y / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return (era * 146_097 + dayOfEra - 719_468) * Self.minutesOfDay + minute
  }

  /// The day of the week, from 0 for Monday.
  var weekday: Int {
    let days = (minutes - minute) / Self.minutesOfDay
    return ((days + 3) % 7 + 7) % 7
  }

  static func days(in month: Int, of year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  func adding(months: Int) -> CivilDate {
    let total = year * 12 + month - 1 + months
    let (y, m) = (min(max(total / 12, 1), 9999), total % 12 + 1)
    return CivilDate(year: y, month: m, day: min(day, Self.days(in: m, of: y)), minute: minute) ?? self
  }

  static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  static let dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// Returns the date in a d3 format such as `%Y-%m-%d`. Unknown directives are copied.
  func formatted(_ format: String) -> String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    var result = ""
    var isCode = false
    for character in format {
      guard isCode else {
        if character == "%" { isCode = true } else { result.append(character) }
        continue
      }
      if character == "-" || character == "_" { continue }
      isCode = false
      switch character {
      case "Y": result += "\(year)"
      case "y": result += two(year % 100)
      case "m": result += two(month)
      case "d": result += two(day)
      case "e": result += "\(day)"
      case "b", "B": result += Self.monthNames[month - 1]
      case "a", "A": result += Self.dayNames[weekday]
      case "H": result += two(minute / 60)
      case "I": result += two((minute / 60 + 11) % 12 + 1)
      case "p": result += minute >= 720 ? "PM" : "AM"
      case "M": result += two(minute % 60)
      case "S": result += "00"
      case "%": result += "%"
      default: result += "%\(character)"
      }
    }
    return result
  }
}
