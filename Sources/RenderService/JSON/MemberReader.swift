internal import TextMate

/// Takes the members of a request's object one by one, and gathers what is wrong with them.
///
/// ``finish()`` throws one error with everything that was wrong, members that nobody asked for included. Values of
/// a query are strings; with `isText` they are read as what is asked for.
struct MemberReader {
  private let members: [String: JSONValue]
  private let isText: Bool
  private let prefix: String
  private var known: Set<String> = []
  private(set) var problems: [String: String] = [:]

  init(_ members: [String: JSONValue], isText: Bool = false, prefix: String = "") {
    self.members = members
    self.isText = isText
    self.prefix = prefix
  }

  mutating func complain(_ name: String, _ problem: String) { problems[prefix + name] = problem }

  private mutating func take(_ name: String) -> JSONValue? {
    known.insert(name)
    return members[name]
  }

  private mutating func value<Value>(_ name: String, _ expected: String, _ read: (JSONValue) -> Value?)
    -> Value?
  {
    guard let value = take(name) else { return nil }
    if let read = read(value) { return read }
    complain(name, "must be \(expected), not \(value.kind)")
    return nil
  }

  mutating func string(_ name: String) -> String? {
    value(name, "a string") { if case .string(let text) = $0 { text } else { nil } }
  }

  mutating func bool(_ name: String) -> Bool? {
    if isText, let text = string(name) {
      switch text.lowercased() {
      case "true", "1", "yes", "": return true
      case "false", "0", "no": return false
      default:
        complain(name, "must be true or false")
        return nil
      }
    }
    return value(name, "true or false") { if case .bool(let value) = $0 { value } else { nil } }
  }

  mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
    let number: Int?
    if isText, let text = string(name) {
      number = Int(text)
      if number == nil { complain(name, "must be a whole number") }
    } else {
      number = value(name, "a whole number") { if case .integer(let value) = $0 { value } else { nil } }
    }
    guard let number else { return nil }
    if range.contains(number) { return number }
    complain(
      name,
      range.upperBound == .max
        ? "must be at least \(range.lowerBound)"
        : "must be from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  mutating func strings(_ name: String) -> [String]? {
    if isText {
      return string(name).map { $0.split(separator: ",").map { String($0.filter { $0 != " " }) } }
    }
    return value(name, "an array of strings") { value in
      guard case .array(let elements) = value else { return nil }
      var texts: [String] = []
      for element in elements {
        guard case .string(let text) = element else { return nil }
        texts.append(text)
      }
      return texts
    }
  }

  mutating func array(_ name: String) -> [JSONValue]? {
    value(name, "an array") { if case .array(let elements) = $0 { elements } else { nil } }
  }

  /// One of the values of an enumeration, by its name.
  mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String, _: Value.Type = Value.self
  ) -> Value? where Value.RawValue == String {
    guard let text = string(name) else { return nil }
    if let value = Value(rawValue: text) { return value }
    complain(name, "must be one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))")
    return nil
  }

  /// Throws what was wrong, where anything was.
  mutating func finish() throws(APIError) {
    for name in members.keys where !known.contains(name) {
      let close = CloseMatches.find(name, in: known, limit: 1).first
      complain(name, "is not known here" + (close.map { "; did you mean \($0)?" } ?? ""))
    }
    if !problems.isEmpty { throw .invalid(problems) }
  }
}
