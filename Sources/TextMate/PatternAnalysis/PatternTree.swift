/// The syntax tree of a pattern, stored in a few arrays.
struct PatternTree {
  typealias Index = Int32

  /// The kinds of nodes. Each comment describes the fields `a`, `b`, `c` and `flag`.
  enum PatternNodeKind: UInt8 {
    case empty
    /// Bytes `a ..< a + b` of `bytes`, which are complete scalars. `flag`: ignores case.
    case literal
    /// One scalar of `sets[a]`. `flag`: a case-insensitive class that can also match a few scalars to which a
    /// member folds.
    case set
    /// `children[a ..< a + b]`, in sequence.
    case sequence
    /// `children[a ..< a + b]`, of which the first successful one matches.
    case alternation
    /// Node `a`, repeated `b` to `c` times. `c` < 0: unlimited.
    case repetition
    /// Capture group `b` around node `a`.
    case group
    /// Node `a` without backtracking into it.
    case atomic
    /// A look-around of node `a`. `flag`: negative.
    case lookAhead
    case lookBehind
    /// `\b`. `flag`: `\B`.
    case wordBoundary
    case lineStart
    case lineEnd
    case textStart
    case textEnd
    case textEndOrNewline
    case searchStart
    /// The text of group `a` again. `flag`: ignores case.
    case backReference
    /// A call of the pattern in group `a`.
    case call
    case keep
    /// Any text: only the library understands this part.
    case unknown
  }

  enum Greed: UInt8 {
    case greedy
    case lazy
    case possessive
  }

  struct PatternNode {
    var kind: PatternNodeKind
    var flag = false
    var greed: Greed = .greedy
    var a: Int32 = 0
    var b: Int32 = 0
    var c: Int32 = 0
  }

  var nodes: [PatternNode] = []
  var children: [Index] = []
  var bytes: [UInt8] = []
  var sets: [ScalarSet] = []
  /// The node of each group by its number. 0 is the whole pattern.
  var groups: [Index] = [0]
  var root: Index = 0

  var usesSearchStart = false
  var usesKeep = false
  var usesBackReferences = false
  var usesCalls = false
  var usesUnknown = false
  /// Whether a non-ASCII scalar occurs in a part that ignores case.
  var hasWideFolds = false

  var captureCount: Int { groups.count - 1 }

  mutating func add(_ node: PatternNode) -> Index {
    nodes.append(node)
    return Index(nodes.count - 1)
  }

  /// Replaces case-insensitive literals with `unknown` nodes. Next to a non-ASCII scalar, a letter can be
  /// matched by one scalar that folds to both.
  mutating func forgetFoldedLiterals() {
    for index in nodes.indices where nodes[index].kind == .literal && nodes[index].flag {
      nodes[index] = PatternNode(kind: .unknown)
    }
    usesUnknown = true
  }

  subscript(index: Index) -> PatternNode { nodes[Int(index)] }

  func children(of node: PatternNode) -> ArraySlice<Index> {
    children[Int(node.a)..<Int(node.a + node.b)]
  }
}

/// The error for a pattern that is invalid or not supported. Nothing can be concluded from it.
struct UnreadablePattern: Error {}
