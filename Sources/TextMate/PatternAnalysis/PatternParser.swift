/// Parses a regular expression in Oniguruma's default syntax to a tree.
///
/// Follows Oniguruma 6.9.8 with `ONIG_SYNTAX_DEFAULT`, UTF-8 and `ONIG_OPTION_CAPTURE_GROUP`. Invalid
/// patterns, and rare and complicated ones, throw. A valid part that the analysis does not support becomes an
/// `unknown` node.
struct PatternParser {
  /// The nesting limit of groups and classes.
  static let depthLimit = 60
  /// The length limit of patterns, in bytes.
  static let lengthLimit = 200_000

  struct ActiveOptions {
    var ignoresCase = false
    var extended = false
    var dotMatchesNewline = false
  }

  let source: [UInt8]
  var position = 0
  var options = ActiveOptions()
  var tree = PatternTree()
  var depth = 0
  /// The nodes of the branches that are being parsed, outermost first.
  var pending: [PatternTree.Index] = []
  /// The names of groups in order of appearance, as ranges of `source`.
  var names: [(name: Range<Int>, group: Int)] = []
  /// Calls by name or number, which are resolved once all groups are known.
  var unresolvedCalls: [(node: PatternTree.Index, name: Range<Int>)] = []

  static func parse(_ pattern: [UInt8]) throws(UnreadablePattern) -> PatternTree {
    guard pattern.count <= lengthLimit, isWellFormed(pattern) else { throw UnreadablePattern() }
    var parser = PatternParser(source: pattern)
    parser.tree.nodes.reserveCapacity(pattern.count / 2 + 4)
    parser.tree.bytes.reserveCapacity(pattern.count)
    let root = try parser.parseAlternation()
    guard parser.position == pattern.count else { throw UnreadablePattern() }
    parser.tree.root = root
    parser.tree.groups[0] = root
    try parser.resolveReferences()
    if parser.tree.hasWideFolds { parser.tree.forgetFoldedLiterals() }
    return parser.tree
  }

  private init(source: [UInt8]) {
    self.source = source
  }

  private static func isWellFormed(_ pattern: [UInt8]) -> Bool {
    guard pattern.contains(where: { $0 >= 0x80 }) else { return true }
    return UTF8Scalars.isWellFormed(pattern)
  }

  var isAtEnd: Bool { position >= source.count }
  var current: UInt8? { position < source.count ? source[position] : nil }

  func peek(_ offset: Int) -> UInt8? {
    position + offset < source.count ? source[position + offset] : nil
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  /// Parses up to a closing parenthesis, which is not read, or to the end.
  mutating func parseAlternation() throws(UnreadablePattern) -> PatternTree.Index {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw UnreadablePattern() }
    let base = pending.count
    pending.append(try parseBranch())
    while take(UInt8(ascii: "|")) {
      pending.append(try parseBranch())
    }
    return collapse(from: base, as: .alternation)
  }

  /// Replaces the pending nodes from `base` on with one node that contains them.
  private mutating func collapse(from base: Int, as kind: PatternTree.PatternNodeKind) -> PatternTree.Index {
    defer { pending.removeSubrange(base...) }
    if pending.count == base + 1 { return pending[base] }
    if pending.count == base { return tree.add(.init(kind: .empty)) }
    let start = tree.children.count
    tree.children.append(contentsOf: pending[base...])
    return tree.add(.init(kind: kind, a: Int32(start), b: Int32(pending.count - base)))
  }

  private mutating func parseBranch() throws(UnreadablePattern) -> PatternTree.Index {
    let base = pending.count
    /// Whether the last pending node is a literal that the next scalar can extend.
    var canJoin = false
    while true {
      try skipIgnored()
      guard let byte = current, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") else { break }
      if byte == UInt8(ascii: "("), let rest = try parseBareOptions() {
        pending.append(rest)
        break
      }
      if let run = parsePlainRun() {
        join(run, canJoin: canJoin)
        canJoin = true
        continue
      }
      let atom = try parseAtom()
      try skipIgnored()
      var node = atom
      while let quantified = try parseQuantifier(of: node) {
        node = quantified
        try skipIgnored()
      }
      let isLiteral = node == atom && tree[atom].kind == .literal
      if isLiteral { join(node, canJoin: canJoin) } else { pending.append(node) }
      canJoin = isLiteral
    }
    return collapse(from: base, as: .sequence)
  }

  /// Appends a literal to the branch, or extends the previous literal if `canJoin` allows it.
  private mutating func join(_ node: PatternTree.Index, canJoin: Bool) {
    if canJoin, let last = pending.last, tree[last].flag == tree[node].flag,
      tree[last].a + tree[last].b == tree[node].a
    {
      tree.nodes[Int(last)].b += tree[node].b
    } else {
      pending.append(node)
    }
  }

  /// Parses a literal of plain ASCII characters without quantifiers; nil if there are none. A faster path
  /// than `parseAtom` for each character.
  private mutating func parsePlainRun() -> PatternTree.Index? {
    let start = position
    var end = start
    while end < source.count, Self.isPlain(source[end]) { end += 1 }
    // The last character may have a quantifier, in extended mode even after white space.
    if end < source.count, end > start { end -= 1 }
    guard end > start else { return nil }
    position = end
    let first = tree.bytes.count
    tree.bytes.append(contentsOf: source[start..<end])
    return tree.add(
      .init(kind: .literal, flag: options.ignoresCase, a: Int32(first), b: Int32(end - start)))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 64 ? plainLow : plainHigh) >> UInt64(byte & 63) & 1 != 0
  }

  // Letters, digits and ! " % & ' , - / : ; < = > @ _ ` ~.
  private static let plainLow: UInt64 = 0x7FFF_B0E6_0000_0000
  private static let plainHigh: UInt64 = 0x47FF_FFFF_87FF_FFFF

  /// Skips comment groups and, in extended mode, white space and comments.
  private mutating func skipIgnored() throws(UnreadablePattern) {
    while let byte = current {
      switch byte {
      case UInt8(ascii: "(") where peek(1) == UInt8(ascii: "?") && peek(2) == UInt8(ascii: "#"):
        position += 3
        while true {
          guard let inner = current else { throw UnreadablePattern() }
          position += 1
          if inner == UInt8(ascii: ")") { break }
          if inner == UInt8(ascii: "\\") { position += 1 }
        }
      case UInt8(ascii: "#") where options.extended:
        while let inner = current, inner != 0x0A { _ = take(inner) }
        _ = take(0x0A)
      case 0x20, 0x09, 0x0A, 0x0D, 0x0C:
        guard options.extended else { return }
        position += 1
      default:
        return
      }
    }
  }

  private mutating func parseAtom() throws(UnreadablePattern) -> PatternTree.Index {
    guard let byte = current else { throw UnreadablePattern() }
    switch byte {
    case UInt8(ascii: "("):
      return try parseGroup()
    case UInt8(ascii: "["):
      position += 1
      return try parseClassAtom()
    case UInt8(ascii: "."):
      position += 1
      return addSet(options.dotMatchesNewline ? .everything : .notNewline)
    case UInt8(ascii: "^"):
      position += 1
      return tree.add(.init(kind: .lineStart))
    case UInt8(ascii: "$"):
      position += 1
      return tree.add(.init(kind: .lineEnd))
    case UInt8(ascii: "\\"):
      position += 1
      return try parseEscape()
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
      throw UnreadablePattern()
    case UInt8(ascii: "{"):
      if try parseInterval() != nil { throw UnreadablePattern() }
      position += 1
      return addLiteral(UInt32(byte))
    default:
      let (scalar, length) = UTF8Scalars.decode(source, at: position)
      position += length
      return addLiteral(scalar)
    }
  }

  mutating func addLiteral(_ scalar: UInt32) -> PatternTree.Index {
    let start = tree.bytes.count
    UTF8Scalars.append(scalar, to: &tree.bytes)
    // The library handles scalars that fold to a non-ASCII scalar.
    if options.ignoresCase, scalar >= 0x80 {
      tree.hasWideFolds = true
      return addUnknown()
    }
    return tree.add(
      .init(
        kind: .literal, flag: options.ignoresCase, a: Int32(start), b: Int32(tree.bytes.count - start)))
  }

  mutating func addSet(_ set: ScalarSet, mayMatchFolds: Bool = false) -> PatternTree.Index {
    tree.sets.append(set)
    return tree.add(.init(kind: .set, flag: mayMatchFolds, a: Int32(tree.sets.count - 1)))
  }

  mutating func addUnknown() -> PatternTree.Index {
    tree.usesUnknown = true
    return tree.add(.init(kind: .unknown))
  }
}
