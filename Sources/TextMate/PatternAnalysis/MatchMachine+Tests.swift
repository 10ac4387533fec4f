internal import OnigurumaRegex

/// Evaluates single instructions on the text.
///
/// Functions that are not inlined, and those that call them, are mutating though they change nothing: the machine is
/// too large for registers, and would be copied for each call.
extension MatchMachine {
  /// The byte at `position`, or ``ByteSet257/edge`` at the end of the text.
  @inline(__always)
  func value(at position: Int) -> Int { position < count ? Int(text[position]) : ByteSet257.edge }

  /// Whether filter `number` admits the byte at `position` or the end of the text.
  @inline(__always)
  func admits(_ number: Int32, at position: Int) -> Bool { admits(number, value(at: position)) }

  /// Whether filter `number` admits a byte or the end of the text.
  @inline(__always)
  func admits(_ number: Int32, _ value: Int) -> Bool {
    if number < 0 { return true }
    let filter = tables.pointee.filters + Int(number) &* MatchProgram.filterStride
    return filter[value &>> 6] &>> UInt64(truncatingIfNeeded: value) & 1 != 0
  }

  @inline(__always)
  func scalarLength(at position: Int) -> Int { UTF8Scalars.length(ofLead: text[position]) }

  /// Returns the length of the scalar at `position` if it is in set `number`; otherwise 0 or `undecided`.
  @inline(__always)
  mutating func setLength(_ number: Int32, at position: Int) -> Int {
    if position >= count { return 0 }
    let byte = text[position]
    let set = tables.pointee.sets + Int(number) &* MatchProgram.setStride
    if byte < 0x80 { return Int(truncatingIfNeeded: set[Int(byte &>> 6)] &>> UInt64(byte) & 1) }
    return wideLength(set, at: position)
  }

  /// Returns the length of a non-ASCII scalar at `position` if it is in the set; otherwise 0 or `undecided`.
  mutating func wideLength(_ set: UnsafeMutablePointer<UInt64>, at position: Int) -> Int {
    let length = UTF8Scalars.length(ofLead: text[position])
    // The text is not well-formed: leave it to the library.
    if length == 1 || position + length > count { return Self.undecided }
    switch set[2] {
    case MatchProgram.WideMode.none: return 0
    case MatchProgram.WideMode.all: return length
    case MatchProgram.WideMode.unknown: return Self.undecided
    default:
      let scalar = wideScalar(at: position, length: length)
      guard set[2] == MatchProgram.WideMode.ranges else {
        guard let type = CharacterType(rawValue: set[3]) else { return Self.undecided }
        return type.contains(scalar) == (set[2] == MatchProgram.WideMode.type) ? length : 0
      }
      let ranges = tables.pointee.ranges + Int(set[3] >> 32)
      for index in 0..<Int(set[3] & 0xFFFF_FFFF)
      where ranges[2 * index] <= scalar && scalar <= ranges[2 * index + 1] {
        return length
      }
      return 0
    }
  }

  /// The non-ASCII scalar of `length` bytes at `position`.
  @inline(__always)
  private func wideScalar(at position: Int, length: Int) -> UInt32 {
    var scalar = UInt32(text[position]) & (0x7F >> UInt32(length))
    for offset in 1..<length { scalar = scalar << 6 | UInt32(text[position + offset] & 0x3F) }
    return scalar
  }

  /// Whether the scalar at `position` can be the first of several letters to which one member of a
  /// case-insensitive class folds (`ss`, `st`, `ff`, `fi`, `fl`, and letters followed by a mark).
  mutating func mayMatchMore(at position: Int) -> Bool {
    let byte = text[position]
    if byte >= 0x80 { return true }
    guard PatternTree.isLetter(byte), position + 1 < count else { return false }
    let second = text[position + 1]
    if second >= 0x80 { return true }
    switch byte | 0x20 {
    case UInt8(ascii: "s"): return second | 0x20 == UInt8(ascii: "s") || second | 0x20 == UInt8(ascii: "t")
    case UInt8(ascii: "f"):
      return second | 0x20 == UInt8(ascii: "f") || second | 0x20 == UInt8(ascii: "i")
        || second | 0x20 == UInt8(ascii: "l")
    default: return false
    }
  }

  @inline(__always)
  func isLiteral(_ instruction: UnsafeMutablePointer<Instruction>, at position: Int) -> Bool {
    let length = Int(instruction.pointee.b)
    if position + length > count { return false }
    let literal = tables.pointee.bytes + Int(instruction.pointee.a)
    let here = text + position
    var index = 0
    while index < length {
      if literal[index] != here[index] { return false }
      index &+= 1
    }
    return true
  }

  /// Returns whether the literal matches at `position` in any case: 1, 0 or `undecided`.
  mutating func foldedLiteral(_ instruction: UnsafeMutablePointer<Instruction>, at position: Int) -> Int {
    let literal = tables.pointee.bytes + Int(instruction.pointee.a)
    for index in 0..<Int(instruction.pointee.b) {
      if position + index >= count { return 0 }
      let expected = literal[index]
      let byte = text[position + index]
      if byte == expected { continue }
      let isLetter = PatternTree.isLetter(expected)
      if isLetter, byte | 0x20 == expected { continue }
      if byte >= 0x80, isLetter, LeadAnalysis.beginsFold(expected), foldsToASCII(at: position + index) {
        return Self.undecided
      }
      return 0
    }
    return 1
  }

  /// Whether the non-ASCII scalar at `position` folds to one or more ASCII letters, of which the first is one of
  /// ``LeadAnalysis/beginsFold(_:)``: sharp s, long s, the Kelvin sign and the Latin ligatures.
  mutating func foldsToASCII(at position: Int) -> Bool {
    let (second, third) = (value(at: position + 1), value(at: position + 2))
    return switch text[position] {
    case 0xC3: second == 0x9F  // U+00DF
    case 0xC5: second == 0xBF  // U+017F
    case 0xE1: second == 0xBA && third == 0x9E  // U+1E9E
    case 0xE2: second == 0x84 && third == 0xAA  // U+212A
    case 0xEF: second == 0xAC && (0x80...0x86).contains(third)  // U+FB00 to U+FB06
    default: false
    }
  }

  /// Advances `position` over a run.
  ///
  /// - Returns: The number of scalars, or `undecided`.
  @inline(__always)
  mutating func takeRun(_ instruction: UnsafeMutablePointer<Instruction>, from position: inout Int) -> Int {
    let set = tables.pointee.sets + Int(instruction.pointee.a) &* MatchProgram.setStride
    let (low, high) = (set[0], set[1])
    var rest = Int(instruction.pointee.c)
    let limit = rest
    var here = position
    while rest > 0, here < count {
      let byte = text[here]
      if byte < 0x80 {
        if (byte < 64 ? low : high) &>> UInt64(byte) & 1 == 0 { break }
        here &+= 1
      } else {
        let length = wideLength(set, at: here)
        if length < 0 { return Self.undecided }
        if length == 0 { break }
        here &+= length
      }
      rest &-= 1
    }
    position = here
    return limit &- rest
  }

  /// Returns the position `a` scalars before `position`; `failed` if the text starts later, or `undecided`.
  mutating func stepBack(_ instruction: UnsafeMutablePointer<Instruction>, from position: Int) -> Int {
    var position = position
    for _ in 0..<instruction.pointee.a {
      if position == 0 { return Self.failed }
      position -= 1
      while position > 0, text[position] & 0xC0 == 0x80 { position -= 1 }
      if instruction.pointee.flag, text[position] >= 0x80 { return Self.undecided }
    }
    return position
  }

  /// Returns the length of a group's text if it occurs again at `position`; `failed` if it does not, or
  /// `undecided`.
  mutating func backReferenceLength(_ instruction: UnsafeMutablePointer<Instruction>, at position: Int) -> Int
  {
    let group = Int(instruction.pointee.a)
    guard hasSlots, slots[2 * group] >= 0, slots[2 * group + 1] >= slots[2 * group] else {
      return Self.failed
    }
    let start = Int(slots[2 * group])
    let length = Int(slots[2 * group + 1]) - start
    if position + length > count { return instruction.pointee.flag ? Self.undecided : Self.failed }
    for offset in 0..<length {
      let (expected, found) = (text[start + offset], text[position + offset])
      if instruction.pointee.flag {
        if expected | found >= 0x80 { return Self.undecided }
        if PatternTree.isLetter(expected), expected ^ 0x20 == found { continue }
      }
      if expected != found { return Self.failed }
    }
    return length
  }

  /// Returns whether an assertion holds at `position`, before its negation: 1, 0, or a negative number if
  /// undecided.
  @inline(__always)
  mutating func holds(_ instruction: UnsafeMutablePointer<Instruction>, at position: Int) -> Int {
    switch instruction.pointee.operation {
    case .peekSet:
      let length = setLength(instruction.pointee.a, at: position)
      return length > 0 ? 1 : length
    case .peekLiteral: return isLiteral(instruction, at: position) ? 1 : 0
    case .behindSet:
      if position == 0 { return 0 }
      var start = position - 1
      while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
      let length = setLength(instruction.pointee.a, at: start)
      return length > 0 ? 1 : length
    case .wordBoundary:
      var before = position == 0 ? 0 : wordness(text[position - 1])
      var after = position == count ? 0 : wordness(text[position])
      if before > 1 { before = wideWordness(endingAt: position) }
      if after > 1 { after = wideWordness(at: position) }
      if before | after > 1 { return Self.undecided }
      return before ^ after
    case .lineStart:
      return position == 0 || position < count && text[position - 1] == 0x0A ? 1 : 0
    case .lineEnd: return position == count || text[position] == 0x0A ? 1 : 0
    case .atOrigin: return position == origin ? 1 : 0
    case .textStart: return position == 0 ? 1 : 0
    case .textEnd: return position == count ? 1 : 0
    case .textEndOrNewline:
      return position == count || position == count - 1 && text[position] == 0x0A ? 1 : 0
    case .searchStart: return position == searchStart ? 1 : 0
    default: return Self.undecided
    }
  }

  /// Returns whether one of several assertions holds: 1, 0, or a negative number if undecided.
  mutating func anyHolds(_ instruction: UnsafeMutablePointer<Instruction>, at position: Int) -> Int {
    let assertions = tables.pointee.targets + Int(instruction.pointee.a)
    for index in 0..<Int(instruction.pointee.b) {
      let assertion = code + Int(assertions[index])
      let result = holds(assertion, at: position)
      if result < 0 { return Self.undecided }
      if (result != 0) != assertion.pointee.flag { return 1 }
    }
    return 0
  }

  /// Classifies a byte: 1 for a word character, 0 for another ASCII character, 2 for a part of a non-ASCII
  /// scalar.
  @inline(__always)
  private func wordness(_ byte: UInt8) -> Int {
    if byte >= 0x80 { return 2 }
    return Int(truncatingIfNeeded: (byte < 64 ? Self.wordLow : Self.wordHigh) &>> UInt64(byte) & 1)
  }

  /// Classifies a non-ASCII scalar at a position: 1 for a word character, 0 for another one, 2 for bytes that are no
  /// scalar.
  private mutating func wideWordness(at position: Int) -> Int {
    let length = UTF8Scalars.length(ofLead: text[position])
    if length == 1 || position + length > count { return 2 }
    return CharacterType.bareWord.contains(wideScalar(at: position, length: length)) ? 1 : 0
  }

  /// Classifies the non-ASCII scalar before a position, as ``wideWordness(at:)`` does.
  private mutating func wideWordness(endingAt position: Int) -> Int {
    var start = position - 1
    while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
    return start + UTF8Scalars.length(ofLead: text[start]) == position ? wideWordness(at: start) : 2
  }

  // The bits of `ScalarSet.word`, as constants.
  private static var wordLow: UInt64 { 0x03FF_0000_0000_0000 }
  private static var wordHigh: UInt64 { 0x07FF_FFFE_87FF_FFFE }
}
