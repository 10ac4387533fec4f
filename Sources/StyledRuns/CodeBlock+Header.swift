extension CodeBlock {
  /// What is known of a code block besides its lines.
  public struct Header: Hashable, Sendable {
    public var info: String
    public var isFenced: Bool
    public var language: String?
    public var languageName: String?
    public var highlighting: Highlighting

    public init(
      info: String, isFenced: Bool, language: String? = nil, languageName: String? = nil,
      highlighting: Highlighting = .none
    ) {
      self.info = info
      self.isFenced = isFenced
      self.language = language
      self.languageName = languageName
      self.highlighting = highlighting
    }
  }

  /// Everything but the lines.
  public var header: Header {
    get {
      Header(
        info: info, isFenced: isFenced, language: language, languageName: languageName,
        highlighting: highlighting)
    }
    set {
      info = newValue.info
      isFenced = newValue.isFenced
      language = newValue.language
      languageName = newValue.languageName
      highlighting = newValue.highlighting
    }
  }
}
