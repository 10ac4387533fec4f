extension CodeBlock {
  /// The properties of a code block other than its lines.
  ///
  /// A fence of Swift code gives:
  ///
  /// ```swift
  /// CodeBlock.Header(info: "swift", isFenced: true, language: "swift", languageName: "Swift")
  /// ```
  public struct Header: Sendable {
    /// The info string after the opening fence, with entities and backslash escapes resolved; empty for
    /// indented code.
    public var info: String
    public var isFenced: Bool
    /// The registry's identifier of the language (`swift`); nil if no language was found.
    public var language: String?
    /// The name of the language for a label (`Swift`).
    public var languageName: String?
    /// Whether the language was detected from the code. `false` if the info string names it.
    public var isDetected: Bool
    /// Whether a line has closed the block, so that no line follows. Only fences without an info string,
    /// sources of drawings and diffs use this value: the end decides the language of the first, the second are
    /// drawn, and it completes the last line of a diff. It counts in comparisons of sources of drawings only.
    public var isClosed: Bool
    /// Whether the block would be drawn, but its document has too many and too large diagrams before it: the lines are
    /// shown. See docs/markdown.md for the limit.
    public var isUndrawn: Bool
    public var highlighting: Highlighting

    public init(
      info: String, isFenced: Bool, language: String? = nil, languageName: String? = nil,
      isDetected: Bool = false, isClosed: Bool = false, isUndrawn: Bool = false,
      highlighting: Highlighting = .none
    ) {
      self.info = info
      self.isFenced = isFenced
      self.language = language
      self.languageName = languageName
      self.isDetected = isDetected
      self.isClosed = isClosed
      self.isUndrawn = isUndrawn
      self.highlighting = highlighting
    }
  }

  /// The info string. See ``Header/info``.
  public var info: String {
    get { header.info }
    set { header.info = newValue }
  }

  /// Whether the block is fenced. See ``Header/isFenced``.
  public var isFenced: Bool {
    get { header.isFenced }
    set { header.isFenced = newValue }
  }

  /// The identifier of the language. See ``Header/language``.
  public var language: String? {
    get { header.language }
    set { header.language = newValue }
  }

  /// The name of the language. See ``Header/languageName``.
  public var languageName: String? {
    get { header.languageName }
    set { header.languageName = newValue }
  }

  /// Whether the language was detected. See ``Header/isDetected``.
  public var isDetected: Bool {
    get { header.isDetected }
    set { header.isDetected = newValue }
  }

  /// Whether a line has closed the block. See ``Header/isClosed``.
  public var isClosed: Bool {
    get { header.isClosed }
    set { if newValue != header.isClosed { header.isClosed = newValue } }
  }

  /// The state of syntax highlighting. See ``Header/highlighting``.
  public var highlighting: Highlighting {
    get { header.highlighting }
    set { header.highlighting = newValue }
  }
}

// Explicit, because `isClosed` describes how a block arrived. It counts only for sources of drawings.
extension CodeBlock.Header: Hashable {
  public static func == (left: CodeBlock.Header, right: CodeBlock.Header) -> Bool {
    left.info == right.info && left.isFenced == right.isFenced && left.language == right.language
      && left.languageName == right.languageName && left.isDetected == right.isDetected
      && left.highlighting == right.highlighting && left.isUndrawn == right.isUndrawn
      && (left.isClosed == right.isClosed || left.labelledForm?.drawing == nil)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(info)
    hasher.combine(language)
    hasher.combine(highlighting)
  }
}
