/// The instructions and the tables of a ``MatchProgram``, before they have addresses.
///
/// ```swift
/// let contents = ProgramContents(Array(#"\bif\b"#.utf8))
/// let matcher = contents.map { BacktrackingMatcher($0) }
/// ```
struct ProgramContents: Equatable {
  var code: [MatchProgram.Instruction] = []
  /// The bytes of all literals.
  var bytes: [UInt8] = []
  /// `MatchProgram.setStride` words for each set of scalars.
  var sets: [UInt64] = []
  /// The first and the last scalar of each range.
  var ranges: [UInt32] = []
  /// `MatchProgram.filterStride` words for each filter.
  var filters: [UInt64] = []
  /// 257 values for each dispatch table.
  var dispatch: [UInt8] = []
  var targets: [Int16] = []
  var tries: [KeywordTrie.TrieNode] = []
  /// The first instruction.
  var start: Int32 = 0
  var captureCount = 0

  /// Compiles a pattern; nil if it is invalid or needs a feature that only the library has.
  init?(_ pattern: [UInt8]) {
    guard let tree = try? PatternParser.parse(pattern), let contents = try? MatchCompiler.compile(tree) else {
      return nil
    }
    self = contents
  }

  /// Creates an empty program.
  init() {}
}
