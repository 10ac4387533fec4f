internal import ArgumentParser
internal import Rendering
internal import TextMate

/// The options by which a command is told its grammars, and which of them to use.
struct GrammarOptions: ParsableArguments {
  @Option(name: .long, help: "The language, by any of its names.")
  var language: String?

  @Option(name: .long, help: "The grammar, by its scope (source.swift).")
  var scope: String?

  @Option(
    name: .long,
    help: ArgumentHelp("A folder of grammars or of VS Code extensions; may be repeated.", valueName: "dir"),
    completion: .directory)
  var grammars: [String] = []

  @Option(name: .long, help: "The scope of a grammar to inject; may be repeated.")
  var inject: [String] = []

  func validate() throws {
    if language != nil, scope != nil { throw ValidationError("give --language or --scope, not both") }
  }

  /// The grammars of the folders that were named, or else of the installation.
  func library() -> GrammarLibrary {
    let folders = grammars.isEmpty ? DataFolder.find().map { [$0.grammars] } ?? [] : grammars
    let library = GrammarLibrary(folders: folders, injecting: inject.map { ScopeName($0) })
    for failure in library.folderFailures { StandardError.write("ilsrender: \(failure)") }
    return library
  }

  /// The scope that was asked for; where nothing was, by the name of the file, or else by its text.
  func rootScope(in library: GrammarLibrary, file: String?, text: [UInt8]) throws -> ScopeName {
    if let scope = try statedScope(in: library) { return scope }
    let detector = LanguageDetector(
      languages: library.languages, modelFile: DataFolder.find().map { $0.grammars + "/detection.model" })
    let name = file == "-" ? nil : file
    guard let scope = library.languages[detector.detect(text, fileName: name).language]?.scope else {
      throw Failure.usage("the language is not known; give --language or --scope")
    }
    return scope
  }

  /// The scope that the command line names, if it names one.
  func statedScope(in library: GrammarLibrary) throws -> ScopeName? {
    if let scope {
      let scope = ScopeName(scope)
      guard library.hasGrammar(scope: scope) else {
        throw Failure.usage(
          "no grammar has the scope '\(scope)'" + Failure.hint(library.closestMatches(to: scope)))
      }
      return scope
    }
    guard let language else { return nil }
    guard let found = library.languages.language(named: language) else {
      throw Failure.unknown(
        "language", language, close: library.languages.closestMatches(to: language),
        list: "ilsrender languages")
    }
    guard let scope = found.scope else { throw Failure.usage("'\(language)' has no grammar") }
    return scope
  }
}
