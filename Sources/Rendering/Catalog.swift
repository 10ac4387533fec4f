public import TextMate

/// The grammars, languages and themes that a program has at hand: its own, and those of folders that it was
/// given. Reads small indexes; grammars and themes are read when they are asked for.
public final class Catalog: Sendable {
  public let grammars: GrammarLibrary
  public let themes: ThemeLibrary
  public let highlighter: Highlighter
  /// As ``highlighter``, but fences without a label stay plain, whatever the catalog was made for.
  public let labelHighlighter: Highlighter
  public let detector: LanguageDetector

  /// A later folder overrides an earlier one, and all of them the program's own data. With
  /// `detectsLanguages` fences without a label are highlighted as what their code looks like.
  public init(
    grammarFolders: [String] = [], themeFolders: [String] = [], injecting: [ScopeName] = [],
    data: DataFolder? = .find(), limits: TokenizerLimits = .standard,
    detectsLanguages: Bool = false
  ) {
    grammars = GrammarLibrary(
      folders: (data.map { [$0.grammars] } ?? []) + grammarFolders, injecting: injecting)
    themes = ThemeLibrary(folders: (data.map { [$0.themes] } ?? []) + themeFolders)
    detector = LanguageDetector(
      languages: grammars.languages, modelFile: data.map { $0.grammars + "/detection.model" })
    labelHighlighter = Highlighter(
      languages: grammars.languages, grammars: GrammarRegistry(source: grammars), limits: limits)
    highlighter =
      detectsLanguages
      ? Highlighter(
        languages: grammars.languages, grammars: labelHighlighter.grammars, limits: limits,
        detector: detector)
      : labelHighlighter
  }

  public var languages: LanguageRegistry { grammars.languages }
}
