internal import ArgumentParser
internal import Rendering
internal import TextMate

/// The options for the locations of grammars and themes.
struct DataArguments: ParsableArguments {
  @Option(
    name: .customLong("grammars"),
    help: ArgumentHelp(
      "A folder of TextMate grammars or VS Code extensions that adds to and overrides our own; may be repeated.",
      valueName: "dir"),
    completion: .directory)
  var grammarFolders: [String] = []

  @Option(
    name: .customLong("themes"),
    help: ArgumentHelp("A folder of VS Code themes; may be repeated.", valueName: "dir"),
    completion: .directory)
  var themeFolders: [String] = []

  func catalog(injecting: [ScopeName] = [], detectsLanguages: Bool = false) throws -> Catalog {
    let catalog = Catalog(
      grammarFolders: Self.own("grammars") + grammarFolders, themeFolders: Self.own("themes") + themeFolders,
      injecting: injecting,
      detectsLanguages: detectsLanguages)
    if let failure = catalog.grammars.folderFailures.first ?? catalog.themes.folderFailures.first {
      throw Failure.input("\(failure)")
    }
    return catalog
  }

  /// Returns the user's folder next to the configuration file if the settings apply; otherwise no folders.
  private static func own(_ name: String) -> [String] {
    UserConfiguration.dataFolder(name).map { [$0] } ?? []
  }
}
