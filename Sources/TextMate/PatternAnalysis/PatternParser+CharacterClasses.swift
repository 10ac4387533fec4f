/// Parses bracketed classes: ranges, nested classes, intersections, POSIX brackets.
extension PatternParser {
  /// Parses a class that is not nested. Its opening bracket has been read.
  mutating func parseClassAtom() throws(UnreadablePattern) -> PatternTree.Index {
    let (members, isNegated, _) = try parseClass()
    var set = members
    var mayMatchFolds = false
    if options.ignoresCase {
      // A member that folds to two or three scalars lets the class match these, too.
      mayMatchFolds = !isNegated && !set.isCaseless
      if !members.isClosedOverCase {
        set.closeOverCase()
        if members.wide == .all {
          set.addFoldsToASCII()
        } else if !members.isCaseless {
          set.addUnknownFolds()
        }
      }
    }
    return addSet(isNegated ? set.inverted : set, mayMatchFolds: mayMatchFolds)
  }

  private enum ClassState {
    case start
    /// `value` has been read and can start a range.
    case value
    /// A nested class has been read.
    case classRead
    /// `value` and a hyphen have been read.
    case range
    case complete
  }

  private struct ClassBuilder {
    var set = ScalarSet()
    /// The operand before `&&`.
    var left: ScalarSet?
    /// Whether a member is a range from U+0000 to a non-ASCII scalar. The library computes the complement of
    /// such a class incorrectly inside another class.
    var hasRangeFromZero = false
    var state = ClassState.start
    var value: UInt32 = 0

    mutating func flush() {
      if state == .value { set.insert(value) }
    }

    mutating func add(_ scalar: UInt32) throws(UnreadablePattern) {
      switch state {
      case .range:
        guard value <= scalar else { throw UnreadablePattern() }
        set.insert(value...scalar)
        if value == 0, scalar >= 0x80 { hasRangeFromZero = true }
        state = .complete
      default:
        flush()
        state = .value
        value = scalar
      }
    }

    mutating func add(_ other: ScalarSet) throws(UnreadablePattern) {
      guard state != .range else { throw UnreadablePattern() }
      flush()
      set.formUnion(other)
      state = .classRead
    }

    mutating func intersect() {
      flush()
      if var left {
        left.formIntersection(set)
        self.left = left
      } else {
        left = set
      }
      set = ScalarSet()
      state = .start
    }

    mutating func finish() throws(UnreadablePattern) -> ScalarSet {
      guard state != .range else { throw UnreadablePattern() }
      flush()
      guard let left else { return set }
      set.formIntersection(left)
      if hasRangeFromZero { set.forgetWide() }
      return set
    }
  }

  /// Parses a class whose opening bracket has been read.
  ///
  /// - Returns: The members, whether the class is negated, and ``ClassBuilder/hasRangeFromZero``.
  private mutating func parseClass()
    throws(UnreadablePattern) -> (members: ScalarSet, isNegated: Bool, hasRangeFromZero: Bool)
  {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw UnreadablePattern() }
    let isNegated = take(UInt8(ascii: "^"))
    var builder = ClassBuilder()
    if current == UInt8(ascii: "]") {
      guard source[(position + 1)...].contains(UInt8(ascii: "]")) else { throw UnreadablePattern() }
      position += 1
      try builder.add(UInt32(UInt8(ascii: "]")))
    }
    while true {
      guard let byte = current else { throw UnreadablePattern() }
      switch byte {
      case UInt8(ascii: "]"):
        position += 1
        return (try builder.finish(), isNegated, builder.hasRangeFromZero)
      case UInt8(ascii: "["):
        try parseBracketInClass(&builder)
      case UInt8(ascii: "&") where peek(1) == UInt8(ascii: "&"):
        guard builder.state != .range else { throw UnreadablePattern() }
        position += 2
        builder.intersect()
      case UInt8(ascii: "-"):
        position += 1
        try parseHyphen(&builder)
      case UInt8(ascii: "\\"):
        position += 1
        try parseEscapeInClass(&builder)
      default:
        let (scalar, length) = UTF8Scalars.decode(source, at: position)
        position += length
        try builder.add(scalar)
      }
    }
  }

  private mutating func parseBracketInClass(_ builder: inout ClassBuilder) throws(UnreadablePattern) {
    position += 1
    if current == UInt8(ascii: ":"), hasPosixEnd() {
      guard let set = try parsePosixBracket() else { throw UnreadablePattern() }
      try builder.add(set)
      return
    }
    guard builder.state != .range else { throw UnreadablePattern() }
    let nested = try parseClass()
    var set = nested.isNegated ? nested.members.inverted : nested.members
    if nested.hasRangeFromZero { set.forgetWide() }
    try builder.add(set)
    builder.hasRangeFromZero = builder.hasRangeFromZero || nested.hasRangeFromZero
    builder.state = .complete
  }

  /// Whether `:]` follows before any other `]`.
  private func hasPosixEnd() -> Bool {
    var index = position + 1
    while index + 1 < source.count {
      if source[index] == UInt8(ascii: ":"), source[index + 1] == UInt8(ascii: "]") { return true }
      if source[index] == UInt8(ascii: "]") { return false }
      index += source[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return false
  }

  private mutating func parsePosixBracket() throws(UnreadablePattern) -> ScalarSet? {
    position += 1
    let isNegated = take(UInt8(ascii: "^"))
    var name = ""
    while let byte = current, byte >= UInt8(ascii: "a"), byte <= UInt8(ascii: "z") {
      name.unicodeScalars.append(Unicode.Scalar(byte))
      position += 1
    }
    guard take(UInt8(ascii: ":")), take(UInt8(ascii: "]")), Self.posixNames.contains(name),
      let set = ScalarSet.named(name)
    else { return nil }
    return isNegated ? set.inverted : set
  }

  private static let posixNames: Set<String> = [
    "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper",
    "xdigit", "ascii", "word",
  ]

  /// Parses a hyphen. It forms a range, unless it is first, last, before `&&`, or after a complete range.
  private mutating func parseHyphen(_ builder: inout ClassBuilder) throws(UnreadablePattern) {
    let hyphen = UInt32(UInt8(ascii: "-"))
    let isLast =
      current == UInt8(ascii: "]") || current == UInt8(ascii: "&") && peek(1) == UInt8(ascii: "&")
    switch builder.state {
    case .value where !isLast: builder.state = .range
    case .classRead where !isLast: throw UnreadablePattern()
    default: try builder.add(hyphen)
    }
  }

  private mutating func parseEscapeInClass(_ builder: inout ClassBuilder) throws(UnreadablePattern) {
    guard let byte = current else { throw UnreadablePattern() }
    position += 1
    if let set = try parseClassEscape(byte, isInBrackets: true) { return try builder.add(set) }
    switch byte {
    case UInt8(ascii: "b"): try builder.add(0x08)
    case UInt8(ascii: "1")...UInt8(ascii: "7"):
      // Octal escapes are too rare to support.
      throw UnreadablePattern()
    default: try builder.add(try parseScalarEscape(byte))
    }
  }
}
