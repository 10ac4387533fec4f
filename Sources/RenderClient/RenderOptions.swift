/// How the service is to render; what is nil is the service's own choice (docs/openapi.yaml, `StreamOptions`).
public struct RenderOptions: Codable, Hashable, Sendable {
  public enum Format: String, Codable, Sendable {
    case html, ansi, text, ir
  }

  public var format: Format?
  /// A theme's identifier.
  public var theme: String?
  /// What of GFM is understood: `table`, `strikethrough`, `autolink`, `tasklist`, `tagfilter`, `footnotes`.
  public var extensions: [String]?
  public var smart: Bool?
  public var standalone: Bool?
  public var lineNumbers: Bool?
  /// Columns to wrap at.
  public var width: Int?

  public init(
    format: Format? = nil, theme: String? = nil, extensions: [String]? = nil, smart: Bool? = nil,
    standalone: Bool? = nil, lineNumbers: Bool? = nil, width: Int? = nil
  ) {
    self.format = format
    self.theme = theme
    self.extensions = extensions
    self.smart = smart
    self.standalone = standalone
    self.lineNumbers = lineNumbers
    self.width = width
  }
}

/// A rendered document or highlighted code.
public struct Rendered: Decodable, Sendable {
  /// What is shown less well than it could be.
  public struct Degradation: Decodable, Hashable, Sendable {
    /// `highlightLimit`, `unknownLanguage` or `noGrammar`.
    public var reason: String
    /// The code block's identifier.
    public var block: String
    /// What stands after the fence.
    public var info: String
    public var plainLines: Int
  }

  public var format: String
  public var theme: String
  /// HTML, ANSI or text.
  public var output: String
  /// Of highlighted code: the language, given or detected.
  public var language: String?
  public var detected: Bool?
  public var degraded: [Degradation]
}
