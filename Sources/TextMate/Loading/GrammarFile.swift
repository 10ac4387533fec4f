/// Reads grammars from files.
///
/// ```swift
/// let contents = try GrammarFile.read(path: "grammars/swift.json")
/// for issue in contents.issues { print(issue) }
/// ```
public enum GrammarFile {
  /// A grammar, and the malformed values in its file.
  ///
  /// ```swift
  /// let contents = try GrammarFile.read(bytes)
  /// print(contents.grammar.scopeName, contents.issues.count)
  /// ```
  public struct Contents: Sendable {
    /// The grammar, without the malformed values.
    public var grammar: RawGrammar
    /// The malformed values.
    public var issues: [LoadIssue]
  }

  /// Parses a grammar in JSON or as an XML property list, depending on the first character that is not white
  /// space.
  ///
  /// - Throws: ``LoadError`` if the file is not a grammar.
  public static func read(_ bytes: [UInt8], path: String? = nil) throws(LoadError) -> Contents {
    var decoder = RawGrammarDecoder()
    let grammar = try decoder.decode(DataTree.read(bytes, path: path))
    return Contents(grammar: grammar, issues: decoder.issues)
  }

  /// Reads the grammar in the file at `path`.
  ///
  /// - Throws: ``LoadError`` if the file cannot be read or is not a grammar.
  public static func read(path: String) throws(LoadError) -> Contents {
    try read(FileBytes.read(path), path: path)
  }
}
