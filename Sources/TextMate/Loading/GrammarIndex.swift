/// The table of a folder's grammars: scope, file and language of each, so that finding one reads one small file.
///
/// It lies in the folder as `index.json`, made from the grammars by `ilsrender grammar index`; a folder without
/// one is scanned, each file once and without its rules.
public struct GrammarIndex: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    /// Relative to the folder.
    public var file: String
    public var scope: ScopeName
    /// Nil for a grammar that only goes into others (an injection): what it says of files are those of the others.
    public var language: Language?
  }

  public static let filename = "index.json"

  /// Sorted by file.
  public var entries: [Entry]

  /// Names of the files in a folder which may be grammars, sorted; nil where it is no folder.
  static func candidates(in folder: String) -> [String]? {
    FileBytes.names(inFolder: folder)?.filter { name in
      guard name != filename, name != "package.json", name != "language-configuration.json" else {
        return false
      }
      return name.hasSuffix(".json") || name.hasSuffix(".tmLanguage") || name.hasSuffix(".plist")
    }
  }

  /// Reads the outlines of all grammars in a folder. Files that are no grammars are passed over silently where
  /// they are sound, and reported where they are not.
  public static func scan(_ folder: String) throws(LoadError) -> (index: GrammarIndex, failures: [LoadError])
  {
    guard let names = candidates(in: folder) else {
      throw LoadError(code: .unreadable, message: "no such folder, or not readable", path: folder)
    }
    var index = GrammarIndex(entries: [])
    var failures: [LoadError] = []
    for name in names {
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

  /// The folder's index, where there is one and it names just the files that are there.
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
    return index.entries.map(\.file) == candidates ? index : nil
  }

  /// What a grammar, or its entry in an index, says of itself; nil where it is no grammar.
  private static func entry(for value: DataValue, file: String) -> Entry? {
    guard let scope = value["scopeName"]?.string, !scope.isEmpty else { return nil }
    let name = ScopeName(scope)
    let stated = value["language"].flatMap { Language(json: $0, scope: name) }
    let isInjection = value["injectionSelector"]?.string != nil || value["language"]?.kind == .null
    let language = stated ?? (isInjection ? nil : Language(grammar: value, file: file, scope: name))
    return Entry(file: file, scope: name, language: language)
  }
}

extension Language {
  /// From the `language` member of a grammar of ours.
  init?(json value: DataValue, scope: ScopeName) {
    guard let id = value["id"]?.string, !id.isEmpty else { return nil }
    self.init(
      id: LanguageID(id), name: value["name"]?.string ?? id, aliases: value["aliases"]?.strings ?? [],
      extensions: value["extensions"]?.strings ?? [], filenames: value["filenames"]?.strings ?? [],
      shebangs: value["shebangs"]?.strings ?? [], firstLine: value["firstLine"]?.string, scope: scope)
  }

  /// From a grammar that says nothing of its language: named after its file.
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
