/// A grammar as its file states it: nothing resolved, nothing compiled.
public struct RawGrammar: Sendable {
  public var scopeName: String
  public var name: String?
  public var patterns: [RawRule]
  public var repository: [String: RawRule]
  /// Selector text and rule, in the order of the file (the order decides between equal priorities).
  public var injections: [(selector: String, rule: RawRule)]
  public var injectionSelector: String?
  public var firstLineMatch: String?
  public var fileTypes: [String]
  /// The file it was read from, for messages.
  public var path: String?

  public init(
    scopeName: String, name: String? = nil, patterns: [RawRule] = [],
    repository: [String: RawRule] = [:],
    injections: [(selector: String, rule: RawRule)] = [], injectionSelector: String? = nil,
    firstLineMatch: String? = nil, fileTypes: [String] = [],
    path: String? = nil
  ) {
    self.scopeName = scopeName
    self.name = name
    self.patterns = patterns
    self.repository = repository
    self.injections = injections
    self.injectionSelector = injectionSelector
    self.firstLineMatch = firstLineMatch
    self.fileTypes = fileTypes
    self.path = path
  }
}

/// A rule as a grammar's file states it. A class, because a rule's identity is what compilation keys on and
/// because rules nest without bound; immutable once read, so it may be shared between threads.
public final class RawRule: Sendable {
  public let name: String?
  public let contentName: String?
  /// An empty one in a file is none, as VS Code has it.
  public let include: String?
  public let match: String?
  public let begin: String?
  public let end: String?
  public let `while`: String?
  /// By group number. A capture is a rule: a name, patterns, or both.
  public let captures: [Int: RawRule]?
  public let beginCaptures: [Int: RawRule]?
  public let endCaptures: [Int: RawRule]?
  public let whileCaptures: [Int: RawRule]?
  public let patterns: [RawRule]?
  public let repository: [String: RawRule]?
  public let applyEndPatternLast: Bool
  public let disabled: Bool

  public init(
    name: String? = nil, contentName: String? = nil, include: String? = nil,
    match: String? = nil, begin: String? = nil, end: String? = nil, while: String? = nil,
    captures: [Int: RawRule]? = nil, beginCaptures: [Int: RawRule]? = nil,
    endCaptures: [Int: RawRule]? = nil, whileCaptures: [Int: RawRule]? = nil,
    patterns: [RawRule]? = nil, repository: [String: RawRule]? = nil,
    applyEndPatternLast: Bool = false, disabled: Bool = false
  ) {
    self.name = name
    self.contentName = contentName
    self.include = include?.isEmpty == true ? nil : include
    self.match = match
    self.begin = begin
    self.end = end
    self.while = `while`
    self.captures = captures
    self.beginCaptures = beginCaptures
    self.endCaptures = endCaptures
    self.whileCaptures = whileCaptures
    self.patterns = patterns
    self.repository = repository
    self.applyEndPatternLast = applyEndPatternLast
    self.disabled = disabled
  }
}
