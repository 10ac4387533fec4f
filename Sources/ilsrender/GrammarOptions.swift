internal import ArgumentParser
internal import Rendering
internal import TextMate

/// The options that select grammars.
struct GrammarOptions: ParsableArguments {
  @Option(name: .long, help: "The language, by any of its names.")
  var language: String?

  @Option(name: .long, help: "The grammar, by its scope (source.swift).")
  var scope: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A folder of TextMate grammars or VS Code extensions that adds to and overrides our own; may be repeated.",
      valueName: "dir"),
    completion: .directory)
  var grammars: [String] = []

  @Option(name: .long, help: "The scope of a grammar to inject; may be repeated.")
  var inject: [String] = []

  func validate() throws {
    if language != nil, scope != nil { throw ValidationError("give --language or --scope, not both") }
  }

  /// Creates the catalog with the same grammars and languages as in rendering.
  func catalog() -> Catalog {
    let catalog = Catalog(grammarFolders: grammars, injecting: inject.map { ScopeName($0) })
    for failure in catalog.grammars.folderFailures { StandardError.write("ilsrender: \(failure)") }
    return catalog
  }

  /// Returns the requested scope, or the scope of the language that rendering would choose.
  func rootScope(in catalog: Catalog, file: String?, text: [UInt8]) throws -> ScopeName {
    if let scope = try statedScope(in: catalog) { return scope }
    guard let scope = catalog.language(ofFile: file, bytes: text, looksInside: true)?.scope else {
      throw Failure.usage("the language is not known; give --language or --scope")
    }
    return scope
  }

  /// Returns the scope that the command line names; nil if it names none.
  func statedScope(in catalog: Catalog) throws -> ScopeName? {
    if let scope {
      let scope = ScopeName(scope)
      guard catalog.grammars.hasGrammar(scope: scope) else {
        throw Failure.usage(
          "no grammar has the scope '\(scope)'" + Failure.hint(catalog.grammars.closestMatches(to: scope)))
      }
      return scope
    }
    guard let language else { return nil }
    guard let scope = try catalog.language(named: language).scope else {
      throw Failure.usage("'\(language)' has no grammar")
    }
    return scope
  }
}
