public import StyledRuns

/// How the service is to render; what is nil is the service's own choice (docs/openapi.yaml, `StreamOptions`).
public struct RenderOptions: Codable, Hashable, Sendable {
  /// A name of what text is: `markdown`, `auto` (as its beginning says), `ir`, or a form of messages that the service
  /// reads (docs/messages.md), as `stream-json` is one. A service knows more names than this client.
  public struct Input: Hashable, Sendable, Codable, RawRepresentable, ExpressibleByStringLiteral {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral name: String) { rawValue = name }

    public static let markdown: Input = "markdown"
    public static let auto: Input = "auto"
    /// A conversation in its own wire form: whole, not as a stream.
    public static let ir: Input = "ir"
  }

  public var format: OutputFormat?
  /// A theme's identifier, or several with commas between them.
  public var theme: String?
  /// Names of extensions, or `+NAME` and `-NAME` for changes of what is usual.
  public var extensions: [String]?
  public var smart: Bool?
  /// Whether fences without a label are highlighted as what their code looks like.
  public var detect: Bool?
  /// Whether what is unfinished at the end is shown as what it is about to become.
  public var optimistic: Bool?
  /// Of streams and conversations.
  public var input: Input?
  /// How much of tool calls is shown: `all`, `none`, `errors` or `preview`.
  public var expand: String?
  public var standalone: Bool?
  public var lineNumbers: Bool?
  /// Columns to wrap at.
  public var width: Int?

  public init(
    format: OutputFormat? = nil, theme: String? = nil, extensions: [String]? = nil, smart: Bool? = nil,
    detect: Bool? = nil, optimistic: Bool? = nil, input: Input? = nil, expand: String? = nil,
    standalone: Bool? = nil, lineNumbers: Bool? = nil, width: Int? = nil
  ) {
    self.format = format
    self.theme = theme
    self.extensions = extensions
    self.smart = smart
    self.detect = detect
    self.optimistic = optimistic
    self.input = input
    self.expand = expand
    self.standalone = standalone
    self.lineNumbers = lineNumbers
    self.width = width
  }

  /// The options as a query has them, `?` included; empty where there are none.
  var query: String {
    let words: [(String, String?)] = [
      ("format", format?.rawValue), ("theme", theme), ("extensions", extensions?.joined(separator: ",")),
      ("input", input?.rawValue), ("expand", expand), ("width", width.map(String.init)),
    ]
    let switches = [
      ("smart", smart), ("detect", detect), ("optimistic", optimistic), ("standalone", standalone),
      ("lineNumbers", lineNumbers),
    ]
    let all = words + switches.map { ($0.0, $0.1.map(String.init)) }
    let parts = all.compactMap { name, value in value.map { name + "=" + Self.encoded($0) } }
    return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
  }

  /// Percent-encoded, but for what is plain in every part of an address.
  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D || byte == 0x5F
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

/// A rendered document, conversation, or highlighted code.
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
    /// The part of a conversation that holds the block: `MESSAGE.PART`.
    public var part: String?
  }

  public var format: String
  public var theme: String
  /// HTML, ANSI, text or markdown.
  public var output: String
  /// Of highlighted code: the language, given or detected.
  public var language: String?
  public var detected: Bool?
  /// Of a conversation: the format in which it came.
  public var input: String?
  /// Of a conversation: what of it was not understood.
  public var skipped: SkippedEvents?
  public var degraded: [Degradation]
}
