public import StyledRuns

/// Parses a complete markdown text into a ``Document``.
///
/// ```swift
/// let document = MarkdownParser().parse("# Title\n\nSome *text*.\n")
/// ```
///
/// A parser is immutable, so that threads can share it. NUL and invalid UTF-8 are first replaced with U+FFFD;
/// offsets refer to the repaired text. The limits are the nesting of containers
/// (``MarkdownOptions/maximumNesting``), the number of cells that short table rows are padded with (2^19;
/// then the table ends), and the expansion of references to link definitions (2^20 bytes, plus 32 for each
/// preceding byte of text; later references stay text). O(bytes).
public struct MarkdownParser: Sendable {
  public let options: MarkdownOptions

  /// Creates a parser with these options.
  public init(options: MarkdownOptions = MarkdownOptions()) { self.options = options }

  /// Parses UTF-8 bytes. O(bytes).
  public func parse(_ source: UnsafeBufferPointer<UInt8>) -> Document {
    let stream = MarkdownStream(options: options, expectedBytes: source.count)
    stream.append(source)
    stream.finish()
    _ = stream.update()
    return stream.document
  }

  /// Parses UTF-8 bytes. O(bytes).
  public func parse(_ source: [UInt8]) -> Document {
    source.withUnsafeBufferPointer { parse($0) }
  }

  /// Parses a string. O(bytes).
  public func parse(_ source: String) -> Document {
    var source = source
    return source.withUTF8 { parse($0) }
  }
}
