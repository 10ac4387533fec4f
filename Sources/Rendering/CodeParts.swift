public import StyledRuns
public import TextMate

/// Renders code of any length part by part. Memory depends on the longest line, not on the length of the
/// code.
///
/// ```swift
/// var parts = CodeParts(language: swift, highlighter: highlighter)
/// for await piece in pieces { write(parts.append(piece), parts.scopes) }
/// write(parts.finish(), parts.scopes)
/// ```
///
/// The lines of all parts together equal those of ``Renderer/render(code:language:)``.
public struct CodeParts {
  /// The scope stacks of all parts so far.
  public private(set) var scopes = ScopeTable()
  private var header = CodeBlock.Header(info: "", isFenced: true)
  private let tokenizer: CodeTokenizer?
  /// The tokenizer's state after the last complete line.
  private var state = LineState.initial
  /// The text after the last complete line.
  private var rest: [UInt8] = []
  /// The number of bytes of ``rest`` that are known to contain no line end.
  private var searched = 0
  private var isAtStart = true
  /// The changed words of a diff; nil for other languages.
  private var words: ChangedWords?
  /// The lines of a diff whose marks are not known yet.
  private var held: [CodeLine] = []

  /// Begins a code. The lines of a change in a diff are returned together, so that its words can be marked.
  ///
  /// - Parameters:
  ///   - language: The language; nil leaves the code plain.
  ///   - highlighter: Adds tokens; nil leaves the code plain.
  public init(language: Language?, highlighter: Highlighter?) {
    tokenizer = language.flatMap { highlighter?.tokenizer(forLanguage: $0.id.rawValue) }
    guard let language else { return }
    header.info = language.id.rawValue
    header.language = language.id.rawValue
    header.languageName = language.name
    if tokenizer != nil { header.highlighting = .complete }
    if tokenizer != nil, header.language == Highlighter.diff { words = ChangedWords(haveSigns: true) }
  }

  /// Returns the lines that the text completes. The cost is that of these lines.
  ///
  /// - Parameter bytes: Text in UTF-8, cut anywhere. Invalid UTF-8 becomes U+FFFD.
  public mutating func append(_ bytes: [UInt8]) -> CodeBlock {
    rest += bytes
    return part(isLast: false)
  }

  /// Returns the last line, if the text does not end with a line end.
  public mutating func finish() -> CodeBlock { part(isLast: true) }

  private mutating func part(isLast: Bool) -> CodeBlock {
    var texts: [String] = []
    var start = 0
    if isAtStart, isLast || rest.count >= 3 {
      isAtStart = false
      if rest.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    }
    if !isAtStart {
      rest.withUnsafeBufferPointer { rest in
        var position = max(searched, start)
        while position < rest.count {
          guard rest[position] == 0x0A || rest[position] == 0x0D else {
            position += 1
            continue
          }
          let isReturn = rest[position] == 0x0D
          // The line feed of a carriage return may come with the next bytes.
          if isReturn, position + 1 == rest.count, !isLast { break }
          texts.append(String(decoding: rest[start..<position], as: UTF8.self))
          position += isReturn && position + 1 < rest.count && rest[position + 1] == 0x0A ? 2 : 1
          start = position
        }
        searched = position - start
        guard isLast, start < rest.count else { return }
        texts.append(String(decoding: rest[start...], as: UTF8.self))
        start = rest.count
      }
    }
    rest.removeSubrange(..<start)
    let lines = words == nil ? texts.map { line(of: $0).line } : markedLines(of: texts, isLast: isLast)
    return CodeBlock(header: header, lines: lines)
  }

  /// Adds lines to those of a diff, and returns the ones whose marks are known.
  private mutating func markedLines(of texts: [String], isLast: Bool) -> [CodeLine] {
    guard var words = self.words.take() else { return [] }
    defer { self.words = words }
    var known: [CodeLine] = []
    for text in texts {
      let (line, isLimited) = self.line(of: text)
      held.append(line)
      let side = isLimited ? nil : ChangedWords.side(of: line, in: scopes)
      words.add(line, side, scopes: &scopes)?.show(in: &held, from: words.count - held.count)
      let count = held.count - (words.count - words.firstOpen)
      known += held[..<count]
      held.removeSubrange(..<count)
    }
    if isLast {
      words.end(scopes: &scopes)?.show(in: &held, from: words.count - held.count)
      known += held
      held = []
    }
    return known
  }

  private mutating func line(of text: String) -> (line: CodeLine, isLimited: Bool) {
    guard let tokenizer else { return (CodeLine(text: text), false) }
    let (runs, result) = tokenizer.runs(of: text, from: state, scopes: &scopes)
    state = result.state
    return (CodeLine(text: text, runs: runs), result.isLimited)
  }
}
