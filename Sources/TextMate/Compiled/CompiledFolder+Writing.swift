extension CompiledFolder {
  /// Compiles folders of grammars and themes.
  ///
  /// A file that cannot be read is left out, and is still read from its source.
  ///
  /// - Parameter themes: The folder of the themes; nil to compile grammars only.
  /// - Returns: The bytes for ``filename``, and the errors in the files that were left out.
  /// - Throws: ``LoadError`` if a folder cannot be read.
  package static func compile(
    grammars: String, themes: String?
  ) throws(LoadError) -> (bytes: [UInt8], failures: [LoadError]) {
    guard let candidates = GrammarIndex.candidates(in: grammars) else {
      throw LoadError(code: .unreadable, message: "no such folder, or not readable", path: grammars)
    }
    var builder = CompiledDataBuilder()
    let (index, found) = try GrammarIndex.scan(grammars)
    var failures = found
    var patterns: [[UInt8]] = []
    for entry in index.entries {
      let path = FilePath.join(grammars, entry.file)
      do throws(LoadError) {
        let source = try FileBytes.read(path)
        let contents = try GrammarFile.read(source, path: path)
        var record = RecordWriter()
        record.append(entry.file)
        // Malformed values are reported with their lines, which only the source has.
        if contents.issues.isEmpty, let grammar = contents.grammar.record() {
          record.append(byte: 1)
          record.append(raw: grammar)
          for text in contents.grammar.patternTexts.sorted() { patterns += pooledSources(of: text) }
        } else {
          record.append(byte: 0)
        }
        builder.add(.grammar, name: entry.scope.rawValue, record: record.bytes, source: source)
      } catch {
        failures.append(error)
      }
    }
    builder.add(.languages, record: LanguageTables(index.entries.compactMap(\.language)).record())
    builder.add(.patterns, record: CompiledPatterns.record(of: patterns))
    if let model = try? FileBytes.read(FilePath.join(grammars, "detection.model")) {
      builder.add(.detection, record: model, source: model)
    }
    var folders = SourceFolders(grammars: grammars, names: candidates)
    if let themes {
      guard let both = SourceFolders(grammars: grammars, themes: themes),
        let names = FileBytes.names(inFolder: themes)
      else { throw LoadError(code: .unreadable, message: "no such folder, or not readable", path: themes) }
      folders = both
      for name in names.sorted() where ThemeLibrary.isThemeFile(name) {
        let path = FilePath.join(themes, name)
        do throws(LoadError) {
          let source = try FileBytes.read(path)
          let theme = try Theme(source, path: path)
          var record = RecordWriter()
          record.append(name)
          // A compiled theme that includes another would not notice a change of that theme.
          let isWhole = !String(decoding: source, as: UTF8.self).contains("\"include\"")
          if isWhole, let theme = theme.record() {
            record.append(byte: 1)
            record.append(raw: theme)
          } else {
            record.append(byte: 0)
          }
          builder.add(.theme, name: theme.id.lowercased(), record: record.bytes, source: source)
        } catch {
          failures.append(error)
        }
      }
    }
    return (builder.finish(sourcesDigest: folders.digest), failures)
  }

  /// Returns the forms of a pattern in the pool: unchanged, or with each combination of anchors. A pattern
  /// with back-references to the text is in no pool.
  private static func pooledSources(of text: String) -> [[UInt8]] {
    let source = PatternSource(text)
    if !source.hasAnchor { return [source.bytes] }
    return [(false, false), (false, true), (true, false), (true, true)].map {
      source.resolvingAnchors(in: source.bytes, Anchors(startOfText: $0.0, anchorPosition: $0.1))
    }
  }

  /// Writes compiled data next to its sources or, if that folder is not writable, into the user's cache.
  ///
  /// - Returns: The path of the file.
  package static func write(_ bytes: [UInt8], grammars: String) throws(LoadError) -> String {
    let paths = SourceFolders(grammars: grammars, names: []).compiledPaths
    var first: LoadError?
    for path in paths {
      do throws(LoadError) {
        FileBytes.makeFolder(FilePath.folder(of: path))
        try FileBytes.write(bytes, to: path)
        return path
      } catch {
        first = first ?? error
      }
    }
    throw first ?? LoadError(code: .unreadable, message: "cannot write", path: grammars)
  }
}
