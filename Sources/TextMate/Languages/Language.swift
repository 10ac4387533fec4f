/// Names a language in the registry, as VS Code's identifiers do: `swift`, `cpp`, `shellscript`.
public struct LanguageID: RawRepresentable, Hashable, Sendable, Comparable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  public var description: String { rawValue }

  public static func < (left: LanguageID, right: LanguageID) -> Bool { left.rawValue < right.rawValue }
}

/// What is known of a language besides its grammar: how people name it and its files.
public struct Language: Hashable, Sendable {
  public var id: LanguageID
  /// As people write it: `Swift`, `C++`.
  public var name: String
  /// Other names that stand after a fence: `js`, `golang`.
  public var aliases: [String]
  /// With their dot; the language's own first.
  public var extensions: [String]
  /// Whole names; a `*` stands for any text.
  public var filenames: [String]
  /// Names of interpreters in a first line `#!...`, without version numbers.
  public var shebangs: [String]
  /// A regular expression for a first line.
  public var firstLine: String?
  /// The grammar's root scope; nil for a language without one.
  public var scope: ScopeName?

  public init(
    id: LanguageID, name: String, aliases: [String] = [], extensions: [String] = [],
    filenames: [String] = [], shebangs: [String] = [], firstLine: String? = nil,
    scope: ScopeName? = nil
  ) {
    self.id = id
    self.name = name
    self.aliases = aliases
    self.extensions = extensions
    self.filenames = filenames
    self.shebangs = shebangs
    self.firstLine = firstLine
    self.scope = scope
  }

  /// This language with what `other`, a later contribution to the same identifier, adds or changes.
  func merged(with other: Language) -> Language {
    func union(_ first: [String], _ second: [String]) -> [String] {
      first + second.filter { !first.contains($0) }
    }
    return Language(
      id: id, name: other.name == other.id.rawValue ? name : other.name,
      aliases: union(aliases, other.aliases), extensions: union(extensions, other.extensions),
      filenames: union(filenames, other.filenames), shebangs: union(shebangs, other.shebangs),
      firstLine: other.firstLine ?? firstLine, scope: other.scope ?? scope)
  }
}
