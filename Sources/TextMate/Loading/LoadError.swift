/// Why a file could not be loaded, and where in it.
public struct LoadError: Error, Hashable, CustomStringConvertible {
  /// What kind of failure it was; more may be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file could not be opened or read.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The file is larger, deeper or has more values than is read.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// The text ends in the middle of a value.
    public static let cutOff = Code(rawValue: "cutOff")
    /// The text breaks the rules of its format.
    public static let syntax = Code(rawValue: "syntax")
    /// The text is sound, but it is not what was asked for (no grammar, no theme).
    public static let content = Code(rawValue: "content")
    /// Nothing has the name that was asked for.
    public static let notFound = Code(rawValue: "notFound")
  }

  public var code: Code
  public var message: String
  public var path: String?
  /// From 1; nil where the error has no place in the text.
  public var line: Int?
  /// In bytes, from 1.
  public var column: Int?

  public init(code: Code, message: String, path: String? = nil, line: Int? = nil, column: Int? = nil) {
    self.code = code
    self.message = message
    self.path = path
    self.line = line
    self.column = column
  }

  /// `path:line:column: message`, as compilers write it.
  public var description: String {
    var text = path.map { "\($0):" } ?? ""
    if let line { text += "\(line):" }
    if let column { text += "\(column):" }
    return text.isEmpty ? message : text + " " + message
  }
}

/// Something in a file that was left out or looks wrong, where the rest could be used.
public struct LoadIssue: Hashable, Sendable, CustomStringConvertible {
  public var message: String
  /// The way to the value within its file: `repository.strings.patterns[2].match`.
  public var location: String
  public var line: Int
  public var column: Int

  public init(message: String, location: String, line: Int, column: Int) {
    self.message = message
    self.location = location
    self.line = line
    self.column = column
  }

  public var description: String {
    "\(line):\(column): \(location.isEmpty ? "" : location + ": ")\(message)"
  }
}

/// How much of a file is taken in before it is refused.
package struct LoadLimits: Sendable {
  package var bytes: Int
  package var values: Int
  package var depth: Int

  package init(bytes: Int = 32 << 20, values: Int = 2_000_000, depth: Int = 256) {
    self.bytes = bytes
    self.values = values
    self.depth = depth
  }

  package static let standard = LoadLimits()
}
