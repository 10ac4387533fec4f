extension FolderContents {
  /// Reads a folder: an extension, a folder of extensions, or a plain folder of grammars.
  static func read(folder: String) throws(LoadError) -> FolderContents {
    if FileBytes.isFile(FilePath.join(folder, "package.json")) {
      let manifest = try ExtensionManifest.read(folder: folder)
      if !manifest.isEmpty { return manifest }
    }
    guard let candidates = GrammarIndex.candidates(in: folder) else {
      throw LoadError(code: .unreadable, message: "no such folder, or not readable", path: folder)
    }
    var contents = FolderContents()
    if let compiled = CompiledFolder.find(grammars: folder, candidates: candidates) {
      contents.append(compiled)
      return contents
    }
    if let index = GrammarIndex.stored(in: folder, candidates: candidates) {
      contents.append(index, folder: folder)
      return contents
    }
    if !candidates.isEmpty {
      let (index, failures) = try GrammarIndex.scan(folder)
      contents.append(index, folder: folder)
      contents.failures += failures
    }
    for name in (FileBytes.names(inFolder: folder) ?? []).sorted() {
      let inner = FilePath.join(folder, name)
      guard FileBytes.isFile(FilePath.join(inner, "package.json")) else { continue }
      do throws(LoadError) {
        contents.append(try ExtensionManifest.read(folder: inner))
      } catch {
        contents.failures.append(error)
      }
    }
    return contents
  }

  private var isEmpty: Bool { grammars.isEmpty && languages.isEmpty && themes.isEmpty }

  /// Appends the grammars and languages of a compiled folder.
  private mutating func append(_ compiled: CompiledFolder) {
    languages += compiled.languages?.all ?? []
    for scope in compiled.scopes {
      guard let path = compiled.path(of: scope) else { continue }
      grammars.append(GrammarContribution(scope: scope, path: path))
      self.compiled[path] = compiled
    }
    compiled.usePatterns()
  }

  private mutating func append(_ index: GrammarIndex, folder: String) {
    for entry in index.entries {
      grammars.append(
        GrammarContribution(
          scope: entry.scope, path: FilePath.join(folder, entry.file), language: entry.language?.id))
      if let language = entry.language { languages.append(language) }
    }
  }
}
