extension CodeBlock {
  /// What is known of a code block besides its lines.
  public struct Header: Sendable {
    public var info: String
    public var isFenced: Bool
    public var language: String?
    public var languageName: String?
    public var isDetected: Bool
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

  /// Everything but the lines.
  public var header: Header {
    get {
      var header = Header(
        info: info, isFenced: isFenced, language: language, languageName: languageName,
        isDetected: isDetected, highlighting: highlighting)
      header.isClosed = isClosed
      return header
    }
    set {
      info = newValue.info
      isFenced = newValue.isFenced
      language = newValue.language
      languageName = newValue.languageName
      isDetected = newValue.isDetected
      isClosed = newValue.isClosed
      highlighting = newValue.highlighting
    }
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
