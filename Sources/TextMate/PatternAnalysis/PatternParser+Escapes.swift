/// Parses escapes outside of classes.
extension PatternParser {
  mutating func parseEscape() throws(UnreadablePattern) -> PatternTree.Index {
    guard let byte = current else { throw UnreadablePattern() }
    position += 1
    switch byte {
    case UInt8(ascii: "b"): return tree.add(.init(kind: .wordBoundary))
    case UInt8(ascii: "B"): return tree.add(.init(kind: .wordBoundary, flag: true))
    case UInt8(ascii: "A"):
      return tree.add(.init(kind: .textStart))
    case UInt8(ascii: "G"):
      tree.usesSearchStart = true
      return tree.add(.init(kind: .searchStart))
    case UInt8(ascii: "Z"): return tree.add(.init(kind: .textEndOrNewline))
    case UInt8(ascii: "z"): return tree.add(.init(kind: .textEnd))
    case UInt8(ascii: "K"):
      tree.usesKeep = true
      return tree.add(.init(kind: .keep))
    case UInt8(ascii: "R"): return addLineBreak()
    case UInt8(ascii: "N"): return addSet(.notNewline)
    case UInt8(ascii: "O"): return addSet(.everything)
    case UInt8(ascii: "X"), UInt8(ascii: "y"), UInt8(ascii: "Y"): return addUnknown()
    case UInt8(ascii: "k")
    where current == UInt8(ascii: "<") || current == UInt8(ascii: "'"):
      return try parseNamedReference()
    case UInt8(ascii: "g")
    where current == UInt8(ascii: "<") || current == UInt8(ascii: "'"):
      return try parseCall()
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      position -= 1
      return try parseNumberedReference()
    default:
      if let set = try parseClassEscape(byte, isInBrackets: false) { return addSet(set) }
      return addLiteral(try parseScalarEscape(byte))
    }
  }

  private mutating func addLineBreak() -> PatternTree.Index {
    let outer = options
    options.ignoresCase = false
    let crlf = addLiteral(0x0D)
    _ = addLiteral(0x0A)
    options = outer
    tree.nodes[Int(crlf)].b = 2
    let other = addSet(.lineBreak)
    let start = tree.children.count
    tree.children += [crlf, other]
    let either = tree.add(.init(kind: .alternation, a: Int32(start), b: 2))
    // The library repeats a line break in its own way.
    tree.usesUnknown = true
    if let byte = current, "?*+{".utf8.contains(byte) { return addUnknown() }
    return tree.add(.init(kind: .atomic, a: either))
  }

  /// Parses `\w` and similar escapes, inside and outside of classes; nil if `byte` is no such letter.
  mutating func parseClassEscape(_ byte: UInt8, isInBrackets: Bool) throws(UnreadablePattern) -> ScalarSet? {
    switch byte {
    case UInt8(ascii: "w"): return isInBrackets ? .word : .bareWord
    case UInt8(ascii: "W"): return (isInBrackets ? ScalarSet.word : .bareWord).inverted
    case UInt8(ascii: "d"): return .digit
    case UInt8(ascii: "D"): return ScalarSet.digit.inverted
    case UInt8(ascii: "s"): return .space
    case UInt8(ascii: "S"): return ScalarSet.space.inverted
    case UInt8(ascii: "h"): return .hexDigit
    case UInt8(ascii: "H"): return ScalarSet.hexDigit.inverted
    case UInt8(ascii: "p") where current == UInt8(ascii: "{"),
      UInt8(ascii: "P") where current == UInt8(ascii: "{"):
      position += 1
      var isNegated = byte == UInt8(ascii: "P")
      if take(UInt8(ascii: "^")) { isNegated.toggle() }
      let set = try parsePropertyName()
      return isNegated ? set.inverted : set
    default: return nil
    }
  }

  private mutating func parsePropertyName() throws(UnreadablePattern) -> ScalarSet {
    var name = ""
    while let byte = current, byte != UInt8(ascii: "}") {
      position += 1
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "_"): continue
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): name.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default: throw UnreadablePattern()
      }
    }
    guard take(UInt8(ascii: "}")), !name.isEmpty else { throw UnreadablePattern() }
    return ScalarSet.named(name) ?? ScalarSet(low: .max, high: .max, wide: .unknown, isExact: false)
  }

  /// Parses an escape for one scalar, inside and outside of classes. A letter without a special meaning
  /// stands for itself.
  mutating func parseScalarEscape(_ byte: UInt8) throws(UnreadablePattern) -> UInt32 {
    switch byte {
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "v"): return 0x0B
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "a"): return 0x07
    case UInt8(ascii: "e"): return 0x1B
    case UInt8(ascii: "x"): return try parseHexEscape()
    case UInt8(ascii: "u"): return try parseHexDigits(exactly: 4)
    case UInt8(ascii: "0"):
      var value: UInt32 = 0
      var digits = 0
      while digits < 2, let digit = current, digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "7") {
        value = value * 8 + UInt32(digit - UInt8(ascii: "0"))
        position += 1
        digits += 1
      }
      return value
    case UInt8(ascii: "c"), UInt8(ascii: "C"), UInt8(ascii: "M"), UInt8(ascii: "o"):
      throw UnreadablePattern()
    case 0x80...:
      position -= 1
      let (scalar, length) = UTF8Scalars.decode(source, at: position)
      position += length
      return scalar
    default:
      return UInt32(byte)
    }
  }

  private mutating func parseHexEscape() throws(UnreadablePattern) -> UInt32 {
    if take(UInt8(ascii: "{")) {
      var value: UInt32 = 0
      let start = position
      while let digit = current.flatMap(Self.hexValue) {
        guard position - start < 8 else { throw UnreadablePattern() }
        value = value << 4 | digit
        position += 1
      }
      guard position > start, take(UInt8(ascii: "}")) else { throw UnreadablePattern() }
      return try checked(value)
    }
    // A byte above 0x7F would be a part of a scalar.
    let value = try parseHexDigits(exactly: 2)
    guard value < 0x80 else { throw UnreadablePattern() }
    return value
  }

  private mutating func parseHexDigits(exactly count: Int) throws(UnreadablePattern) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = current.flatMap(Self.hexValue) else { throw UnreadablePattern() }
      value = value << 4 | digit
      position += 1
    }
    return try checked(value)
  }

  private func checked(_ scalar: UInt32) throws(UnreadablePattern) -> UInt32 {
    guard scalar <= ScalarSet.lastScalar, scalar & 0xFFFF_F800 != 0xD800 else { throw UnreadablePattern() }
    return scalar
  }

  private static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  private mutating func parseNumberedReference() throws(UnreadablePattern) -> PatternTree.Index {
    let number = try parseNumber(limit: 1000) ?? 0
    // A larger number can be an octal byte.
    guard number <= 9 || Int(number) < tree.groups.count else { throw UnreadablePattern() }
    return addReference(Int(number))
  }

  private mutating func addReference(_ number: Int) -> PatternTree.Index {
    tree.usesBackReferences = true
    return tree.add(.init(kind: .backReference, flag: options.ignoresCase, a: Int32(number)))
  }

  private mutating func parseNamedReference() throws(UnreadablePattern) -> PatternTree.Index {
    let close = current == UInt8(ascii: "<") ? UInt8(ascii: ">") : UInt8(ascii: "'")
    position += 1
    let name = try parseName(until: close)
    if let number = try number(from: name) { return addReference(number) }
    let matching = names.filter { source[$0.name] == source[name] }
    guard let first = matching.first else { throw UnreadablePattern() }
    return matching.count == 1 ? addReference(first.group) : addUnknown()
  }

  private mutating func parseCall() throws(UnreadablePattern) -> PatternTree.Index {
    let close = current == UInt8(ascii: "<") ? UInt8(ascii: ">") : UInt8(ascii: "'")
    position += 1
    let name = try parseName(until: close)
    tree.usesCalls = true
    let node = tree.add(.init(kind: .call, a: -1))
    if let number = try number(from: name) {
      tree.nodes[Int(node)].a = Int32(number)
      unresolvedCalls.append((node, name))
      guard source[name].first != UInt8(ascii: "-"), source[name].first != UInt8(ascii: "+") else {
        throw UnreadablePattern()
      }
    } else {
      unresolvedCalls.append((node, name))
    }
    return node
  }
}
