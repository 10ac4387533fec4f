internal import ArgumentParser
internal import RunFormatters
internal import TextMate

/// The contents of a `--style` file: the marks and measures of the layout in a terminal.
///
/// ```json
/// {"bullets": ["-", "+"], "headings": {"prefixes": ["▍ ", "▎ "], "rules": false}, "margin": 0}
/// ```
///
/// The format is described by `docs/terminal-style.schema.json`. An unknown member is an error, because it is
/// probably a typo.
struct TerminalStyleFile {
  var marks = TerminalMarks()
  var margin: Int?
  var textWidth: Int?
  var table: ANSIFormatter.TableLayout?

  /// The maximum width of a mark in columns.
  private static let longestMark = 16

  static func read(_ path: String) throws -> TerminalStyleFile {
    let bytes: [UInt8]
    do {
      bytes = try Input.read(path)
    } catch let failure as Failure {
      throw ValidationError(failure.message)
    }
    do {
      return try TerminalStyleFile(JSONReader.read(bytes).root)
    } catch let error as LoadError {
      throw ValidationError("\(error)")
    }
  }

  private init(_ root: DataValue) throws {
    for (name, value) in try Self.members(of: root, "the file") {
      switch name {
      // Editors use this member to find the schema.
      case "$schema": continue
      case "margin": margin = try Self.integer(value, name, 0...100)
      case "textWidth":
        textWidth = value.string == "full" ? 1 << 20 : try Self.integer(value, name, 20...10_000)
      case "table": table = try Self.choice(value, name)
      case "frames": marks.frames = try Self.choice(value, name)
      case "bullets": marks.bullets = try Self.list(value, name, 1...8)
      case "quoteBar": marks.quoteBar = try Self.mark(value, name)
      case "alertBar": marks.alertBar = try Self.mark(value, name)
      case "headings":
        for (name, value) in try Self.members(of: value, name) {
          switch name {
          case "prefixes": marks.headingPrefixes = try Self.list(value, name, 1...6)
          case "rules": marks.hasHeadingRules = try Self.bool(value, name)
          default: throw Self.unknown(name, "headings", ["prefixes", "rules"])
          }
        }
      case "tasks":
        for (name, value) in try Self.members(of: value, name) {
          switch name {
          case "open": marks.openTask = try Self.mark(value, name)
          case "done": marks.doneTask = try Self.mark(value, name)
          default: throw Self.unknown(name, "tasks", ["open", "done"])
          }
        }
      default:
        throw Self.unknown(
          name, "the file",
          ["alertBar", "bullets", "frames", "headings", "margin", "quoteBar", "table", "tasks", "textWidth"])
      }
    }
  }

  private static func unknown(_ name: String, _ place: String, _ known: [String]) -> ValidationError {
    ValidationError("\(place) has no member '\(name)'; there are: \(known.joined(separator: ", "))")
  }

  private static func members(of value: DataValue, _ name: String) throws -> [(String, DataValue)] {
    guard value.kind == .object else { throw ValidationError("\(name) must be an object") }
    return value.members.map { ($0.name, $0.value) }
  }

  private static func integer(_ value: DataValue, _ name: String, _ range: ClosedRange<Int>) throws -> Int {
    guard let number = value.integer, range.contains(number) else {
      throw ValidationError("\(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func bool(_ value: DataValue, _ name: String) throws -> Bool {
    guard let bool = value.bool else { throw ValidationError("\(name) must be true or false") }
    return bool
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ value: DataValue, _ name: String
  ) throws -> Choice {
    guard let choice = value.string.flatMap(Choice.init(rawValue:)) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("\(name) must be one of \(names)")
    }
    return choice
  }

  private static func list(_ value: DataValue, _ name: String, _ count: ClosedRange<Int>) throws -> [String] {
    let elements = Array(value.elements)
    guard value.kind == .array, count.contains(elements.count) else {
      throw ValidationError("\(name) must be a list of \(count.lowerBound) to \(count.upperBound) texts")
    }
    return try elements.map { try mark($0, name) }
  }

  private static func mark(_ value: DataValue, _ name: String) throws -> String {
    guard let text = value.string,
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }),
      DisplayWidth.columns(of: text.utf8) <= longestMark
    else {
      throw ValidationError("\(name) must hold printable text of at most \(longestMark) columns")
    }
    return text
  }
}
