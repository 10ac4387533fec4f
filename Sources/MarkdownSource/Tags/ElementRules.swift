package import StyledRuns

/// The names of custom elements, and the presentation of each.
///
/// ```swift
/// let rules = try ElementRules.standard.adding("plan=card,scratchpad=thinking,aside")
/// ```
///
/// The start tag of an element begins a line. Its end tag begins a line, or occurs anywhere in the element's
/// text. A name that is also an HTML element (`cite`) must be alone on its line, because ordinary HTML text
/// also begins with such tags.
public struct ElementRules: Sendable, Hashable {
  /// An element name in lower case, and its presentation.
  package struct ElementRule: Sendable, Hashable {
    package var name: [UInt8]
    package var role: Element.ElementRole
    /// Whether the start tag must be alone on its line.
    package var standsAlone: Bool
  }

  package private(set) var rules: [ElementRule] = []

  /// The names that language models use: `think` and `thinking` as thinking, `artifact` and `antartifact` as
  /// cards, `cite` as a container.
  public static let standard: ElementRules = {
    var rules = ElementRules()
    for name in ["think", "thinking"] { rules.set(name, .thinking) }
    for name in ["artifact", "antartifact"] { rules.set(name, .card) }
    rules.set("cite", .container)
    return rules
  }()

  /// Creates rules without names, so that all tags are raw HTML.
  public init() {}

  package static let longestName = 40
  private static let greatestCount = 100
  private static let namesOfHTML: Set<String> = ["cite"]

  private mutating func set(_ name: String, _ role: Element.ElementRole) {
    let rule = ElementRule(name: Array(name.utf8), role: role, standsAlone: Self.namesOfHTML.contains(name))
    if let known = rules.firstIndex(where: { $0.name == rule.name }) {
      rules[known] = rule
    } else {
      rules.append(rule)
    }
  }

  /// Returns rules with additional names.
  ///
  /// - Parameter list: Comma-separated names, each optionally followed by `=thinking`, `=card` or
  ///   `=container` (the default). `-NAME` removes a name, so that its tags are raw HTML.
  /// - Throws: ``ElementRuleError`` for an invalid name or role.
  public func adding(_ list: some StringProtocol) throws(ElementRuleError) -> ElementRules {
    var copy = self
    for part in list.split(separator: ",") {
      let words = part.split(separator: "=", omittingEmptySubsequences: false)
      var name = String(words[0]).filter { $0 != " " }.lowercased()
      let isRemoved = name.hasPrefix("-")
      if isRemoved { name.removeFirst() }
      guard Self.isName(name), words.count <= 2 else { throw ElementRuleError(problem: .name(name)) }
      if isRemoved {
        copy.rules.removeAll { $0.name == Array(name.utf8) }
        continue
      }
      let role =
        words.count == 2 ? String(words[1]).filter { $0 != " " } : Element.ElementRole.container.rawValue
      guard let known = Element.ElementRole(rawValue: role) else {
        throw ElementRuleError(problem: .role(role))
      }
      copy.set(name, known)
    }
    guard copy.rules.count <= Self.greatestCount else { throw ElementRuleError(problem: .count) }
    return copy
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first.isLetter, name.utf8.count <= longestName else { return false }
    return name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
  }

  /// Returns the index of the rule for a tag name; nil if the name is not a custom element.
  package func index(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    rules.firstIndex { rule in
      rule.name.count == name.count && zip(rule.name, name).allSatisfy { $0 == $1.lowercased }
    }
  }
}

/// The error for an invalid name or role in a list of elements.
///
/// ```swift
/// do {
///   _ = try ElementRules.standard.adding("plan=cards")
/// } catch {
///   print(error)  // 'cards' is no role of an element; there are: thinking, card, container
/// }
/// ```
public struct ElementRuleError: Error, Hashable, Sendable, CustomStringConvertible {
  enum Problem: Hashable, Sendable { case name(String), role(String), count }
  var problem: Problem

  public var description: String {
    switch problem {
    case .name(let name):
      "'\(name)' is no name of an element: a letter, then letters, digits and dashes, at most 40"
    case .role(let role): "'\(role)' is no role of an element; there are: thinking, card, container"
    case .count: "at most 100 names can be elements"
    }
  }
}
