extension CodeBlock {
  /// What is known of a code block besides its lines.
  public struct Header: Sendable {
    /// The info string after the fence, entities and backslashes resolved; empty for indented code.
    public var info: String
    public var isFenced: Bool
    /// The registry's identifier of the language (`swift`), where one was found.
    public var language: String?
    /// The language's name as people write it (`Swift`), for a label.
    public var languageName: String?
    /// Whether the language was found by looking at the code, and not named by a label.
    public var isDetected: Bool
    /// Whether the text has come to the end of the block, so that no line follows. Only kept for fences without a
    /// label, whose language is decided by then; how a block came does not make it another one.
    package var isClosed = false
    public var highlighting: Highlighting

    public init(
      info: String, isFenced: Bool, language: String? = nil, languageName: String? = nil,
      isDetected: Bool = false, highlighting: Highlighting = .none
    ) {
      self.info = info
      self.isFenced = isFenced
      self.language = language
      self.languageName = languageName
      self.isDetected = isDetected
      self.highlighting = highlighting
    }
  }

  /// ``Header/info``
  public var info: String {
    get { header.info }
    set { header.info = newValue }
  }

  /// ``Header/isFenced``
  public var isFenced: Bool {
    get { header.isFenced }
    set { header.isFenced = newValue }
  }

  /// ``Header/language``
  public var language: String? {
    get { header.language }
    set { header.language = newValue }
  }

  /// ``Header/languageName``
  public var languageName: String? {
    get { header.languageName }
    set { header.languageName = newValue }
  }

  /// ``Header/isDetected``
  public var isDetected: Bool {
    get { header.isDetected }
    set { header.isDetected = newValue }
  }

  /// ``Header/isClosed``
  package var isClosed: Bool {
    get { header.isClosed }
    set { if newValue != header.isClosed { header.isClosed = newValue } }
  }

  /// ``Header/highlighting``
  public var highlighting: Highlighting {
    get { header.highlighting }
    set { header.highlighting = newValue }
  }
}

// Written out, because how a block came (`isClosed`) does not make it another one.
extension CodeBlock.Header: Hashable {
  public static func == (left: CodeBlock.Header, right: CodeBlock.Header) -> Bool {
    left.info == right.info && left.isFenced == right.isFenced && left.language == right.language
      && left.languageName == right.languageName && left.isDetected == right.isDetected
      && left.highlighting == right.highlighting
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(info)
    hasher.combine(language)
    hasher.combine(highlighting)
  }
}
