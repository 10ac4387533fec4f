public import StyledRuns

/// Turns a whole markdown text into a ``Document``: a ``MarkdownStream`` to which the text is appended at
/// once.
///
///     let document = MarkdownParser().parse("# Title\n\nSome *text*.\n")
///
/// A parser is immutable, so any number of threads may use one. Invalid UTF-8 is replaced by U+FFFD before
/// anything else, and so is NUL; offsets count the text after that. Nothing is limited but the nesting of
/// containers (``MarkdownOptions/maximumNesting``), the cells that are made up in short rows of tables (2^19;
/// then a table ends), and the bytes that references to link definitions expand to (2^20, and 32 for each
/// byte of text before them; after that they stay text). O(bytes).
public struct MarkdownParser: Sendable {
  public let options: MarkdownOptions

  public init(options: MarkdownOptions = MarkdownOptions()) { self.options = options }

  public func parse(_ source: UnsafeBufferPointer<UInt8>) -> Document {
    let stream = MarkdownStream(options: options, expectedBytes: source.count)
    stream.append(source)
    stream.finish()
    _ = stream.update()
    return stream.document
  }

  public func parse(_ source: [UInt8]) -> Document {
    source.withUnsafeBufferPointer { parse($0) }
  }

  public func parse(_ source: String) -> Document {
    var source = source
    return source.withUTF8 { parse($0) }
  }
}
