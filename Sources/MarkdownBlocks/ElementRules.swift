internal import StyledRuns

/// The custom elements of a text: which names are elements, and as what each is shown.
///
/// ```swift
/// var options = MarkdownOptions(extensions: .standard)
/// options.elements = try ElementRules.standard.adding("plan=card,scratchpad=thinking,aside")
/// ```
///
/// The start tag of an element begins a line. Its end tag may stand anywhere in the text of the element, or begins a line.
/// A name that HTML has too (`cite`) must stand alone on its line, since text in HTML begins with it as well.
public struct ElementRules: Sendable, Hashable {
  /// A name, in lower case, and what its elements are shown as.
  struct Rule: Sendable, Hashable {
    var name: [UInt8]
    var role: Element.Role
    /// Whether only a start tag alone on its line begins an element.
    var standsAlone: Bool
  }

  private(set) var rules: [Rule] = []

  /// The names that language models use: `think` and `thinking` are thinking, `artifact` and `antartifact` cards, `cite` is
  /// a container.
  public static let standard: ElementRules = {
    var rules = ElementRules()
    for name in ["think", "thinking"] { rules.set(name, .thinking) }
    for name in ["artifact", "antartifact"] { rules.set(name, .card) }
    rules.set("cite", .container)
    return rules
  }()

  /// No names: everything in angle brackets is raw HTML.
  public init() {}

  static let longestName = 40
  private static let greatestCount = 100
  private static let namesOfHTML: Set<String> = ["cite"]

  private mutating func set(_ name: String, _ role: Element.Role) {
    let rule = Rule(name: Array(name.utf8), role: role, standsAlone: Self.namesOfHTML.contains(name))
    if let known = rules.firstIndex(where: { $0.name == rule.name }) {
      rules[known] = rule
    } else {
      rules.append(rule)
    }
  }

  /// Returns rules with more names.
  ///
  /// - Parameter list: Names with commas between them, each with `=thinking`, `=card` or `=container` after
  ///   it, which is the default; `-NAME` makes a name raw HTML again.
  /// - Throws: ``ElementRuleError`` for a name or role that there cannot be.
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
      let role = words.count == 2 ? String(words[1]).filter { $0 != " " } : Element.Role.container.rawValue
      guard let known = Element.Role(rawValue: role) else { throw ElementRuleError(problem: .role(role)) }
      copy.set(name, known)
    }
    guard copy.rules.count <= Self.greatestCount else { throw ElementRuleError(problem: .count) }
    return copy
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first.isLetter, name.utf8.count <= longestName else { return false }
    return name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
  }

  /// Returns the index of the rule for a name as it stands in a tag; nil if it is no element's.
  func index(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    rules.firstIndex { rule in
      rule.name.count == name.count && zip(rule.name, name).allSatisfy { $0 == $1.lowercased }
    }
  }
}

/// A list of elements has a name or role that there cannot be.
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
