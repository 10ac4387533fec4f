public import TextMate

/// The grammars, languages and themes that a program can use: built-in ones, and those in given folders.
///
/// Creating a catalog only reads small index files. A grammar or a theme is loaded when it is first needed.
///
/// ```swift
/// let catalog = Catalog(grammarFolders: ["/home/me/grammars"])
/// let renderer = Renderer(highlighter: catalog.highlighter)
/// ```
public final class Catalog: Sendable {
  public let grammars: GrammarLibrary
  public let themes: ThemeLibrary
  public let highlighter: Highlighter
  /// A highlighter that leaves fences without an info string plain, even if the catalog detects languages.
  public let labelHighlighter: Highlighter
  public let detector: LanguageDetector

  /// Creates a catalog.
  ///
  /// - Parameters:
  ///   - grammarFolders: Folders with grammars. A later folder overrides an earlier one, and each overrides
  ///     `data`.
  ///   - themeFolders: Folders with themes, with the same precedence.
  ///   - injecting: Grammars to inject into every other grammar.
  ///   - data: The folder with the built-in grammars and themes; nil for those inside the executable.
  ///   - usesOwnData: Whether built-in grammars and themes are available in addition to those in the folders.
  ///   - limits: The limits of the tokenizer.
  ///   - detectsLanguages: Whether the language of a fence without an info string is detected from its code.
  public init(
    grammarFolders: [String] = [], themeFolders: [String] = [], injecting: [ScopeName] = [],
    data: DataFolder? = .find(), usesOwnData: Bool = true, limits: TokenizerLimits = .standard,
    detectsLanguages: Bool = false
  ) {
    let compiled = usesOwnData ? OwnData.compiled(for: data) : nil
    let sources = compiled == nil ? data : nil
    grammars = GrammarLibrary(
      folders: (sources.map { [$0.grammars] } ?? []) + grammarFolders, injecting: injecting, base: compiled)
    themes = ThemeLibrary(folders: (sources.map { [$0.themes] } ?? []) + themeFolders, base: compiled)
    detector = LanguageDetector(languages: grammars.languages) {
      compiled?.detectionModel ?? data?.detectionModel
    }
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
