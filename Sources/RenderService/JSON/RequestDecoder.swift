internal import HTTPTypes
internal import Hummingbird
internal import TextMate

/// Decodes the members of a request by name and collects all errors.
///
/// ```swift
/// var decoder = try RequestDecoder(body: body, query: request.queryItems)
/// let text = decoder.required("text") { $0.string($1) }
/// let width = decoder.integer("width", in: 20...1000) ?? 80
/// try decoder.finish()
/// ```
///
/// A value is in the body or, as text, in the query. If both contain it, both must be valid, and the body
/// takes precedence. ``finish()`` throws one error with all problems, including unknown members.
struct RequestDecoder {
  /// The maximum number of unknown members that an error names, and the maximum number of characters of each
  /// name.
  private static let mostNamed = 10
  private static let longestNamed = 64

  private let members: [String: RequestJSON]
  private let texts: [String: String]
  private var known: Set<String> = []
  private var errors: [String: String] = [:]

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - members: The members of the body's object.
  ///   - query: The query parameters, in order.
  init(_ members: [String: RequestJSON] = [:], query: [(name: String, value: String)] = []) {
    self.members = members
    var texts: [String: String] = [:]
    for (name, value) in query {
      if texts.updateValue(value, forKey: name) != nil, errors.count < Self.mostNamed {
        errors[name] = "stands in the query more than once"
      }
    }
    self.texts = texts
  }

  /// Parses a body and creates a decoder.
  ///
  /// - Parameter body: A JSON object.
  /// - Throws: 400 if the body is not a JSON object.
  init(body: [UInt8], query: [(name: String, value: String)] = []) throws(APIError) {
    let value: RequestJSON
    do {
      value = try JSONParser.parse(body)
    } catch {
      throw .malformed("the body is no JSON: byte \(error.offset): \(error.message)")
    }
    guard case .object(let members) = value else {
      throw .malformed("the body must be a JSON object, not \(value.kind)")
    }
    self.init(members, query: query)
  }

  /// Returns the members that no function has asked for yet as a JSON object, from which a decoder of them can be created.
  func unreadJSON() -> [UInt8] {
    RequestJSON.object([
      "query": .object(texts.filter { !known.contains($0.key) }.mapValues { .string($0) }),
      "members": .object(members.filter { !known.contains($0.key) }),
    ]).bytes
  }

  /// Creates a decoder from ``unreadJSON()``.
  static func read(json: [UInt8]) -> RequestDecoder {
    let parts = RequestJSON.members(json)
    var query: [(name: String, value: String)] = []
    if case .object(let values)? = parts["query"] {
      for (name, value) in values { query.append((name, value.text ?? "")) }
    }
    guard case .object(let members)? = parts["members"] else { return RequestDecoder(query: query) }
    return RequestDecoder(members, query: query)
  }

  mutating func addError(_ name: String, _ error: String) { errors[name] = error }

  /// Decodes a required value.
  mutating func required<Value>(
    _ name: String, _ read: (inout RequestDecoder, String) -> Value?
  ) -> Value? {
    let value = read(&self, name)
    if value == nil, errors[name] == nil { addError(name, "is required") }
    return value
  }

  /// Decodes a header; nil if it is missing.
  ///
  /// - Parameter check: Returns a description of the error in a value, or nil.
  mutating func header(
    _ name: HTTPField.Name, of request: Request, check: (String) -> String?
  ) -> String? {
    guard let value = request.headers[name] else { return nil }
    if let error = check(value) {
      addError(name.rawName, error)
      return nil
    }
    return value
  }

  /// Decodes a member of the body or of the query.
  ///
  /// - Parameters:
  ///   - expected: A description of the valid values.
  ///   - check: Returns a description of another error in a value, or nil.
  private mutating func value<Value>(
    _ name: String, _ expected: @autoclosure () -> String, json: (RequestJSON) -> Value?,
    text: (String) -> Value?, check: (Value) -> String? = { _ in nil }
  ) -> Value? {
    // The fast path: most requests with a raw text have no options.
    if texts.isEmpty, members.isEmpty { return nil }
    known.insert(name)
    var result: Value?
    if let value = texts[name] {
      result = text(value)
      if let problem = result.map(check) ?? "must be \(expected())", errors[name] == nil {
        addError(name, problem)
      }
    }
    if let value = members[name] {
      result = json(value)
      if let problem = result.map(check) ?? "must be \(expected()), not \(value.kind)" {
        addError(name, problem)
      }
    }
    return errors[name] == nil ? result : nil
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
    value(
      name, "a whole number", json: { if case .integer(let value) = $0 { value } else { nil } },
      text: { $0.first == "+" ? nil : Int($0) },
      check: { value in
        if range.contains(value) { return nil }
        return range.upperBound == .max
          ? "must be at least \(range.lowerBound)"
          : "must be from \(range.lowerBound) to \(range.upperBound)"
      })
  }

  /// Decodes a list of strings, which are separated by commas in the query.
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

  mutating func array(_ name: String) -> [RequestJSON]? {
    value(
      name, "an array", json: { if case .array(let elements) = $0 { elements } else { nil } },
      text: { _ in nil })
  }

  /// Decodes a value of an enumeration by its name.
  mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String, _: Value.Type = Value.self, among values: [Value]? = nil
  ) -> Value? where Value.RawValue == String {
    if texts.isEmpty, members.isEmpty { return nil }
    let values = values ?? Array(Value.allCases)
    func find(_ text: String) -> Value? { values.first { $0.rawValue == text } }
    return value(
      name, "one of " + values.map(\.rawValue).joined(separator: ", "),
      json: { if case .string(let text) = $0 { find(text) } else { nil } }, text: find)
  }

  /// Throws all errors that were found, if any.
  mutating func finish() throws(APIError) {
    let unknown = Set(members.keys).union(texts.keys).subtracting(known).sorted()
    for name in unknown.prefix(Self.mostNamed) {
      let shown = String(name.prefix(Self.longestNamed))
      let close = CloseMatches.find(shown, in: known, limit: 1).first
      addError(shown, "is not known here" + (close.map { "; did you mean \($0)?" } ?? ""))
    }
    if unknown.count > Self.mostNamed {
      addError("...", "\(unknown.count - Self.mostNamed) more are not known here")
    }
    if !errors.isEmpty { throw .invalid(errors) }
  }
}

extension Request {
  /// The query parameters.
  var queryItems: [(name: String, value: String)] {
    uri.queryParameters.map { (String($0.key), String($0.value)) }
  }
}
