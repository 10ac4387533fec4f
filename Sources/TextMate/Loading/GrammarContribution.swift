/// A grammar that a folder offers: its scope, its file, and how the folder says it is to be used.
struct GrammarContribution: Sendable {
  var scope: ScopeName
  var path: String
  var language: LanguageID?
  /// Scopes of grammars that this one is to be injected into.
  var injectTo: [ScopeName] = []
  /// The language of the text in these scopes, where it is not the grammar's own.
  var embeddedLanguages: [ScopeName: LanguageID] = [:]
}

/// A theme that a folder offers.
struct ThemeContribution: Sendable {
  var id: String
  var label: String
  var path: String
  /// Whether the folder says that it is dark; nil where the theme itself must tell.
  var isDark: Bool?
}

/// What a folder offers, its grammars and themes not yet read.
struct FolderContents: Sendable {
  var grammars: [GrammarContribution] = []
  var languages: [Language] = []
  var themes: [ThemeContribution] = []
  /// Files that were passed over because they could not be understood.
  var failures: [LoadError] = []

  mutating func append(_ other: FolderContents) {
    grammars += other.grammars
    languages += other.languages
    themes += other.themes
    failures += other.failures
  }
}

/// Joins paths and takes them apart, as text.
enum FilePath {
  /// `name` within `folder`; `name` alone when it starts at the root.
  static func join(_ folder: String, _ name: String) -> String {
    if name.hasPrefix("/") || folder.isEmpty { return name }
    var name = name[...]
    while name.hasPrefix("./") { name = name.dropFirst(2) }
    return folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  static func lastComponent(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The folder that a path lies in; empty for a bare name.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The name of a file without the endings that grammars and themes have.
  static func stem(_ name: String) -> String {
    var stem = name[...]
    for ending in [".json", ".plist", ".tmLanguage", ".tmTheme", "-color-theme"]
    where stem.hasSuffix(ending) && stem.count > ending.count {
      stem = stem.dropLast(ending.count)
    }
    return String(stem)
  }
}
