/// A pattern's syntax as a tree, all in a few arrays.
struct PatternTree {
  typealias Index = Int32

  /// What a node is; the comment says what `a`, `b`, `c` and `flag` hold.
  enum Kind: UInt8 {
    case empty
    /// Bytes `a ..< a + b` of `bytes`, whole scalars; `flag`: without regard to case.
    case literal
    /// One scalar of `sets[a]`; `flag`: a class without regard to case that may also match a few scalars
    /// that a member folds to.
    case set
    /// `children[a ..< a + b]`, one after the other.
    case sequence
    /// `children[a ..< a + b]`, the first that leads to success.
    case alternation
    /// Node `a`, `b` to `c` times (`c` < 0: without bound).
    case repetition
    /// Capture group `b` around node `a`.
    case group
    /// Node `a` without coming back to it.
    case atomic
    /// Look-around of node `a`; `flag`: negative.
    case lookAhead
    case lookBehind
    /// `\b`; `flag`: `\B`.
    case wordBoundary
    case lineStart
    case lineEnd
    case textStart
    case textEnd
    case textEndOrNewline
    case searchStart
    /// Group `a` again; `flag`: without regard to case.
    case backReference
    /// The pattern of group `a`, called.
    case call
    case keep
    /// Anything at all: what only the library understands.
    case unknown
  }

  enum Greed: UInt8 {
    case greedy
    case lazy
    case possessive
  }

  struct Node {
    var kind: Kind
    var flag = false
    var greed: Greed = .greedy
    var a: Int32 = 0
    var b: Int32 = 0
    var c: Int32 = 0
  }

  var nodes: [Node] = []
  var children: [Index] = []
  var bytes: [UInt8] = []
  var sets: [ScalarSet] = []
  /// The node of each group, by number; 0 is the whole pattern.
  var groups: [Index] = [0]
  var root: Index = 0

  var usesSearchStart = false
  var usesKeep = false
  var usesBackReferences = false
  var usesCalls = false
  var usesUnknown = false
  /// A scalar beyond ASCII stands where case does not matter.
  var hasWideFolds = false

  var captureCount: Int { groups.count - 1 }

  mutating func add(_ node: Node) -> Index {
    nodes.append(node)
    return Index(nodes.count - 1)
  }

  /// Makes literals without regard to case unknown: together with a neighbour beyond ASCII, a letter may be
  /// matched by a scalar that folds to both.
  mutating func forgetFoldedLiterals() {
    for index in nodes.indices where nodes[index].kind == .literal && nodes[index].flag {
      nodes[index] = Node(kind: .unknown)
    }
    usesUnknown = true
  }

  subscript(index: Index) -> Node { nodes[Int(index)] }

  func children(of node: Node) -> ArraySlice<Index> {
    children[Int(node.a)..<Int(node.a + node.b)]
  }
}

/// The pattern is not valid, or not one that the reader follows: nothing may be concluded from it.
struct UnreadablePattern: Error {}
