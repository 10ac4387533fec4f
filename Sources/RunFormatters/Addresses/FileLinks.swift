/// Makes file names in a terminal clickable: relative links, and positions such as `Sources/main.swift:12`.
///
/// The formatter finds the names. The closure decides which names become links, and only the closure may
/// access the file system.
///
/// ```swift
/// var options = ANSIOptions()
/// options.fileLinks = FileLinks { place in
///   exists(place.path) ? "vscode://file/\(folder)/\(place.path):\(place.line ?? 1)" : nil
/// }
/// ```
public struct FileLinks: Sendable {
  /// A file name as written in the text, with an optional position.
  ///
  /// ```swift
  /// FileLinks.FileReference(address: "docs/a%20b.md#L12")  // path "docs/a b.md", line 12
  /// ```
  public struct FileReference: Hashable, Sendable {
    public var path: String
    /// The line and the column, from 1; nil if the text does not state them.
    public var line: Int?
    public var column: Int?

    public init(path: String, line: Int? = nil, column: Int? = nil) {
      self.path = path
      self.line = line
      self.column = column
    }

    /// Creates the place for a relative address such as `docs/a%20b.md#L12`; returns nil for other addresses.
    public init?(address: String) {
      guard LinkPolicy.scheme(of: address) == nil, !address.hasPrefix("//") else { return nil }
      let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let path = parts[0].prefix { $0 != "?" }
      guard let decoded = Self.decoded(path), !decoded.isEmpty else { return nil }
      self.path = decoded
      if parts.count == 2, parts[1].hasPrefix("L") {
        line = Int(parts[1].dropFirst().prefix { $0.isASCII && $0.isNumber })
      }
    }

    /// Resolves percent-encoding; returns nil if the result is not a file name.
    private static func decoded(_ path: Substring) -> String? {
      var bytes: [UInt8] = []
      var rest = Array(path.utf8)[...]
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%"), rest.count >= 2,
          let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
        {
          bytes.append(value)
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte)
        }
      }
      return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }
  }

  /// Returns the address of a file; nil if the name must not become a link.
  public var address: @Sendable (FileReference) -> String?

  public init(_ address: @escaping @Sendable (FileReference) -> String?) { self.address = address }

  /// The maximum length of a path in bytes.
  private static let longestPath = 512

  /// Finds the next place `PATH:LINE` or `PATH:LINE:COLUMN` in a text. O(text).
  static func next(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> (
    place: FileReference, range: Range<Int>
  )? {
    var position = start
    while position < text.count {
      guard let colon = text[position...].firstIndex(of: UInt8(ascii: ":")) else { return nil }
      position = colon + 1
      guard let (line, afterLine) = number(in: text, at: colon + 1) else { continue }
      var first = colon
      while first > start, colon - first < longestPath, isPath(text[first - 1]) { first -= 1 }
      // A dot or a quotation mark can precede the name in a sentence, but no name begins with a hyphen.
      while first < colon, text[first] == UInt8(ascii: "-") { first += 1 }
      let name = text[first..<colon]
      let hasShape = name.contains(UInt8(ascii: ".")) || name.contains(UInt8(ascii: "/"))
      guard hasShape, name.count > 1 else { continue }
      var end = afterLine
      var column: Int?
      if afterLine < text.count, text[afterLine] == UInt8(ascii: ":"),
        let (value, afterColumn) = number(in: text, at: afterLine + 1)
      {
        (column, end) = (value, afterColumn)
      }
      // `12a` is not a line number.
      if end < text.count, isPath(text[end]), text[end] != UInt8(ascii: "."), text[end] != UInt8(ascii: "-") {
        continue
      }
      let path = String(decoding: name, as: UTF8.self)
      return (FileReference(path: path, line: line, column: column), first..<end)
    }
    return nil
  }

  private static func number(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> (Int, end: Int)? {
    var (value, end) = (0, start)
    while end < text.count, (0x30...0x39).contains(text[end]), end - start < 8 {
      value = value * 10 + Int(text[end] - 0x30)
      end += 1
    }
    return end > start && value > 0 ? (value, end) : nil
  }

  private static func isPath(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39, 0x80...:
      true
    case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "@"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
