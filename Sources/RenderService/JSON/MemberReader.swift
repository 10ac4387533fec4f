internal import HTTPTypes
internal import TextMate

/// Takes what a request says, member by member, and gathers what is wrong with it.
///
/// A member stands in the body or, as text, in the query; where both have it, both must be right and the body counts.
/// ``finish()`` throws one error with everything that was wrong, members that nobody asked for included.
struct MemberReader {
  /// The number of unknown members that an error names, and of characters of each: a request may be full of them.
  private static let mostNamed = 10
  private static let longestNamed = 64

  private let members: [String: JSONValue]
  private let texts: [String: String]
  private var known: Set<String> = []
  private(set) var problems: [String: String] = [:]

  /// - Parameters:
  ///   - members: of the body's object.
  ///   - query: the parameters of the query, in their order.
  init(_ members: [String: JSONValue] = [:], query: [(name: String, value: String)] = []) {
    self.members = members
    var texts: [String: String] = [:]
    for (name, value) in query {
      if texts.updateValue(value, forKey: name) != nil, problems.count < Self.mostNamed {
        problems[name] = "stands in the query more than once"
      }
    }
    self.texts = texts
  }

  mutating func complain(_ name: String, _ problem: String) { problems[name] = problem }

  /// Reads a member from where it stands. `expected` names what it should be, `check` says what else is wrong.
  private mutating func value<Value>(
    _ name: String, _ expected: String, json: (JSONValue) -> Value?, text: (String) -> Value?,
    check: (Value) -> String? = { _ in nil }
  ) -> Value? {
    known.insert(name)
    var result: Value?
    if let value = texts[name] {
      result = text(value)
      if let problem = result.map(check) ?? "must be \(expected)", problems[name] == nil {
        complain(name, problem)
      }
    }
    if let value = members[name] {
      result = json(value)
      if let problem = result.map(check) ?? "must be \(expected), not \(value.kind)" {
        complain(name, problem)
      }
    }
    return problems[name] == nil ? result : nil
  }

  mutating func string(_ name: String, check: (String) -> String? = { _ in nil }) -> String? {
    value(
      name, "a string", json: { if case .string(let text) = $0 { text } else { nil } }, text: { $0 },
      check: check)
  }

  mutating func bool(_ name: String) -> Bool? {
    value(
      name, "true or false", json: { if case .bool(let value) = $0 { value } else { nil } },
      text: { $0 == "true" ? true : $0 == "false" ? false : nil })
  }

  mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
    let bounds =
      range.upperBound == .max
      ? "must be at least \(range.lowerBound)" : "must be from \(range.lowerBound) to \(range.upperBound)"
    return value(
      name, "a whole number", json: { if case .integer(let value) = $0 { value } else { nil } },
      text: { $0.first == "+" ? nil : Int($0) }, check: { range.contains($0) ? nil : bounds })
  }

  /// A list of strings; in the query separated by commas.
  mutating func strings(_ name: String, check: ([String]) -> String? = { _ in nil }) -> [String]? {
    value(
      name, "an array of strings",
      json: { value in
        guard case .array(let elements) = value else { return nil }
        var texts: [String] = []
        for element in elements {
          guard case .string(let text) = element else { return nil }
          texts.append(text)
        }
        return texts
      }, text: { $0.split(separator: ",").map(String.init) }, check: check)
  }

  mutating func array(_ name: String) -> [JSONValue]? {
    value(
      name, "an array", json: { if case .array(let elements) = $0 { elements } else { nil } },
      text: { _ in nil })
  }

  /// One of the values of an enumeration, by its name.
  mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String, _: Value.Type = Value.self, among values: [Value] = Array(Value.allCases)
  ) -> Value? where Value.RawValue == String {
    let expected = "one of " + values.map(\.rawValue).joined(separator: ", ")
    func find(_ text: String) -> Value? { values.first { $0.rawValue == text } }
    return value(
      name, expected, json: { if case .string(let text) = $0 { find(text) } else { nil } }, text: find)
  }

  /// Throws what was wrong, where anything was.
  mutating func finish() throws(APIError) {
    let unknown = Set(members.keys).union(texts.keys).subtracting(known).sorted()
    for name in unknown.prefix(Self.mostNamed) {
      let shown = String(name.prefix(Self.longestNamed))
      let close = CloseMatches.find(shown, in: known, limit: 1).first
      complain(shown, "is not known here" + (close.map { "; did you mean \($0)?" } ?? ""))
    }
    if unknown.count > Self.mostNamed {
      complain("...", "\(unknown.count - Self.mostNamed) more are not known here")
    }
    if !problems.isEmpty { throw .invalid(problems) }
  }
}
