internal import Synchronization

/// Finds grammars in folders by their scopes, and loads each on demand.
///
/// ```swift
/// let library = GrammarLibrary(folders: ["grammars"])
/// let contents = try library.contents(scope: "source.swift")
/// ```
///
/// If several grammars have the same scope, the last folder wins. Thread-safe: each file is loaded once, and
/// only callers who need the same file wait for it.
public final class GrammarLibrary: GrammarSource, Sendable {
  /// The languages in all folders.
  public let languages: LanguageRegistry
  /// The folders and files that could not be read when the library was created.
  public let folderFailures: [LoadError]
  private let files: [ScopeName: GrammarFileSlot]
  /// The grammars to inject, by the scope, or prefix of a scope, of the target.
  private let contributedInjections: [ScopeName: [ScopeName]]
  private let injecting: [ScopeName]
  /// Compiled grammars, which all folders override.
  private let base: CompiledFolder?
  /// The grammars of `base` that were requested.
  private let baseFiles = Mutex<[ScopeName: GrammarFileSlot]>([:])

  /// Creates a library.
  ///
  /// - Parameters:
  ///   - folders: Plain folders of grammars, VS Code extensions, or folders that contain several of these.
  ///   - injecting: Grammars to inject into every other grammar, regardless of the folders.
  public convenience init(folders: [String], injecting: [ScopeName] = []) {
    self.init(folders: folders, injecting: injecting, base: nil)
  }

  /// Creates a library in which folders override compiled grammars.
  package init(folders: [String], injecting: [ScopeName] = [], base: CompiledFolder?) {
    var contents = FolderContents()
    for folder in folders {
      do throws(LoadError) {
        contents.append(try FolderContents.read(folder: folder))
      } catch {
        contents.failures.append(error)
      }
    }
    var files: [ScopeName: GrammarFileSlot] = [:]
    var injections: [ScopeName: [ScopeName]] = [:]
    for grammar in contents.grammars {
      files[grammar.scope] = GrammarFileSlot(grammar, compiled: contents.compiled[grammar.path])
      for target in grammar.injectTo where injections[target]?.contains(grammar.scope) != true {
        injections[target, default: []].append(grammar.scope)
      }
    }
    self.files = files
    self.injecting = injecting
    contributedInjections = injections
    self.base = base
    let compiledLanguages = base?.languages
    languages =
      if let compiledLanguages, contents.languages.isEmpty {
        LanguageRegistry(compiledLanguages)
      } else {
        LanguageRegistry((compiledLanguages?.all ?? []) + contents.languages)
      }
    base?.usePatterns()
    folderFailures = contents.failures
  }

  public func rawGrammar(scope: ScopeName) -> RawGrammar? { (try? contents(scope: scope))?.grammar }

  public func hasGrammar(scope: ScopeName) -> Bool {
    files[scope] != nil || base?.hasGrammar(scope: scope) == true
  }

  private func file(_ scope: ScopeName) -> GrammarFileSlot? {
    if let file = files[scope] { return file }
    guard let base, base.hasGrammar(scope: scope) else { return nil }
    return baseFiles.withLock { baseFiles in
      if let known = baseFiles[scope] { return known }
      let path = base.path(of: scope) ?? scope.rawValue
      let file = GrammarFileSlot(GrammarContribution(scope: scope, path: path), compiled: base)
      baseFiles[scope] = file
      return file
    }
  }

  /// Returns a grammar and the malformed values in its file.
  ///
  /// - Throws: ``LoadError`` with `notFound` if no folder has the scope, or the error from loading its file.
  ///   The result of loading is cached, errors included.
  public func contents(scope: ScopeName) throws(LoadError) -> GrammarFile.Contents {
    guard let file = file(scope) else {
      throw LoadError(code: .notFound, message: "no grammar has the scope \(scope)")
    }
    return try file.contents()
  }

  /// Returns the injections passed to ``init(folders:injecting:)``, then those that folders contribute to the
  /// scope or to a prefix of it. For `text.html.vue`, these are also the injections into `text` and
  /// `text.html`.
  public func injections(for scope: ScopeName) -> [ScopeName] {
    var scopes = injecting.filter { $0 != scope }
    guard !contributedInjections.isEmpty else { return scopes }
    var beginning = ""
    for part in scope.rawValue.split(separator: ".", omittingEmptySubsequences: false) {
      beginning += beginning.isEmpty ? String(part) : "." + part
      scopes += contributedInjections[ScopeName(beginning)] ?? []
    }
    return scopes
  }

  /// Returns the language of embedded text with a scope, according to the extension of the root grammar.
  public func embeddedLanguage(scope: ScopeName, in root: ScopeName) -> LanguageID? {
    files[root]?.contribution.embeddedLanguages[scope]
  }

  /// Returns the path of a grammar's file.
  public func path(of scope: ScopeName) -> String? {
    files[scope]?.contribution.path ?? base?.path(of: scope)
  }

  /// All scopes, sorted.
  public var scopes: [ScopeName] {
    Set(files.keys).union(base?.scopes ?? []).sorted { $0.rawValue < $1.rawValue }
  }

  /// Suggests scopes for a misspelled one, the best first.
  public func closestMatches(to scope: ScopeName) -> [String] {
    CloseMatches.find(scope.rawValue, in: scopes.lazy.map(\.rawValue))
  }
}

/// A grammar file that is loaded on the first use.
private final class GrammarFileSlot: Sendable {
  let contribution: GrammarContribution
  private let result = Mutex<Result<GrammarFile.Contents, LoadError>?>(nil)

  private let compiled: CompiledFolder?

  /// Creates a slot.
  ///
  /// - Parameter compiled: The folder that may contain the compiled form of the grammar.
  init(_ contribution: GrammarContribution, compiled: CompiledFolder? = nil) {
    self.contribution = contribution
    self.compiled = compiled
  }

  func contents() throws(LoadError) -> GrammarFile.Contents {
    try result.withLock { result in
      if let result { return result }
      let path = contribution.path
      if let grammar = compiled?.grammar(scope: contribution.scope, path: path) {
        let contents = GrammarFile.Contents(grammar: grammar, issues: [])
        result = .success(contents)
        return .success(contents)
      }
      let fresh: Result<GrammarFile.Contents, LoadError>
      do throws(LoadError) {
        fresh = .success(try GrammarFile.read(path: path))
      } catch {
        fresh = .failure(error)
      }
      result = fresh
      return fresh
    }.get()
  }
}
