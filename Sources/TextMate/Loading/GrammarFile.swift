/// Reads a grammar from the bytes of a file.
public enum GrammarFile {
  /// The grammar, and what of the file was left out as malformed.
  public struct Contents: Sendable {
    public var grammar: RawGrammar
    public var issues: [LoadIssue]
  }

  /// Reads JSON or an XML property list, told apart by the first character that is not white space.
  public static func read(_ bytes: [UInt8], path: String? = nil) throws(LoadError) -> Contents {
    var decoder = RawGrammarDecoder()
    let grammar = try decoder.decode(DataTree.read(bytes, path: path))
    return Contents(grammar: grammar, issues: decoder.issues)
  }

  /// Reads the file at `path`.
  public static func read(path: String) throws(LoadError) -> Contents {
    try read(FileBytes.read(path), path: path)
  }
}
