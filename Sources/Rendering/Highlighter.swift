internal import StyledRuns
public import TextMate

/// Finds the language of code and creates its tokenizers. Thread-safe; a grammar is loaded once, when it is
/// first needed.
///
/// ```swift
/// let highlighter = Catalog().highlighter
/// highlighter.language(forInfo: "swift {3,7-9}")?.id  // "swift"
/// ```
public final class Highlighter: Sendable {
  public let languages: LanguageRegistry
  public let grammars: GrammarRegistry
  public let limits: TokenizerLimits
  /// Detects the language of fences without an info string; nil to leave them plain.
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

  /// Returns the language that an info string names. Its name is the first word, up to a `{`, `,` or `:`, as
  /// in `swift {3,7-9}`.
  public func language(forInfo info: String) -> Language? {
    let label = info.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      .prefix { !Self.endsName($0) }
    return label.isEmpty ? nil : languages.language(named: String(Substring(label)))
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ":"): true
    default: false
    }
  }

  /// Loads the grammars of languages, so that later calls need not wait for them.
  public func warmUp(_ languages: [LanguageID]) {
    for id in languages {
      guard let scope = self.languages[id]?.scope else { continue }
      _ = grammars.grammar(scope: scope)
    }
  }

  /// Loads grammars on the pool.
  ///
  /// - Returns: `false` if the pool's queue had no room for all of them.
  @discardableResult
  public func warmUp(_ languages: [LanguageID], on pool: WorkerPool) -> Bool {
    languages.allSatisfy { id in pool.submit { self.warmUp([id]) } }
  }

  /// Whether the language must be detected from the code: the info string is empty and there is a detector.
  func detects(_ header: CodeBlock.Header) -> Bool { detector != nil && LanguageProbe.concerns(header) }

  /// Sets the language of a block without an info string according to its lines.
  ///
  /// - Parameter probe: The state of the detection. It becomes nil once the language is final.
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

  /// Sets the language that the block's info string names, and the initial state of its highlighting.
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

  /// Creates a tokenizer for a language; nil if it has no grammar. Loads the grammar if necessary.
  func tokenizer(forLanguage id: String) -> CodeTokenizer? {
    guard let scope = languages[LanguageID(id)]?.scope, let grammar = grammars.grammar(scope: scope) else {
      return nil
    }
    guard id == Self.diff else { return CodeTokenizer(grammar: grammar, limits: limits) }
    return CodeTokenizer(diff: grammar, limits: limits) { path in
      guard let language = self.languages.language(forFile: path), language.id.rawValue != Self.diff,
        let grammar = language.scope.flatMap({ self.grammars.grammar(scope: $0) })
      else { return nil }
      return (language.id, Tokenizer(grammar: grammar, limits: self.limits))
    }
  }

  /// The identifier of the language of diffs.
  static let diff = "diff"

  /// Whether the language's grammar is loaded, so that tokenizing needs no file access.
  func isLoaded(language id: String) -> Bool {
    languages[LanguageID(id)]?.scope.map(grammars.isLoaded) ?? false
  }
}
