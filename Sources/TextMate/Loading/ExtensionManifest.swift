/// Reads the contributions of a VS Code extension from its `package.json`.
enum ExtensionManifest {
  /// Reads a manifest.
  ///
  /// - Parameter folder: The extension's folder. Paths in the manifest are relative to it.
  static func read(folder: String) throws(LoadError) -> FolderContents {
    let path = FilePath.join(folder, "package.json")
    let root = try JSONReader.read(FileBytes.read(path), path: path).root
    guard let contributes = root["contributes"], contributes.kind == .object else {
      return FolderContents()
    }
    var contents = FolderContents()
    readLanguages(contributes, into: &contents)
    readGrammars(contributes, folder: folder, into: &contents)
    readThemes(contributes, folder: folder, into: &contents)
    return contents
  }

  private static func readLanguages(_ contributes: DataValue, into contents: inout FolderContents) {
    for value in contributes["languages"]?.elements.map({ $0 }) ?? [] {
      guard let id = value["id"]?.string, !id.isEmpty else { continue }
      let aliases = value["aliases"]?.strings ?? []
      contents.languages.append(
        Language(
          id: LanguageID(id), name: aliases.first ?? id, aliases: aliases.map { $0.lowercased() },
          extensions: value["extensions"]?.strings ?? [],
          filenames: (value["filenames"]?.strings ?? []) + (value["filenamePatterns"]?.strings ?? []),
          firstLine: value["firstLine"]?.string))
    }
  }

  private static func readGrammars(
    _ contributes: DataValue, folder: String, into contents: inout FolderContents
  ) {
    for value in contributes["grammars"]?.elements.map({ $0 }) ?? [] {
      guard let scope = value["scopeName"]?.string, let path = value["path"]?.string else { continue }
      var grammar = GrammarContribution(
        scope: ScopeName(scope), path: FilePath.join(folder, path),
        language: value["language"]?.string.map { LanguageID($0) },
        injectTo: (value["injectTo"]?.strings ?? []).map { ScopeName($0) })
      for (scope, language) in value["embeddedLanguages"]?.members.map({ $0 }) ?? [] {
        if let language = language.string {
          grammar.embeddedLanguages[ScopeName(scope)] = LanguageID(language)
        }
      }
      contents.grammars.append(grammar)
      guard let language = grammar.language else { continue }
      if let known = contents.languages.firstIndex(where: { $0.id == language }) {
        contents.languages[known].scope = grammar.scope
      } else {
        // Another extension, or VS Code itself, describes the language.
        contents.languages.append(
          Language(id: language, name: language.rawValue, scope: grammar.scope))
      }
    }
  }

  private static func readThemes(
    _ contributes: DataValue, folder: String, into contents: inout FolderContents
  ) {
    for value in contributes["themes"]?.elements.map({ $0 }) ?? [] {
      guard let path = value["path"]?.string else { continue }
      let stem = FilePath.stem(FilePath.lastComponent(path))
      // A label that starts with a percent sign is a key in a translation file.
      let label = value["label"]?.string.flatMap { $0.hasPrefix("%") ? nil : $0 } ?? stem
      contents.themes.append(
        ThemeContribution(
          id: value["id"]?.string ?? stem, label: label, path: FilePath.join(folder, path),
          isDark: value["uiTheme"]?.string.map { $0 != "vs" && $0 != "hc-light" }))
    }
  }
}

extension DataValue {
  /// The strings in an array. Other elements are skipped.
  var strings: [String] { elements.compactMap(\.string) }
}
