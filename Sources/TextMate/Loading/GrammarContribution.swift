/// A grammar in a folder: its scope, its file, and how the folder's manifest uses it.
struct GrammarContribution: Sendable {
  var scope: ScopeName
  var path: String
  var language: LanguageID?
  /// The scopes of the grammars into which this grammar is injected.
  var injectTo: [ScopeName] = []
  /// The languages of embedded text by scope, if they differ from the grammar's own language.
  var embeddedLanguages: [ScopeName: LanguageID] = [:]
}

/// A theme in a folder.
struct ThemeContribution: Sendable {
  var id: String
  var label: String
  var path: String
  /// Whether the manifest marks the theme as dark; nil if the manifest does not state it.
  var isDark: Bool?
}

/// The grammars, languages and themes in a folder. Their files are not loaded yet.
struct FolderContents: Sendable {
  var grammars: [GrammarContribution] = []
  var languages: [Language] = []
  var themes: [ThemeContribution] = []
  /// Errors in files that were skipped.
  var failures: [LoadError] = []
  /// The compiled form of grammars, by the path of the grammar.
  var compiled: [String: CompiledFolder] = [:]

  mutating func append(_ other: FolderContents) {
    grammars += other.grammars
    languages += other.languages
    themes += other.themes
    failures += other.failures
    compiled.merge(other.compiled) { _, new in new }
  }
}

/// Joins and splits paths as text.
enum FilePath {
  /// Returns the path of `name` in `folder`; `name` itself if it is absolute.
  static func join(_ folder: String, _ name: String) -> String {
    if name.hasPrefix("/") || folder.isEmpty { return name }
    var rest = name[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    return folder.hasSuffix("/") ? "\(folder)\(rest)" : "\(folder)/\(rest)"
  }

  static func lastComponent(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Returns the folder part of a path; empty for a bare name.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the name of a file without the extensions of grammars and themes.
  static func stem(_ name: String) -> String {
    var stem = name[...]
    for ending in [".json", ".plist", ".tmLanguage", ".tmTheme", "-color-theme"]
    where stem.hasSuffix(ending) && stem.count > ending.count {
      stem = stem.dropLast(ending.count)
    }
    return String(stem)
  }
}
