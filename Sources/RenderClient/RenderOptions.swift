public import StyledRuns

/// Options of a rendering. The service uses its own default for an option that is nil (docs/openapi.yaml,
/// `StreamOptions`).
///
/// ```swift
/// let options = RenderOptions(format: .ansi, theme: "obsidian", width: 80)
/// ```
public struct RenderOptions: Codable, Hashable, Sendable {
  /// The kind of the input: `markdown`, `auto` (detected from the first bytes), `ir`, or a message format
  /// such as `stream-json` (docs/messages.md). A service may know more kinds than this client.
  ///
  /// ```swift
  /// let input: RenderOptions.InputFormat = "stream-json"
  /// ```
  public struct InputFormat: Hashable, Sendable, Codable, RawRepresentable, ExpressibleByStringLiteral {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral name: String) { rawValue = name }

    public static let markdown: InputFormat = "markdown"
    public static let auto: InputFormat = "auto"
    /// A complete conversation in its wire form. Not available for streams.
    public static let ir: InputFormat = "ir"
  }

  public var format: OutputFormat?
  /// The identifier of a theme, or several separated by commas.
  public var theme: String?
  /// The names of extensions. `+NAME` and `-NAME` change the default set.
  public var extensions: [String]?
  /// Additional names of custom elements: `plan=card,-cite`.
  public var elements: String?
  public var smart: Bool?
  /// Whether the language of fences without an info string is detected from the code.
  public var detect: Bool?
  /// Whether an unfinished construct at the end of the text is shown as if it were complete.
  public var optimistic: Bool?
  /// The kind of the input, for streams and conversations.
  public var input: InputFormat?
  /// The extent of tool calls in the output: `all`, `none`, `errors` or `preview`.
  public var expand: String?
  public var standalone: Bool?
  public var lineNumbers: Bool?
  /// The width in columns at which lines are wrapped.
  public var width: Int?

  public init(
    format: OutputFormat? = nil, theme: String? = nil, extensions: [String]? = nil, smart: Bool? = nil,
    detect: Bool? = nil, optimistic: Bool? = nil, input: InputFormat? = nil, expand: String? = nil,
    standalone: Bool? = nil, lineNumbers: Bool? = nil, width: Int? = nil, elements: String? = nil
  ) {
    self.elements = elements
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

  /// The options as a query string with its `?`; empty if no option is set.
  var query: String {
    let words: [(String, String?)] = [
      ("format", format?.rawValue), ("theme", theme), ("extensions", extensions?.joined(separator: ",")),
      ("elements", elements), ("input", input?.rawValue), ("expand", expand),
      ("width", width.map(String.init)),
    ]
    let switches = [
      ("smart", smart), ("detect", detect), ("optimistic", optimistic), ("standalone", standalone),
      ("lineNumbers", lineNumbers),
    ]
    let all = words + switches.map { ($0.0, $0.1.map(String.init)) }
    let parts = all.compactMap { name, value in value.map { name + "=" + Self.encoded($0) } }
    return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
  }

  /// Percent-encodes every byte except those that are allowed in every part of a URL.
  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D || byte == 0x5F
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

/// A rendered document, a rendered conversation, or highlighted code.
///
/// ```swift
/// let rendered = try await client.render("# Title", options: RenderOptions(format: .html))
/// print(rendered.output)
/// ```
public struct Rendered: Decodable, Sendable {
  /// A code block that could not be highlighted completely.
  ///
  /// ```swift
  /// for block in rendered.degraded { print("\(block.info): \(block.reason)") }
  /// ```
  public struct ReportedDegradation: Decodable, Hashable, Sendable {
    /// The reason: `highlightLimit`, `unknownLanguage` or `noGrammar`.
    public var reason: String
    /// The identifier of the code block.
    public var block: String
    /// The info string of the fence.
    public var info: String
    public var plainLines: Int
    /// The part of a conversation that contains the block, as `MESSAGE.PART`.
    public var part: String?
  }

  public var format: String
  public var theme: String
  /// The output in HTML, ANSI, text or markdown.
  public var output: String
  /// The language of highlighted code, given or detected.
  public var language: String?
  public var detected: Bool?
  /// The message format of a conversation.
  public var input: String?
  /// Counts of a conversation's input that the service could not parse.
  public var skipped: SkippedEvents?
  /// The number of secrets of each kind that the service replaced; nil unless the request redacts.
  public var redacted: [String: Int]?
  public var degraded: [ReportedDegradation]
}
