/// Parses groups and everything else that starts with a parenthesis.
extension PatternParser {
  /// Parses options such as `(?i)`, which apply to the rest of the enclosing group including its
  /// alternatives, and that rest. Nil, without reading anything, if there are no such options.
  mutating func parseBareOptions() throws(UnreadablePattern) -> PatternTree.Index? {
    guard peek(1) == UInt8(ascii: "?") else { return nil }
    let start = position
    let outer = options
    position += 2
    guard let changed = try parseOptionLetters(), take(UInt8(ascii: ")")) else {
      position = start
      return nil
    }
    options = changed
    let rest = try parseAlternation()
    options = outer
    return rest
  }

  /// Parses option letters such as `i-mx`; nil if there are none.
  private mutating func parseOptionLetters() throws(UnreadablePattern) -> ActiveOptions? {
    var changed = options
    var isNegated = false
    let start = position
    while let byte = current {
      switch byte {
      case UInt8(ascii: "-"): isNegated = true
      case UInt8(ascii: "i"): changed.ignoresCase = !isNegated
      case UInt8(ascii: "x"): changed.extended = !isNegated
      case UInt8(ascii: "m"): changed.dotMatchesNewline = !isNegated
      case UInt8(ascii: ":"), UInt8(ascii: ")"): return position == start ? nil : changed
      default:
        // Other letters restrict classes to ASCII or are invalid.
        if position == start { return nil }
        throw UnreadablePattern()
      }
      position += 1
    }
    throw UnreadablePattern()
  }

  mutating func parseGroup() throws(UnreadablePattern) -> PatternTree.Index {
    position += 1
    guard take(UInt8(ascii: "?")) else {
      if current == UInt8(ascii: "*") { throw UnreadablePattern() }
      return try parseCapture()
    }
    guard let byte = current else { throw UnreadablePattern() }
    switch byte {
    case UInt8(ascii: ":"):
      position += 1
      return try parseBody()
    case UInt8(ascii: "="), UInt8(ascii: "!"):
      position += 1
      return try wrapBody(.lookAhead, flag: byte == UInt8(ascii: "!"))
    case UInt8(ascii: ">"):
      position += 1
      return try wrapBody(.atomic)
    case UInt8(ascii: "<"):
      position += 1
      if take(UInt8(ascii: "=")) { return try wrapBody(.lookBehind) }
      if take(UInt8(ascii: "!")) { return try wrapBody(.lookBehind, flag: true) }
      return try parseNamedCapture(until: UInt8(ascii: ">"))
    case UInt8(ascii: "'"):
      position += 1
      return try parseNamedCapture(until: UInt8(ascii: "'"))
    case UInt8(ascii: "~"):
      // The absent operator. The library handles its contents, but its groups count.
      position += 1
      _ = take(UInt8(ascii: "|"))
      _ = try parseBody()
      return addUnknown()
    default:
      let outer = options
      guard let changed = try parseOptionLetters(), take(UInt8(ascii: ":")) else {
        throw UnreadablePattern()
      }
      options = changed
      let body = try parseBody()
      options = outer
      return body
    }
  }

  private mutating func parseBody() throws(UnreadablePattern) -> PatternTree.Index {
    let outer = options
    let body = try parseAlternation()
    options = outer
    guard take(UInt8(ascii: ")")) else { throw UnreadablePattern() }
    return body
  }

  private mutating func wrapBody(
    _ kind: PatternTree.PatternNodeKind, flag: Bool = false
  ) throws(UnreadablePattern) -> PatternTree.Index {
    let body = try parseBody()
    return tree.add(.init(kind: kind, flag: flag, a: body))
  }

  private mutating func parseCapture() throws(UnreadablePattern) -> PatternTree.Index {
    let number = tree.groups.count
    // Oniguruma allows more groups, but patterns with so many need not be understood.
    guard number <= 1000 else { throw UnreadablePattern() }
    tree.groups.append(-1)
    let body = try parseBody()
    let node = tree.add(.init(kind: .group, a: body, b: Int32(number)))
    tree.groups[number] = node
    return node
  }

  private mutating func parseNamedCapture(until close: UInt8) throws(UnreadablePattern) -> PatternTree.Index {
    let name = try parseName(until: close)
    guard let first = source[name].first, isNameStart(first) else { throw UnreadablePattern() }
    names.append((name, tree.groups.count))
    return try parseCapture()
  }

  private func isNameStart(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
  }

  /// Parses a name of ASCII letters, digits, underscores and signs, and its closing byte.
  mutating func parseName(until close: UInt8) throws(UnreadablePattern) -> Range<Int> {
    let start = position
    while let byte = current, byte != close {
      let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      let isSign = position == start && (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"))
      guard isNameStart(byte) || isDigit || isSign else { throw UnreadablePattern() }
      position += 1
    }
    let name = start..<position
    guard !name.isEmpty, take(close) else { throw UnreadablePattern() }
    return name
  }

  /// Returns the group number that a reference's name contains, either absolute or relative to the groups
  /// read so far; nil for a name.
  func number(from name: Range<Int>) throws(UnreadablePattern) -> Int? {
    guard let first = source[name].first, !isNameStart(first) else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    let isRelative = isNegative || first == UInt8(ascii: "+")
    var value = 0
    let digits = source[isRelative ? name.dropFirst() : name]
    guard !digits.isEmpty, digits.count <= 4 else { throw UnreadablePattern() }
    for byte in digits {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { throw UnreadablePattern() }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    guard isRelative else { return value }
    guard value > 0 else { throw UnreadablePattern() }
    let absolute = isNegative ? tree.groups.count - value : tree.groups.count - 1 + value
    guard absolute > 0 else { throw UnreadablePattern() }
    return absolute
  }

  mutating func resolveReferences() throws(UnreadablePattern) {
    for call in unresolvedCalls {
      let group: Int
      if let number = try number(from: call.name) {
        group = number
      } else {
        let matching = names.filter { source[$0.name] == source[call.name] }
        guard matching.count == 1 else { throw UnreadablePattern() }
        group = matching[0].group
      }
      guard group < tree.groups.count else { throw UnreadablePattern() }
      tree.nodes[Int(call.node)].a = Int32(group)
    }
    for node in tree.nodes where node.kind == .backReference {
      guard node.a > 0, Int(node.a) < tree.groups.count else { throw UnreadablePattern() }
    }
  }
}
