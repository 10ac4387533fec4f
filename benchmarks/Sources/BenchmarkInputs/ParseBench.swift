internal import MarkdownBlocks

/// Parses documents without highlighting anything.
public enum ParseBench {
  public static func parse(_ markdown: [UInt8]) {
    _ = MarkdownParser().parse(markdown)
  }
}
