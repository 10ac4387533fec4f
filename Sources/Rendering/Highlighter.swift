internal import StyledRuns
public import TextMate

/// Finds the language of code and gives its lines their scopes. Shared between threads; grammars load when they
/// are first needed, once.
public final class Highlighter: Sendable {
  public let languages: LanguageRegistry
  public let grammars: GrammarRegistry
  public let limits: TokenizerLimits

  public init(
    languages: LanguageRegistry, grammars: GrammarRegistry, limits: TokenizerLimits = .standard
  ) {
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
}

/// Highlights the code blocks of one document, one after the other.
///
/// One owner at a time; keeps a tokenizer for each language that it met.
struct DocumentHighlighter {
  let highlighter: Highlighter
  private var tokenizers: [ScopeName: CodeTokenizer] = [:]

  init(_ highlighter: Highlighter) {
    self.highlighter = highlighter
  }

  /// Highlights all code in the blocks and in what they hold.
  mutating func highlight(_ blocks: inout [Block], scopes: inout ScopeTable) {
    for index in blocks.indices {
      if case .code = blocks[index].content, case .code(var code) = blocks[index].takeContent() {
        name(&code)
        highlight(&code, scopes: &scopes)
        blocks[index].content = .code(code)
      } else if blocks[index].isContainer {
        blocks[index].modifyChildren { highlight(&$0, scopes: &scopes) }
      }
    }
  }

  /// Sets the language that the block's info string asks for.
  func name(_ code: inout CodeBlock) {
    guard let language = highlighter.language(forInfo: code.info) else {
      code.highlighting = code.info.allSatisfy(\.isWhitespace) ? .none : .unknownLanguage
      return
    }
    code.language = language.id.rawValue
    code.languageName = language.name
  }

  /// Gives the lines of a block with a known language their runs.
  mutating func highlight(_ code: inout CodeBlock, scopes: inout ScopeTable) {
    guard let id = code.language, let tokenizer = tokenizer(for: LanguageID(id)) else { return }
    var state = LineState.initial
    var limited = 0
    for index in code.lines.indices {
      let line = tokenizer.runs(of: code.lines[index].text, from: state, scopes: &scopes)
      code.lines[index].runs = line.runs
      state = line.state
      if line.isLimited { limited += 1 }
    }
    code.highlighting = limited == 0 ? .complete : .limited(plainLines: limited)
  }

  private mutating func tokenizer(for id: LanguageID) -> CodeTokenizer? {
    guard let scope = highlighter.languages[id]?.scope else { return nil }
    if let known = tokenizers[scope] { return known }
    guard let grammar = highlighter.grammars.grammar(scope: scope) else { return nil }
    let tokenizer = CodeTokenizer(grammar: grammar, limits: highlighter.limits)
    tokenizers[scope] = tokenizer
    return tokenizer
  }
}
