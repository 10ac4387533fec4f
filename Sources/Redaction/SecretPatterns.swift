/// The patterns that a ``Redactor`` searches for. Immutable, so that any number of redactors can share one
/// value.
///
/// ```swift
/// let patterns = try SecretPatterns.standard.adding("acme_ A-Za-z0-9 32-64 Acme key\n")
/// ```
public struct SecretPatterns: Sendable {
  /// The patterns, sorted by prefix. A prefix of another prefix comes first.
  let sorted: [SecretPattern]
  /// The range of patterns in ``sorted`` for each first byte.
  let starts: [Range<Int>]

  /// The maximum number of patterns.
  private static let most = 2000

  /// The built-in patterns for the secrets of known issuers.
  public static let standard: SecretPatterns = {
    do throws(SecretPatternError) {
      return try SecretPatterns([]).adding(String(decoding: PackageResources.secrets_txt, as: UTF8.self))
    } catch {
      preconditionFailure("Data/secrets.txt: \(error)")
    }
  }()

  private init(_ patterns: [SecretPattern]) {
    let sorted = patterns.sorted { $0.prefix.lexicographicallyPrecedes($1.prefix) }
    var starts = [Range<Int>](repeating: 0..<0, count: 256)
    for (index, pattern) in sorted.enumerated() {
      let first = Int(pattern.prefix[0])
      starts[first] = (starts[first].isEmpty ? index : starts[first].lowerBound)..<(index + 1)
    }
    self.sorted = sorted
    self.starts = starts
  }

  /// Returns these patterns and those of a file with one pattern per line, as in
  /// ``SecretPattern/init(line:number:)``. Empty lines and lines that begin with `#` are skipped.
  ///
  /// - Throws: The first error, with its line.
  public func adding(_ file: String) throws(SecretPatternError) -> SecretPatterns {
    var patterns = sorted
    var number = 0
    // Swift treats CR LF as one character, so lines are split between scalars.
    for line in file.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      guard let first = line.first(where: { ![" ", "\t", "\r"].contains($0) }), first != "#" else {
        continue
      }
      guard patterns.count < Self.most else {
        throw SecretPatternError(line: number, reason: "there may be at most \(Self.most) patterns")
      }
      patterns.append(try SecretPattern(line: String(line), number: number))
    }
    return SecretPatterns(patterns)
  }

  /// Finds a secret of a known form at the start of some bytes. The longest matching prefix decides.
  func match(_ bytes: [UInt8]) -> (kind: String, length: Int)? {
    guard let first = bytes.first else { return nil }
    for pattern in sorted[starts[Int(first)]].reversed() where bytes.starts(with: pattern.prefix) {
      let body = bytes.dropFirst(pattern.prefix.count).prefix(while: pattern.alphabet.contains)
      var count = body.count
      // Full stops and dashes at the end belong to the sentence.
      for byte in body.reversed() {
        guard byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-"), count > pattern.lengths.lowerBound
        else { break }
        count -= 1
      }
      guard pattern.lengths.contains(count), SecretShape.isVaried(body.prefix(count)) else { continue }
      let next = bytes.dropFirst(pattern.prefix.count + count).first
      if count == body.count, let next, SecretShape.isWord(next) { continue }
      return (pattern.kind, pattern.prefix.count + count)
    }
    return nil
  }
}
