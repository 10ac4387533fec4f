/// Parses quantifiers: `?`, `*`, `+`, `{n,m}`, each greedy, lazy (`?`) or possessive (`+`).
extension PatternParser {
  /// Oniguruma's limit for the numbers of an interval.
  static let repeatLimit: Int32 = 100_000

  /// Parses a quantifier and repeats `node`; nil if there is no quantifier.
  mutating func parseQuantifier(
    of node: PatternTree.Index
  ) throws(UnreadablePattern) -> PatternTree.Index? {
    var bounds: (min: Int32, max: Int32)
    /// A `?` after `{n}` and after reversed bounds is another quantifier. A `+` does not make an interval possessive.
    var allowsLazy = true
    var allowsPossessive = true
    var greed = PatternTree.Greed.greedy
    switch current {
    case UInt8(ascii: "?"):
      bounds = (0, 1)
      position += 1
    case UInt8(ascii: "*"):
      bounds = (0, -1)
      position += 1
    case UInt8(ascii: "+"):
      bounds = (1, -1)
      position += 1
    case UInt8(ascii: "{"):
      guard let interval = try parseInterval() else { return nil }
      bounds = (interval.min, interval.max)
      if interval.isReversed { greed = .possessive }
      allowsLazy = !interval.isExact && !interval.isReversed
      allowsPossessive = false
    default:
      return nil
    }
    if allowsLazy, take(UInt8(ascii: "?")) {
      greed = .lazy
    } else if allowsPossessive, take(UInt8(ascii: "+")) {
      greed = .possessive
    }
    if isAnchor(node) { throw UnreadablePattern() }
    if bounds == (1, 1) { return node }
    return tree.add(
      .init(kind: .repetition, greed: greed, a: node, b: bounds.min, c: bounds.max))
  }

  /// Whether the library may refuse to repeat `node`.
  private func isAnchor(_ node: PatternTree.Index) -> Bool {
    switch tree[node].kind {
    case .lookAhead, .lookBehind, .wordBoundary, .lineStart, .lineEnd, .textStart, .textEnd,
      .textEndOrNewline, .searchStart, .keep:
      true
    case .alternation: tree.children(of: tree[node]).contains { isAnchor($0) }
    case .sequence: tree.children(of: tree[node]).allSatisfy { isAnchor($0) }
    default: false
    }
  }

  /// The bounds of a repetition; no maximum is -1.
  struct Interval {
    var min: Int32
    var max: Int32
    var isExact: Bool
    /// Whether the larger number came first, which makes the repetition possessive.
    var isReversed: Bool
  }

  /// Parses `{n}`, `{n,}`, `{n,m}` or `{,m}`. Anything else is literal text and is not read.
  mutating func parseInterval() throws(UnreadablePattern) -> Interval? {
    let start = position
    guard take(UInt8(ascii: "{")) else { return nil }
    let low = try parseNumber(limit: Self.repeatLimit)
    var high = low
    var isExact = true
    if take(UInt8(ascii: ",")) {
      isExact = false
      high = try parseNumber(limit: Self.repeatLimit)
      if low == nil, high == nil {
        position = start
        return nil
      }
    }
    guard low != nil || !isExact, take(UInt8(ascii: "}")) else {
      position = start
      return nil
    }
    let (min, max) = (low ?? 0, high ?? -1)
    let isReversed = max >= 0 && min > max
    return Interval(
      min: isReversed ? max : min, max: isReversed ? min : max, isExact: isExact, isReversed: isReversed)
  }

  mutating func parseNumber(limit: Int32) throws(UnreadablePattern) -> Int32? {
    var value: Int32?
    while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      let next = (value ?? 0) * 10 + Int32(byte - UInt8(ascii: "0"))
      guard next <= limit else { throw UnreadablePattern() }
      value = next
      position += 1
    }
    return value
  }
}
