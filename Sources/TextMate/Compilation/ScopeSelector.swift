/// One alternative of a scope selector (`L:source.js -(string, comment)`), with VS Code's semantics.
struct ScopeSelector: Sendable {
  /// The priority of an injection. At the same position, -1 comes before the grammar's own rules, 0 and 1
  /// come after them; lower values come first.
  let priority: Int
  private let expression: Expression
  /// The paths of the expression: scopes that must occur in this order, with others allowed in between.
  private let paths: [[String]]

  /// The number of scopes of each path that a part of a stack has matched.
  typealias Progress = [Int]

  private indirect enum Expression: Sendable {
    /// The path with this index.
    case path(Int)
    /// A negation. Its operand is nil if it is missing; such a negation matches nothing.
    case not(Expression?)
    case all([Expression])
    case any([Expression])
  }

  /// The progress in an empty stack.
  var start: Progress { Progress(repeating: 0, count: paths.count) }

  /// Continues with the next scope of a stack, from the outermost on.
  func advance(_ progress: inout Progress, over scope: String) {
    for (index, path) in paths.enumerated() {
      let matched = progress[index]
      if matched < path.count, Self.isScope(scope, within: path[matched]) { progress[index] += 1 }
    }
  }

  /// Whether a stack with this progress matches.
  func holds(after progress: Progress) -> Bool { holds(expression, progress) }

  private func holds(_ expression: Expression, _ progress: Progress) -> Bool {
    switch expression {
    case .path(let index): progress[index] == paths[index].count
    case .not(let excluded): excluded.map { !holds($0, progress) } ?? false
    case .all(let parts): parts.allSatisfy { holds($0, progress) }
    case .any(let parts): parts.contains { holds($0, progress) }
    }
  }

  /// Whether `scope` equals `name` or is below it: `string.quoted` is below `string`, `strings` is not.
  private static func isScope(_ scope: String, within name: String) -> Bool {
    // The buffers are read, because each byte of a view costs a call.
    var (scope, name) = (scope, name)
    return scope.withUTF8 { scope in
      name.withUTF8 { name in
        !scope.isEmpty
          && (scope.count == name.count || scope.count > name.count && scope[name.count] == UInt8(ascii: "."))
          && scope.starts(with: name)
      }
    }
  }

  /// Parses a selector into its alternatives, in order.
  static func parse(_ text: String) -> [ScopeSelector] {
    var parser = Parser(text)
    return parser.parse()
  }

  private struct Parser {
    private var tokens: [String] = []
    private var index = 0
    private var depth = 0
    /// The paths of the current alternative.
    private var paths: [[String]] = []
    /// The nesting limit of parentheses and minus signs.
    private static let deepest = 100

    private var token: String? { index < tokens.count ? tokens[index] : nil }

    /// Splits a text into tokens: `L:`, `R:`, names, and the signs `, | - ( )`. Other characters are skipped.
    init(_ text: String) {
      let bytes = Array(text.utf8)
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "L") || byte == UInt8(ascii: "R"), index + 1 < bytes.count,
          bytes[index + 1] == UInt8(ascii: ":")
        {
          tokens.append(String(decoding: bytes[index...index + 1], as: UTF8.self))
          index += 2
        } else if Self.isNameByte(byte) {
          var end = index + 1
          while end < bytes.count, Self.isNameByte(bytes[end]) || bytes[end] == UInt8(ascii: "-") { end += 1 }
          tokens.append(String(decoding: bytes[index..<end], as: UTF8.self))
          index = end
        } else {
          if ",|-()".utf8.contains(byte) { tokens.append(String(UnicodeScalar(byte))) }
          index += 1
        }
      }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"):
        true
      default: false
      }
    }

    private func isName(_ token: String?) -> Bool { token?.utf8.contains(where: Self.isNameByte) ?? false }

    mutating func parse() -> [ScopeSelector] {
      var selectors: [ScopeSelector] = []
      while let first = token {
        var priority = 0
        if first.utf8.count == 2, first.utf8.last == UInt8(ascii: ":") {
          priority = first == "L:" ? -1 : first == "R:" ? 1 : 0
          index += 1
        }
        paths = []
        let expression = conjunction()
        selectors.append(ScopeSelector(priority: priority, expression: expression, paths: paths))
        guard token == "," else { break }
        index += 1
      }
      return selectors
    }

    private mutating func operand() -> Expression? {
      guard depth < Self.deepest else { return nil }
      depth += 1
      defer { depth -= 1 }
      if token == "-" {
        index += 1
        return .not(operand())
      }
      if token == "(" {
        index += 1
        let inner = alternatives()
        if token == ")" { index += 1 }
        return inner
      }
      guard isName(token) else { return nil }
      var names: [String] = []
      while let name = token, isName(name) {
        names.append(name)
        index += 1
      }
      paths.append(names)
      return .path(paths.count - 1)
    }

    private mutating func conjunction() -> Expression {
      var parts: [Expression] = []
      while let part = operand() { parts.append(part) }
      return .all(parts)
    }

    private mutating func alternatives() -> Expression {
      var parts = [conjunction()]
      while token == "|" || token == "," {
        while token == "|" || token == "," { index += 1 }
        parts.append(conjunction())
      }
      return .any(parts)
    }
  }
}
