/// Checks a grammar file for mistakes that VS Code ignores silently.
///
/// ```swift
/// let library = GrammarLibrary(folders: ["grammars"])
/// let findings = try GrammarCheck.findings(inFile: "swift.json", source: library)
/// for finding in findings { print("\(finding.line): \(finding.message)") }
/// ```
public struct GrammarCheck {
  /// A mistake or a probable mistake, and its location.
  ///
  /// ```swift
  /// print("\(finding.line):\(finding.column): \(finding.message)")
  /// ```
  public struct GrammarFinding: Hashable, Sendable {
    /// The severity of a finding.
    ///
    /// ```swift
    /// let hasErrors = findings.contains { $0.severity == .error }
    /// ```
    public enum Severity: String, Hashable, Sendable {
      /// A rule does not do what it is written to do.
      case error
      /// A rule works, but is unnecessary or may be slow.
      case warning
    }

    public var severity: Severity
    public var message: String
    /// The path of the value, such as `repository.strings.patterns[2].match`.
    public var location: String
    /// The line, from 1.
    public var line: Int
    /// The column in bytes, from 1.
    public var column: Int
  }

  let grammar: RawGrammar
  /// The grammars that this grammar can include.
  let source: any GrammarSource
  /// Other grammars, which may include rules of this grammar.
  let neighbours: () -> [RawGrammar]
  private(set) var findings: [GrammarFinding] = []
  private let tree: DataTree
  let prober = EmptyMatchProber()
  /// The rules that were visited, by identity.
  var reached: Set<ObjectIdentifier> = []

  /// Checks a grammar.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the grammar file.
  ///   - path: The path of the file, for messages.
  ///   - source: The grammars that this grammar can include.
  ///   - neighbours: All grammars that may include rules of this grammar. Called only if a rule seems unused.
  /// - Returns: The findings in the order of the file.
  /// - Throws: ``LoadError`` if the file is not a readable grammar.
  public static func findings(
    in bytes: [UInt8], path: String? = nil, source: any GrammarSource,
    neighbours: @escaping () -> [RawGrammar] = { [] }
  ) throws(LoadError) -> [GrammarFinding] {
    let tree = try DataTree.read(bytes, path: path)
    var decoder = RawGrammarDecoder()
    let grammar = try decoder.decode(tree)
    var check = GrammarCheck(grammar: grammar, tree: tree, source: source, neighbours: neighbours)
    check.findings = decoder.issues.map {
      GrammarFinding(
        severity: .error, message: $0.message, location: $0.location, line: $0.line, column: $0.column)
    }
    check.checkRules()
    check.checkReachability()
    return check.findings.sorted { ($0.line, $0.column, $0.message) < ($1.line, $1.column, $1.message) }
  }

  /// Checks the grammar in the file at `path`. See ``findings(in:path:source:neighbours:)``.
  public static func findings(
    inFile path: String, source: any GrammarSource, neighbours: @escaping () -> [RawGrammar] = { [] }
  ) throws(LoadError) -> [GrammarFinding] {
    try findings(in: FileBytes.read(path), path: path, source: source, neighbours: neighbours)
  }

  private init(
    grammar: RawGrammar, tree: DataTree, source: any GrammarSource, neighbours: @escaping () -> [RawGrammar]
  ) {
    self.grammar = grammar
    self.tree = tree
    self.source = source
    self.neighbours = neighbours
  }

  mutating func report(_ severity: GrammarFinding.Severity, _ message: String, at path: RulePath) {
    let place = path.value(in: tree.root).position
    findings.append(
      GrammarFinding(
        severity: severity, message: message, location: path.description, line: place.line,
        column: place.column))
  }

  private mutating func checkRules() {
    if let firstLine = grammar.firstLineMatch {
      _ = compiled(firstLine, at: RulePath(["firstLineMatch"]))
    }
    for (index, rule) in grammar.patterns.enumerated() {
      check(rule, at: RulePath(["patterns", "\(index)"]))
    }
    for (name, rule) in grammar.repository.sorted(by: { $0.key < $1.key }) {
      check(rule, at: RulePath(["repository", name]))
    }
    for (selector, rule) in grammar.injections {
      let path = RulePath(["injections", selector])
      if ScopeSelector.parse(selector).isEmpty { report(.error, "a selector that matches nothing", at: path) }
      check(rule, at: path)
    }
  }

  /// Checks a rule and the rules inside it.
  private mutating func check(_ rule: RawRule, at path: RulePath) {
    checkPatterns(of: rule, at: path)
    for (member, captures) in [
      ("captures", rule.captures), ("beginCaptures", rule.beginCaptures), ("endCaptures", rule.endCaptures),
      ("whileCaptures", rule.whileCaptures),
    ] {
      for (group, capture) in (captures ?? [:]).sorted(by: { $0.key < $1.key }) {
        check(capture, at: path.appending(member, "\(group)"))
      }
    }
    for (index, pattern) in (rule.patterns ?? []).enumerated() {
      check(pattern, at: path.appending("patterns", "\(index)"))
    }
    for (name, named) in (rule.repository ?? [:]).sorted(by: { $0.key < $1.key }) {
      check(named, at: path.appending("repository", name))
    }
    let isMatcher = rule.match?.isEmpty == false || rule.begin != nil
    if isMatcher, rule.repository != nil {
      report(
        .warning, "a repository is looked at only in a rule without match and begin",
        at: path.appending("repository"))
    }
    if isMatcher, rule.include != nil {
      report(.warning, "include has no effect beside match or begin", at: path.appending("include"))
    }
    if rule.begin != nil, rule.match?.isEmpty == false {
      report(.warning, "begin has no effect beside match", at: path.appending("begin"))
    }
  }
}

/// The path from a grammar's root to a value: names of members and indices of elements.
struct RulePath: CustomStringConvertible {
  private var parts: [String]

  init(_ parts: [String]) { self.parts = parts }

  func appending(_ more: String...) -> RulePath { RulePath(parts + more) }

  var description: String {
    var text = ""
    for (index, part) in parts.enumerated() {
      if index > 0, parts[index - 1] == "patterns" || parts[0] == "injections" && index == 1 {
        text += "[\(part)]"
      } else {
        text += text.isEmpty ? part : "." + part
      }
    }
    return text
  }

  /// Returns the value at the path, or the innermost existing value if the path leads nowhere.
  func value(in root: DataValue) -> DataValue {
    var value = root
    for part in parts {
      let next: DataValue?
      if value.kind == .array, let wanted = Int(part) {
        next = value.elements.enumerated().first { $0.offset == wanted }?.element
      } else {
        next = value[part]
      }
      guard let next else { return value }
      value = next
    }
    return value
  }
}
