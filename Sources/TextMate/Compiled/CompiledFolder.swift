/// Compiled data, together with the folders of its sources if they exist.
///
/// If sources exist, they have priority: the compiled form of a grammar or a theme is used only while its
/// source file is unchanged, and the list of languages only while the folders contain files of the same names,
/// and the same index or, without one, grammars of the same sizes.
///
/// ```swift
/// let compiled = CompiledFolder.find(grammars: "grammars", themes: "themes")
/// let library = GrammarLibrary(folders: [], base: compiled)
/// ```
package struct CompiledFolder: Sendable {
  let data: CompiledData
  /// The folders of the sources; nil if there are none.
  let folders: SourceFolders?

  /// The name of the file with compiled data, in the folder of the grammars.
  package static let filename = "compiled.ilsrender"

  /// Creates a folder from compiled data without sources, as in an executable.
  package init(_ data: CompiledData) {
    self.data = data
    folders = nil
  }

  private init(_ data: CompiledData, _ folders: SourceFolders) {
    self.data = data
    self.folders = folders
  }

  /// Creates a folder from compiled data if the data matches the current sources; otherwise returns nil.
  package init?(_ data: CompiledData, grammars: String, themes: String) {
    guard let folders = SourceFolders(grammars: grammars, themes: themes),
      folders.digest == data.sourcesDigest
    else { return nil }
    self.init(data, folders)
  }

  /// Finds the compiled form of folders: next to the grammars, or in the user's cache.
  ///
  /// - Returns: nil if there is none, or if it does not match the current sources.
  package static func find(grammars: String, themes: String) -> CompiledFolder? {
    SourceFolders(grammars: grammars, themes: themes).flatMap(find)
  }

  /// Finds the compiled form of a folder with grammars only.
  static func find(grammars: String, candidates: [String]) -> CompiledFolder? {
    find(SourceFolders(grammars: grammars, names: candidates))
  }

  private static func find(_ folders: SourceFolders) -> CompiledFolder? {
    for path in folders.compiledPaths {
      guard let bytes = MappedBytes(path: path), let data = CompiledData(bytes),
        data.sourcesDigest == folders.digest
      else { continue }
      return CompiledFolder(data, folders)
    }
    return nil
  }

  // MARK: Grammars

  var languages: CompiledLanguages? { CompiledLanguages(data) }

  var scopes: [ScopeName] { data.names(of: .grammar).map { ScopeName($0) } }

  func hasGrammar(scope: ScopeName) -> Bool { data.contains(.grammar, scope.rawValue) }

  /// Returns the path of a grammar's source; nil if there are no sources.
  func path(of scope: ScopeName) -> String? { contents(.grammar, scope.rawValue)?.path }

  /// Returns the grammar with a scope; nil if it is missing, damaged, or older than its source.
  func grammar(scope: ScopeName, path: String) -> RawGrammar? {
    guard let contents = contents(.grammar, scope.rawValue), let compiled = contents.compiled,
      isFresh(.grammar, scope.rawValue, path)
    else { return nil }
    return RawGrammar(record: compiled, path: contents.path)
  }

  /// Returns the path of a source file, if there are sources, and its compiled form, if there is one.
  private func contents(
    _ kind: CompiledData.CompiledDataKind, _ name: String
  ) -> (path: String?, compiled: UnsafeRawBufferPointer?)? {
    guard let bytes = data.record(kind, name) else { return nil }
    var reader = RecordReader(bytes)
    let file = reader.string()
    let isCompiled = reader.byte() == 1
    guard !reader.isBroken else { return nil }
    let folder = kind == .theme ? folders?.themes : folders?.grammars
    return (
      folder.map { FilePath.join($0, file) },
      isCompiled ? UnsafeRawBufferPointer(rebasing: bytes[reader.position...]) : nil
    )
  }

  /// Adds the facts and programs of patterns to the pool that all grammars use.
  func usePatterns() {
    if let patterns = CompiledPatterns(data) { PatternPool.shared.add(patterns) }
  }

  /// The model for language detection; nil if the data contains none.
  package var detectionModel: [UInt8]? { data.record(.detection).map { Array($0) } }

  // MARK: Themes

  var themeIDs: [String] { data.names(of: .theme) }

  func hasTheme(_ id: String) -> Bool { data.contains(.theme, id) }

  /// Returns the theme with an identifier in lower case; nil if there is none.
  ///
  /// - Throws: ``LoadError`` if its source must be read and is malformed, or if it is damaged and has no
  ///   source.
  func theme(_ id: String) throws(LoadError) -> Theme? {
    guard hasTheme(id) else { return nil }
    let contents = contents(.theme, id)
    if let compiled = contents?.compiled, contents?.path.map({ isFresh(.theme, id, $0) }) ?? true,
      let theme = Theme(record: compiled, owner: data)
    {
      return theme
    }
    guard let path = contents?.path else {
      throw LoadError(code: .content, message: "the compiled theme '\(id)' is damaged")
    }
    return try Theme(path: path)
  }

  private func isFresh(_ kind: CompiledData.CompiledDataKind, _ name: String, _ path: String) -> Bool {
    guard folders != nil else { return true }
    guard let entry = data.entry(kind, name), let source = MappedBytes(path: path) else { return false }
    return Checksum.of(source.bytes) == entry.sourceDigest
  }
}
