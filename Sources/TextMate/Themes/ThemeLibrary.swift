internal import Synchronization

/// Finds themes by identifier in folders, or by the path of a file.
///
/// ```swift
/// let theme = try ThemeLibrary(folders: ["themes"]).theme(named: "obsidian")
/// ```
///
/// If several themes have the same identifier, the last folder wins. Thread-safe.
public final class ThemeLibrary: Sendable {
  /// A theme's properties for a list of themes.
  ///
  /// ```swift
  /// for theme in themes.summaries { print("\(theme.id)  \(theme.name)") }
  /// ```
  public struct Summary: Hashable, Sendable {
    public var id: String
    public var name: String
    public var isDark: Bool
  }

  /// Former identifiers of themes.
  private static let formerIDs = ["ghost": "ghost-protocol", "electric": "electric-grid"]
  private let contributions: [String: ThemeContribution]
  /// Compiled themes, which all folders override.
  private let base: CompiledFolder?
  private let loaded = Mutex<[String: Theme]>([:])
  /// The folders that could not be read.
  public let folderFailures: [LoadError]

  /// Creates a library.
  ///
  /// - Parameter folders: Plain folders of themes, or VS Code extensions.
  public convenience init(folders: [String]) { self.init(folders: folders, base: nil) }

  /// Creates a library in which folders override compiled themes.
  package init(folders: [String], base: CompiledFolder?) {
    self.base = base
    var contributions: [String: ThemeContribution] = [:]
    var failures: [LoadError] = []
    for folder in folders {
      do throws(LoadError) {
        for theme in try Self.contributions(of: folder) { contributions[theme.id.lowercased()] = theme }
      } catch {
        failures.append(error)
      }
    }
    self.contributions = contributions
    folderFailures = failures
  }

  private static func contributions(of folder: String) throws(LoadError) -> [ThemeContribution] {
    if FileBytes.isFile(FilePath.join(folder, "package.json")) {
      let themes = try ExtensionManifest.read(folder: folder).themes
      if !themes.isEmpty { return themes }
    }
    guard let names = FileBytes.names(inFolder: folder) else {
      throw LoadError(code: .unreadable, message: "no such folder, or not readable", path: folder)
    }
    var themes: [ThemeContribution] = []
    for name in names.sorted() {
      let path = FilePath.join(folder, name)
      if isThemeFile(name), name != "package.json" {
        let stem = FilePath.stem(name)
        themes.append(ThemeContribution(id: stem, label: stem, path: path))
      } else if FileBytes.isFile(FilePath.join(path, "package.json")),
        let manifest = try? ExtensionManifest.read(folder: path)
      {
        themes += manifest.themes
      }
    }
    return themes
  }

  static func isThemeFile(_ name: String) -> Bool {
    name.hasSuffix(".json") || name.hasSuffix(".tmTheme") || name.hasSuffix(".jsonc")
  }

  /// Loads the theme with an identifier (in any case, or a former one), or the theme in the file at a path.
  ///
  /// - Throws: ``LoadError`` with `notFound` and suggestions in its message if there is no such theme, or the
  ///   error from loading its file.
  public func theme(named name: String) throws(LoadError) -> Theme {
    let lowered = name.lowercased()
    let isKnown = contributions[lowered] != nil || base?.hasTheme(lowered) == true
    let id = isKnown ? lowered : Self.formerIDs[lowered] ?? lowered
    if let theme = loaded.withLock({ $0[id] }) { return theme }
    if let contribution = contributions[id] {
      let theme = try Theme(
        path: contribution.path, id: contribution.id, isDark: contribution.isDark)
      loaded.withLock { $0[id] = theme }
      return theme
    }
    if let theme = try base?.theme(id) {
      loaded.withLock { $0[id] = theme }
      return theme
    }
    if name.contains("/") || Self.isThemeFile(name) { return try Theme(path: name) }
    let close = closestMatches(to: name)
    let hint = close.isEmpty ? "" : "; did you mean \(close.joined(separator: " or "))?"
    throw LoadError(code: .notFound, message: "unknown theme '\(name)'\(hint)")
  }

  /// The identifiers of all themes, sorted. Does not load their files.
  public var ids: [String] {
    Set(contributions.values.map(\.id)).union(base?.themeIDs ?? []).sorted()
  }

  /// All readable themes, sorted by identifier. Loads each file.
  public var summaries: [Summary] {
    ids.compactMap { id in
      guard let theme = try? theme(named: id) else { return nil }
      return Summary(id: theme.id, name: theme.name, isDark: theme.isDark)
    }
  }

  /// Suggests identifiers for a misspelled one, the best first.
  public func closestMatches(to name: String) -> [String] { CloseMatches.find(name, in: ids) }
}
