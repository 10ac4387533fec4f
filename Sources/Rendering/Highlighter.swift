internal import StyledRuns
public import TextMate

/// Finds the language of code and gives its lines their scopes. Shared between threads; grammars load when they
/// are first needed, once.
public final class Highlighter: Sendable {
  public let languages: LanguageRegistry
  public let grammars: GrammarRegistry
  public let limits: TokenizerLimits
  /// Finds the language of fences without a label; nil leaves them plain.
  public let detector: LanguageDetector?

  public init(
    languages: LanguageRegistry, grammars: GrammarRegistry, limits: TokenizerLimits = .standard,
    detector: LanguageDetector? = nil
  ) {
    self.detector = detector
    self.languages = languages
    self.grammars = grammars
    self.limits = limits
  }

  /// The language that the first word of an info string names, up to a `{`, `,` or `:` (```` ```swift {3,7-9} ````).
  public func language(forInfo info: String) -> Language? {
    let label = info.drop { $0 == " " || $0 == "\t" }
      .prefix { !" \t{,:".contains($0) }
    return label.isEmpty ? nil : languages.language(named: String(label))
  }

  /// Reads the grammars of these languages, so that nobody waits for them later.
  public func warmUp(_ languages: [LanguageID]) {
    for id in languages {
      guard let scope = self.languages[id]?.scope else { continue }
      _ = grammars.grammar(scope: scope)
    }
  }

  /// Lets workers read these grammars. False where the pool had no room for all of them.
  @discardableResult
  public func warmUp(_ languages: [LanguageID], on pool: WorkerPool) -> Bool {
    languages.allSatisfy { id in pool.submit { self.warmUp([id]) } }
  }

  /// Whether the code itself says which language it is in: it has no label, and may be asked.
  func detects(_ header: CodeBlock.Header) -> Bool { detector != nil && LanguageProbe.concerns(header) }

  /// Sets what the lines of a block without a label say of its language. The probe is gone once that is final.
  func name(_ code: inout CodeBlock, by probe: inout LanguageProbe?) {
    guard let detector, var asked = probe else { return }
    var header = code.header
    header.language = nil
    header.languageName = nil
    header.isDetected = false
    let (decision, isFinal) = asked.decision(for: code, by: detector)
    switch decision {
    case .undecided: header.highlighting = .pending
    case .plain: header.highlighting = .none
    case .language(let id):
      header.highlighting = .none
      guard let language = languages[id] else { break }
      setLanguage(language, of: &header)
      header.isDetected = true
    }
    code.header = header
    probe = isFinal ? nil : asked
  }

  /// Sets the language that the block's info string asks for, and what is thereby known of its colours.
  func name(_ header: inout CodeBlock.Header) {
    header.isDetected = false
    guard let language = language(forInfo: header.info) else {
      header.language = nil
      header.languageName = nil
      header.highlighting = header.info.allSatisfy(\.isWhitespace) ? .none : .unknownLanguage
      return
    }
    setLanguage(language, of: &header)
  }

  private func setLanguage(_ language: Language, of header: inout CodeBlock.Header) {
    header.language = language.id.rawValue
    header.languageName = language.name
    header.highlighting = language.scope.map(grammars.source.hasGrammar) == true ? .complete : .none
  }

  /// A tokenizer for a language's code; nil where it has no grammar. Reads the grammar where it is not loaded.
  func tokenizer(forLanguage id: String) -> CodeTokenizer? {
    guard let scope = languages[LanguageID(id)]?.scope, let grammar = grammars.grammar(scope: scope) else {
      return nil
    }
    return CodeTokenizer(grammar: grammar, limits: limits)
  }

  /// Whether tokenizing this language's code starts without reading a file.
  func isLoaded(language id: String) -> Bool {
    languages[LanguageID(id)]?.scope.map(grammars.isLoaded) ?? false
  }
}
