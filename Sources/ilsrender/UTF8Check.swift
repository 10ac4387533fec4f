internal import MarkdownSource

/// The count of the byte sequences of an input that are not UTF-8, each of which is shown as U+FFFD. It is shared by
/// what reads the input and what reports the count.
///
/// ```swift
/// let check = UTF8Check()
/// check.read([0x61, 0xFF])
/// check.endFile()
/// check.invalidSequences  // 1
/// ```
final class UTF8Check {
  private var validator = UTF8Validator()

  var invalidSequences: Int { validator.invalidSequences }

  /// Reads the next bytes. A scalar may be cut between two calls.
  func read(_ bytes: [UInt8]) { bytes.withUnsafeBytes { validator.read($0) } }

  /// Ends a file, in which the last scalar may be incomplete.
  func endFile() { validator.end() }
}
