/// A fenced or indented code block, line by line.
public struct CodeBlock: Sendable {
  /// What was done about the block's colours.
  public enum Highlighting: Hashable, Sendable {
    /// No language was asked for.
    case none
    /// The label after the fence names no language that is known; the text is plain.
    case unknownLanguage
    /// The grammar has not been asked yet, or the language of a block without a label is not decided yet; a later
    /// update brings the colours.
    case pending
    case complete
    /// A limit (line length, retries, steps) was reached: `plainLines` lines are plain from there on.
    case limited(plainLines: Int)
  }

  /// Everything but the lines. It changes seldom, and would make all blocks large if they held it.
  public var header: Header {
    get { known.header }
    set { known = Known(newValue) }
  }

  public var lines: [CodeLine]

  private var known: Known

  private final class Known: Sendable {
    let header: Header

    init(_ header: Header) { self.header = header }
  }

  package init(header: Header, lines: [CodeLine]) {
    known = Known(header)
    self.lines = lines
  }

  public init(
    info: String, isFenced: Bool, language: String? = nil, languageName: String? = nil,
    isDetected: Bool = false, lines: [CodeLine], highlighting: Highlighting = .none
  ) {
    self.init(
      header: Header(
        info: info, isFenced: isFenced, language: language, languageName: languageName,
        isDetected: isDetected, highlighting: highlighting), lines: lines)
  }
}

extension CodeBlock: Hashable {
  public static func == (left: CodeBlock, right: CodeBlock) -> Bool {
    left.header == right.header && left.lines == right.lines
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(header)
    hasher.combine(lines)
  }
}

extension [CodeLine] {
  /// The lines of a text, plain. A line feed at its end begins an empty line.
  package init(plain text: some StringProtocol) {
    self = text.split(separator: "\n", omittingEmptySubsequences: false).map { CodeLine(text: String($0)) }
  }
}

/// A line of code without its line end.
public struct CodeLine: Hashable, Sendable {
  public var text: String
  /// Empty where the line is plain; otherwise the lengths add up to the text's UTF-8 length.
  public var runs: [CodeRun]

  public init(text: String, runs: [CodeRun] = []) {
    self.text = text
    self.runs = runs
  }
}

/// A stretch of a code line with one scope stack.
public struct CodeRun: Hashable, Sendable {
  /// UTF-8 bytes.
  public var length: UInt32
  /// An entry of the document's ``Document/scopes``.
  public var scopes: ScopeStackID

  public init(length: Int, scopes: ScopeStackID) {
    self.length = UInt32(length)
    self.scopes = scopes
  }
}
