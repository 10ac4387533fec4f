/// The form of a secret: a literal prefix, followed by a number of characters of an alphabet.
///
/// ```swift
/// try SecretPattern(line: "acme_ A-Za-z0-9 32-64 Acme key", number: 1)
/// ```
public struct SecretPattern: Hashable, Sendable {
  /// The name of the secret in marks and counts.
  public let kind: String
  let prefix: [UInt8]
  let alphabet: ByteSet
  /// The number of characters after the prefix.
  let lengths: ClosedRange<Int>

  /// The maximum number of characters after a prefix.
  static let longest = 4096
  private static let prefixLengths = 2...64

  /// Parses a line of a pattern file.
  ///
  /// - Throws: An error that names the line and the reason.
  public init(line: String, number: Int) throws(SecretPatternError) {
    let fields = line.split(maxSplits: 3, whereSeparator: { $0 == " " || $0 == "\t" })
    guard fields.count == 4 else {
      throw SecretPatternError(line: number, reason: "a pattern is PREFIX ALPHABET LENGTH KIND")
    }
    prefix = Array(fields[0].utf8)
    guard Self.prefixLengths.contains(prefix.count), prefix.allSatisfy(ByteSet.inSecrets.contains) else {
      throw SecretPatternError(
        line: number, reason: "the prefix must be 2 to 64 ASCII characters without quotes or backslashes")
    }
    guard let alphabet = ByteSet(ranges: fields[1].utf8) else {
      throw SecretPatternError(
        line: number, reason: "the alphabet must be ranges and characters, such as A-Za-z0-9_-")
    }
    self.alphabet = alphabet
    let bounds = fields[2].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard bounds.count <= 2, let least = bounds[0], let most = bounds[bounds.count - 1], least >= 1,
      most >= least, most <= Self.longest
    else {
      throw SecretPatternError(
        line: number, reason: "the length must be a number or a range such as 20-40, up to \(Self.longest)")
    }
    lengths = least...most
    kind = fields[3].trimmed
    let isName = kind.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && !"[]\"\\`<>*".utf8.contains($0) }
    guard !kind.isEmpty, kind.utf8.count <= 60, isName else {
      throw SecretPatternError(
        line: number, reason: "the kind must be up to 60 ASCII characters without brackets, quotes or marks")
    }
  }
}

/// The error for an invalid line of a pattern file.
///
/// ```swift
/// do {
///   patterns = try SecretPatterns.standard.adding("acme_ 32-64")
/// } catch {
///   print(error)  // line 1: a pattern is PREFIX ALPHABET LENGTH KIND
/// }
/// ```
public struct SecretPatternError: Error, Hashable, CustomStringConvertible {
  public var line: Int
  public var reason: String

  public var description: String { "line \(line): \(reason)" }
}

/// A set of ASCII characters.
struct ByteSet: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init() {}

  init(_ characters: StaticString) {
    characters.withUTF8Buffer { for byte in $0 { insert(byte) } }
  }

  /// Parses ranges such as `A-Z` and single characters. Returns nil for an empty or reversed range, and for
  /// characters that no secret contains.
  init?(ranges: some Collection<UInt8>) {
    let bytes = Array(ranges)
    var index = 0
    while index < bytes.count {
      let isRange = index + 2 < bytes.count && bytes[index + 1] == UInt8(ascii: "-")
      let last = isRange ? bytes[index + 2] : bytes[index]
      guard bytes[index] <= last else { return nil }
      for byte in bytes[index]...last {
        guard Self.inSecrets.contains(byte) else { return nil }
        insert(byte)
      }
      index += isRange ? 3 : 1
    }
    if self == ByteSet() { return nil }
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low & 1 << UInt64(byte) != 0 : byte < 128 && high & 1 << UInt64(byte - 64) != 0
  }

  mutating func insert(_ byte: UInt8) {
    if byte < 64 { low |= 1 << UInt64(byte) } else if byte < 128 { high |= 1 << UInt64(byte - 64) }
  }

  func union(_ other: ByteSet) -> ByteSet {
    var both = self
    both.low |= other.low
    both.high |= other.high
    return both
  }

  /// The number of characters.
  var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  /// The characters that a pattern may contain: visible ASCII without quotes and backslashes.
  static let inSecrets: ByteSet = {
    var set = ByteSet()
    for byte in UInt8(0x21)...0x7E where !"\"'\\`".utf8.contains(byte) { set.insert(byte) }
    return set
  }()
}

extension Substring {
  /// The text without spaces at its start, and without spaces and carriage returns at its end.
  fileprivate var trimmed: String {
    var rest = self.drop { $0 == " " || $0 == "\t" }
    while let last = rest.unicodeScalars.last, [" ", "\t", "\r"].contains(last) {
      rest = rest[..<rest.unicodeScalars.index(before: rest.unicodeScalars.endIndex)]
    }
    return String(rest)
  }
}
