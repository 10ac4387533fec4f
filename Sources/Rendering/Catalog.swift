public import TextMate

/// The grammars, languages and themes that a program has at hand: its own, and those of folders that it was
/// given. Reads small indexes; grammars and themes are read when they are asked for.
public final class Catalog: Sendable {
  public let grammars: GrammarLibrary
  public let themes: ThemeLibrary
  public let highlighter: Highlighter

  /// Folders that are named first win; the program's own data comes last.
  public init(
    grammarFolders: [String] = [], themeFolders: [String] = [], injecting: [ScopeName] = [],
    data: DataFolder? = .find(), limits: TokenizerLimits = .standard
  ) {
    grammars = GrammarLibrary(
      folders: grammarFolders + (data.map { [$0.grammars] } ?? []), injecting: injecting)
    themes = ThemeLibrary(folders: themeFolders + (data.map { [$0.themes] } ?? []))
    highlighter = Highlighter(
      languages: grammars.languages, grammars: GrammarRegistry(source: grammars), limits: limits)
  }

  public var languages: LanguageRegistry { grammars.languages }
}
