/// The identifier of a language, as in VS Code: `swift`, `cpp`, `shellscript`.
///
/// ```swift
/// let id: LanguageID = "swift"
/// ```
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

/// A language: its names, its file names, and the scope of its grammar.
///
/// ```swift
/// Language(id: "swift", name: "Swift", extensions: [".swift"], scope: "source.swift")
/// ```
public struct Language: Hashable, Sendable {
  public var id: LanguageID
  /// The display name: `Swift`, `C++`.
  public var name: String
  /// Further names in info strings: `js`, `golang`.
  public var aliases: [String]
  /// The file extensions with their dots, the preferred one first.
  public var extensions: [String]
  /// Complete file names. A `*` matches any text.
  public var filenames: [String]
  /// The names of interpreters in a first line `#!...`, without version numbers.
  public var shebangs: [String]
  /// A regular expression for the first line of a file.
  public var firstLine: String?
  /// The root scope of the grammar; nil for a language without a grammar.
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

  /// Merges a later contribution to the same identifier into this language.
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
