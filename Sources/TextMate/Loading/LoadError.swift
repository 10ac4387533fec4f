/// The error for a file that could not be loaded.
///
/// ```swift
/// do {
///   let theme = try Theme(path: "theme.json")
/// } catch {
///   print(error)  // theme.json:3:7: expected a colon
/// }
/// ```
public struct LoadError: Error, Hashable, CustomStringConvertible {
  public var code: LoadErrorCode
  public var message: String
  public var path: String?
  /// The line, from 1; nil if the error has no position.
  public var line: Int?
  /// The column in bytes, from 1.
  public var column: Int?

  public init(code: LoadErrorCode, message: String, path: String? = nil, line: Int? = nil, column: Int? = nil)
  {
    self.code = code
    self.message = message
    self.path = path
    self.line = line
    self.column = column
  }

  /// The error as `path:line:column: message`, the format of compilers.
  public var description: String {
    var text = path.map { "\($0):" } ?? ""
    if let line { text += "\(line):" }
    if let column { text += "\(column):" }
    return text.isEmpty ? message : text + " " + message
  }
}

/// The kind of failure, extensible.
///
/// ```swift
/// do {
///   theme = try themes.theme(named: "obsidain")
/// } catch where error.code == .notFound {
///   print(themes.closestMatches(to: "obsidain"))  // ["obsidian"]
/// }
/// ```
public struct LoadErrorCode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The file could not be opened or read.
  public static let unreadable = LoadErrorCode(rawValue: "unreadable")
  /// The file exceeds a limit on its size, depth or number of values.
  public static let tooLarge = LoadErrorCode(rawValue: "tooLarge")
  /// The text ends inside a value.
  public static let cutOff = LoadErrorCode(rawValue: "cutOff")
  /// The text violates the syntax of its format.
  public static let syntax = LoadErrorCode(rawValue: "syntax")
  /// The text is valid, but is not a grammar or theme.
  public static let content = LoadErrorCode(rawValue: "content")
  /// No grammar or theme has the requested name.
  public static let notFound = LoadErrorCode(rawValue: "notFound")
}

/// A malformed or suspicious value that was left out of a file that could otherwise be used.
///
/// ```swift
/// for issue in try GrammarFile.read(path: path).issues { print("\(path):\(issue)") }
/// ```
public struct LoadIssue: Hashable, Sendable, CustomStringConvertible {
  public var message: String
  /// The path of the value, such as `repository.strings.patterns[2].match`.
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

/// The limits on files.
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
