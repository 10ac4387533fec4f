/// Parses quantifiers: `?`, `*`, `+`, `{n,m}`, each greedy, lazy (`?`) or possessive (`+`).
extension PatternParser {
  /// Oniguruma's limit for the numbers of an interval.
  static let repeatLimit: Int32 = 100_000

  /// Parses a quantifier and repeats `node`; nil if there is no quantifier.
  mutating func parseQuantifier(
    of node: PatternTree.Index
  ) throws(UnreadablePattern) -> PatternTree.Index? {
    var bounds: (min: Int32, max: Int32)
    /// `{n}` is always greedy: a `?` after it is another quantifier. No interval is possessive.
    var allowsLazy = true
    var allowsPossessive = true
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
      allowsLazy = !interval.isExact
      allowsPossessive = false
    default:
      return nil
    }
    var greed = PatternTree.Greed.greedy
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

  /// Parses `{n}`, `{n,}`, `{n,m}` or `{,m}`. Anything else is literal text and is not read.
  mutating func parseInterval() throws(UnreadablePattern) -> (min: Int32, max: Int32, isExact: Bool)? {
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
    let bounds = (min: low ?? 0, max: high ?? -1, isExact: isExact)
    // Reversed bounds have a special meaning.
    if bounds.max >= 0, bounds.min > bounds.max { throw UnreadablePattern() }
    return bounds
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
