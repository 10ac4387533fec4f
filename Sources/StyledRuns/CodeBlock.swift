/// A fenced or indented code block, line by line.
///
/// ```swift
/// let block = CodeBlock(
///   info: "swift", isFenced: true, language: "swift",
///   lines: [CodeLine(text: "let x = 1"), CodeLine(text: "print(x)")])
/// ```
public struct CodeBlock: Sendable {
  /// The state of a block's syntax highlighting.
  ///
  /// ```swift
  /// if code.highlighting == .pending { showLater(code) }
  /// ```
  public enum Highlighting: Hashable, Sendable {
    /// Highlighting was not requested.
    case none
    /// No known language has the name in the info string. The text is plain.
    case unknownLanguage
    /// The grammar has not run yet, or the language of a block without an info string is not decided yet. A
    /// later update brings the tokens.
    case pending
    /// Every line is highlighted.
    case complete
    /// A limit (line length, retries, steps) was reached in `plainLines` lines. These lines are partly or
    /// fully plain.
    case limited(plainLines: Int)
  }

  /// All properties except the lines. They are stored in a separate object, so that a `Block` stays small.
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
    isDetected: Bool = false, isClosed: Bool = false, lines: [CodeLine], highlighting: Highlighting = .none
  ) {
    self.init(
      header: Header(
        info: info, isFenced: isFenced, language: language, languageName: languageName,
        isDetected: isDetected, isClosed: isClosed, highlighting: highlighting), lines: lines)
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
  /// Splits a text into plain lines. A line feed at the end starts an empty last line.
  package init(plain text: some StringProtocol) {
    self = text.split(separator: "\n", omittingEmptySubsequences: false).map { CodeLine(text: String($0)) }
  }
}

/// A line of code without its line end.
///
/// ```swift
/// CodeLine(
///   text: "let x",
///   runs: [CodeRun(length: 3, scopes: keyword), CodeRun(length: 2, scopes: .empty)])
/// ```
public struct CodeLine: Hashable, Sendable {
  public var text: String
  /// The runs of the line. Empty if the line is plain; otherwise their lengths add up to the text's UTF-8
  /// length.
  public var runs: [CodeRun]

  public init(text: String, runs: [CodeRun] = []) {
    self.text = text
    self.runs = runs
  }
}

/// A part of a code line whose bytes all have the same scope stack.
///
/// ```swift
/// let keyword = scopes.push("keyword.swift", onto: .empty)
/// CodeRun(length: 3, scopes: keyword)  // "let"
/// ```
public struct CodeRun: Hashable, Sendable {
  /// The length in UTF-8 bytes.
  public var length: UInt32
  /// The scope stack, an entry of ``Document/scopes``.
  public var scopes: ScopeStackID

  public init(length: Int, scopes: ScopeStackID) {
    self.length = UInt32(length)
    self.scopes = scopes
  }
}
