/// A grammar as written in its file, with no includes resolved and no patterns compiled.
///
/// ```swift
/// let grammar = RawGrammar(
///   scopeName: "source.example",
///   patterns: [RawRule(name: "keyword.control.example", match: #"\bif\b"#)])
/// ```
public struct RawGrammar: Sendable {
  public var scopeName: String
  public var name: String?
  public var patterns: [RawRule]
  public var repository: [String: RawRule]
  /// The selectors and rules of injections in file order, which decides between equal priorities.
  public var injections: [(selector: String, rule: RawRule)]
  public var injectionSelector: String?
  public var firstLineMatch: String?
  public var fileTypes: [String]
  /// The path of the file, for messages.
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

/// A rule as written in a grammar's file.
///
/// A class, because compilation identifies rules by identity and because rules nest without limit. Immutable,
/// so it can be shared between threads. Most rules are includes, simple matches or names of captures. The
/// members that only other rules have are stored separately, so that common rules are small.
///
/// ```swift
/// RawRule(name: "string.quoted.double.example", begin: "\"", end: "\"")
/// ```
public final class RawRule: Sendable {
  public let name: String?
  /// The include if there is one, otherwise the match pattern.
  private let text: String?
  public let captures: [Int: RawRule]?
  private let details: Details?
  private let isInclude: Bool

  private final class Details: Sendable {
    let match: String?
    let contentName: String?
    let begin: String?
    let end: String?
    let `while`: String?
    let beginCaptures: [Int: RawRule]?
    let endCaptures: [Int: RawRule]?
    let whileCaptures: [Int: RawRule]?
    let patterns: [RawRule]?
    let repository: [String: RawRule]?
    let applyEndPatternLast: Bool
    let disabled: Bool

    init(
      match: String?, contentName: String?, begin: String?, end: String?, while: String?,
      beginCaptures: [Int: RawRule]?, endCaptures: [Int: RawRule]?, whileCaptures: [Int: RawRule]?,
      patterns: [RawRule]?, repository: [String: RawRule]?, applyEndPatternLast: Bool, disabled: Bool
    ) {
      self.match = match
      self.contentName = contentName
      self.begin = begin
      self.end = end
      self.while = `while`
      self.beginCaptures = beginCaptures
      self.endCaptures = endCaptures
      self.whileCaptures = whileCaptures
      self.patterns = patterns
      self.repository = repository
      self.applyEndPatternLast = applyEndPatternLast
      self.disabled = disabled
    }
  }

  /// Creates a rule from the members that it has in a grammar file.
  ///
  /// As in VS Code, an empty `include` counts as missing. Captures are keyed by group number; each is a rule
  /// with a name, patterns, or both.
  public init(
    name: String? = nil, contentName: String? = nil, include: String? = nil,
    match: String? = nil, begin: String? = nil, end: String? = nil, while: String? = nil,
    captures: [Int: RawRule]? = nil, beginCaptures: [Int: RawRule]? = nil,
    endCaptures: [Int: RawRule]? = nil, whileCaptures: [Int: RawRule]? = nil,
    patterns: [RawRule]? = nil, repository: [String: RawRule]? = nil,
    applyEndPatternLast: Bool = false, disabled: Bool = false
  ) {
    self.name = name
    isInclude = include?.isEmpty == false
    text = isInclude ? include : match
    self.captures = captures
    let isPlain =
      (!isInclude || match == nil) && contentName == nil && begin == nil && end == nil && `while` == nil
      && beginCaptures == nil && endCaptures == nil && whileCaptures == nil && patterns == nil
      && repository == nil && !applyEndPatternLast && !disabled
    details =
      isPlain
      ? nil
      : Details(
        match: isInclude ? match : nil, contentName: contentName, begin: begin, end: end, while: `while`,
        beginCaptures: beginCaptures, endCaptures: endCaptures, whileCaptures: whileCaptures,
        patterns: patterns, repository: repository, applyEndPatternLast: applyEndPatternLast,
        disabled: disabled)
  }

  public var include: String? { isInclude ? text : nil }
  public var match: String? { isInclude ? details?.match : text }
  public var contentName: String? { details?.contentName }
  public var begin: String? { details?.begin }
  public var end: String? { details?.end }
  public var `while`: String? { details?.while }
  public var beginCaptures: [Int: RawRule]? { details?.beginCaptures }
  public var endCaptures: [Int: RawRule]? { details?.endCaptures }
  public var whileCaptures: [Int: RawRule]? { details?.whileCaptures }
  public var patterns: [RawRule]? { details?.patterns }
  public var repository: [String: RawRule]? { details?.repository }
  public var applyEndPatternLast: Bool { details?.applyEndPatternLast ?? false }
  public var disabled: Bool { details?.disabled ?? false }
}
