/// The index of a folder's grammars: the scope, file and language of each. With it, finding a grammar needs
/// only one small file.
///
/// The index is stored in the folder as `index.json`, which `ilsrender grammar index` writes. Without an
/// index the folder is scanned: each file is read once, without its rules.
///
/// ```swift
/// let (index, failures) = try GrammarIndex.scan("grammars")
/// ```
public struct GrammarIndex: Hashable, Sendable {
  /// A grammar in the folder.
  ///
  /// ```swift
  /// let files = try GrammarIndex.scan("grammars").index.entries.map(\.file)
  /// ```
  public struct IndexedGrammar: Hashable, Sendable {
    /// The file, relative to the folder.
    public var file: String
    public var scope: ScopeName
    /// The language; nil for an injection grammar, whose file names belong to other grammars.
    public var language: Language?
  }

  public static let filename = "index.json"

  /// The grammars, sorted by file.
  public var entries: [IndexedGrammar]

  /// Returns the names of files in a folder that can be grammars, in any order; nil if the path is not a folder.
  static func candidates(in folder: String) -> [String]? {
    FileBytes.names(inFolder: folder)?.filter { name in
      guard name != filename, name != "package.json", name != "language-configuration.json" else {
        return false
      }
      return name.hasSuffix(".json") || name.hasSuffix(".tmLanguage") || name.hasSuffix(".plist")
    }
  }

  /// Scans the grammars in a folder. Valid files that are no grammars are skipped silently.
  ///
  /// - Returns: The index, and the errors in malformed files.
  /// - Throws: ``LoadError`` if the folder cannot be read.
  public static func scan(_ folder: String) throws(LoadError) -> (index: GrammarIndex, failures: [LoadError])
  {
    guard let names = candidates(in: folder) else {
      throw LoadError(code: .unreadable, message: "no such folder, or not readable", path: folder)
    }
    var index = GrammarIndex(entries: [])
    var failures: [LoadError] = []
    for name in names.sorted() {
      do throws(LoadError) {
        let path = FilePath.join(folder, name)
        let tree = try DataTree.read(
          FileBytes.read(path), path: path, skipping: ["patterns", "repository", "injections"])
        if let entry = entry(for: tree.root, file: name) { index.entries.append(entry) }
      } catch {
        failures.append(error)
      }
    }
    return (index, failures)
  }

  /// Loads the index of a folder; nil if there is none or it does not list exactly the existing files.
  static func stored(in folder: String, candidates: [String]) -> GrammarIndex? {
    let path = FilePath.join(folder, filename)
    guard FileBytes.isFile(path), let bytes = try? FileBytes.read(path),
      let root = try? JSONReader.read(bytes, path: path).root, root.kind == .array
    else { return nil }
    var index = GrammarIndex(entries: [])
    for value in root.elements {
      guard let file = value["file"]?.string, let entry = entry(for: value, file: file) else { return nil }
      index.entries.append(entry)
    }
    return index.entries.map(\.file) == candidates.sorted() ? index : nil
  }

  /// Returns the index entry for a grammar, or for an entry of a stored index; nil if the value is no
  /// grammar.
  private static func entry(for value: DataValue, file: String) -> IndexedGrammar? {
    guard let scope = value["scopeName"]?.string, !scope.isEmpty else { return nil }
    let name = ScopeName(scope)
    let stated = value["language"].flatMap { Language(json: $0, scope: name) }
    let isInjection = value["injectionSelector"]?.string != nil || value["language"]?.kind == .null
    let language = stated ?? (isInjection ? nil : Language(grammar: value, file: file, scope: name))
    return IndexedGrammar(file: file, scope: name, language: language)
  }
}

extension Language {
  /// Parses the `language` member, an extension of this project to the grammar format.
  init?(json value: DataValue, scope: ScopeName) {
    guard let id = value["id"]?.string, !id.isEmpty else { return nil }
    self.init(
      id: LanguageID(id), name: value["name"]?.string ?? id, aliases: value["aliases"]?.strings ?? [],
      extensions: value["extensions"]?.strings ?? [], filenames: value["filenames"]?.strings ?? [],
      shebangs: value["shebangs"]?.strings ?? [], firstLine: value["firstLine"]?.string, scope: scope)
  }

  /// Derives a language from a grammar without a `language` member, with the name of its file.
  init(grammar value: DataValue, file: String, scope: ScopeName) {
    let id = FilePath.stem(file).lowercased()
    let name = value["displayName"]?.string ?? value["name"]?.string ?? id
    let fileTypes = value["fileTypes"]?.strings ?? []
    self.init(
      id: LanguageID(id), name: name,
      aliases: [value["name"]?.string?.lowercased()].compactMap { $0 == id ? nil : $0 },
      extensions: fileTypes.map { $0.hasPrefix(".") ? $0 : "." + $0 },
      firstLine: value["firstLineMatch"]?.string, scope: scope)
  }
}
