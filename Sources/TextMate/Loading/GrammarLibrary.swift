internal import Synchronization

/// Finds grammars by their scope in folders, and reads each when it is first asked for.
///
/// Of two grammars with one scope, the later folder's counts. Safe to ask from any thread; a file is read once,
/// and while it is read only those wait who want the same.
public final class GrammarLibrary: GrammarSource, Sendable {
  /// The languages of all folders.
  public let languages: LanguageRegistry
  /// Folders and files that could not be read when the library was made.
  public let folderFailures: [LoadError]
  private let files: [ScopeName: GrammarFileSlot]
  /// Scopes of grammars to inject, by the scope (or the beginning of one) that they are injected into.
  private let contributedInjections: [ScopeName: [ScopeName]]
  private let injecting: [ScopeName]

  /// - Parameters:
  ///   - folders: plain folders of grammars, extensions of VS Code, or folders that hold several of these.
  ///   - injecting: grammars that are injected into every other, whatever their folder says.
  public init(folders: [String], injecting: [ScopeName] = []) {
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
      files[grammar.scope] = GrammarFileSlot(grammar)
      for target in grammar.injectTo where injections[target]?.contains(grammar.scope) != true {
        injections[target, default: []].append(grammar.scope)
      }
    }
    self.files = files
    self.injecting = injecting
    contributedInjections = injections
    languages = LanguageRegistry(contents.languages)
    folderFailures = contents.failures
  }

  public func rawGrammar(scope: ScopeName) -> RawGrammar? { (try? contents(scope: scope))?.grammar }

  public func hasGrammar(scope: ScopeName) -> Bool { files[scope] != nil }

  /// The grammar with what was found wrong in its file.
  ///
  /// - Throws: `notFound` where no folder has the scope; what reading the file says otherwise, every time alike.
  public func contents(scope: ScopeName) throws(LoadError) -> GrammarFile.Contents {
    guard let file = files[scope] else {
      throw LoadError(code: .notFound, message: "no grammar has the scope \(scope)")
    }
    return try file.contents()
  }

  /// Those that were asked for in ``init(folders:injecting:)``, then those that folders contribute to the scope
  /// or to a beginning of it: to `text.html.vue` also what is meant for `text` and `text.html`.
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

  /// The language of the text in `scope` within the grammar of `root`, as its extension says.
  public func embeddedLanguage(scope: ScopeName, in root: ScopeName) -> LanguageID? {
    files[root]?.contribution.embeddedLanguages[scope]
  }

  public func path(of scope: ScopeName) -> String? { files[scope]?.contribution.path }

  /// All scopes, sorted.
  public var scopes: [ScopeName] { files.keys.sorted { $0.rawValue < $1.rawValue } }

  /// Scopes that `scope` may have been meant to be, best first.
  public func closestMatches(to scope: ScopeName) -> [String] {
    CloseMatches.find(scope.rawValue, in: files.keys.lazy.map(\.rawValue))
  }
}

/// A grammar's file, read at the first question.
private final class GrammarFileSlot: Sendable {
  let contribution: GrammarContribution
  private let result = Mutex<Result<GrammarFile.Contents, LoadError>?>(nil)

  init(_ contribution: GrammarContribution) { self.contribution = contribution }

  func contents() throws(LoadError) -> GrammarFile.Contents {
    try result.withLock { result in
      if let result { return result }
      let path = contribution.path
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
