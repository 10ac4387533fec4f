/// A state machine for the text after `<`: a tag, comment, processing instruction, declaration or CDATA
/// section (GFM 6.10). It can pause after any byte.
package struct InlineTag: Equatable, BitwiseCopyable {
  package enum ScanResult { case more, ends, fails }

  private enum TagState: UInt8, BitwiseCopyable {
    case start, name, afterName, attributeName, afterAttributeName, beforeValue, unquoted, singleQuoted,
      doubleQuoted
    case afterValue, slash, closeStart, closeName, closeSpace
    case bang, bangDash, commentStart, commentStartDash, commentEmpty, comment, commentDash, commentDashes
    case instruction, instructionMark
    case declarationName, declarationSpace, declaration
    case sectionName, section, sectionBracket, sectionBrackets
  }

  private var state = TagState.start
  private var matched: UInt8 = 0

  package init() {}

  /// The closing delimiter of a construct with arbitrary content: `?>`, `>` or `]]>`.
  package enum ContentEnd: BitwiseCopyable { case instruction, declaration, section }

  /// The closing delimiter of a construct with arbitrary content; nil for tags.
  package var end: ContentEnd? {
    switch state {
    case .instruction, .instructionMark: .instruction
    case .declaration: .declaration
    case .section, .sectionBracket, .sectionBrackets: .section
    default: nil
    }
  }

  /// Returns ``end``, or nil if `last` prevents a match: cmark matches the characters before a `>` in groups,
  /// so that `??>` and `]]]>` do not close.
  package func end(behind last: UInt8) -> ContentEnd? {
    last == UInt8(ascii: "?") || last == UInt8(ascii: "]") ? nil : end
  }

  private static let sectionStart: StaticString = "cdata["

  package mutating func take(_ byte: UInt8) -> ScanResult {
    switch state {
    case .start: return start(byte)
    case .name, .closeName:
      if byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") { return .more }
      return state == .name ? afterName(byte) : close(byte)
    case .afterName, .afterValue, .attributeName, .afterAttributeName, .beforeValue, .unquoted, .slash:
      return attribute(byte)
    case .singleQuoted: return go(byte == UInt8(ascii: "'") ? .afterValue : .singleQuoted)
    case .doubleQuoted: return go(byte == UInt8(ascii: "\"") ? .afterValue : .doubleQuoted)
    case .closeStart: return byte.isLetter ? go(.closeName) : .fails
    case .closeSpace: return close(byte)
    case .instruction: return go(byte == UInt8(ascii: "?") ? .instructionMark : .instruction)
    case .instructionMark: return byte == UInt8(ascii: ">") ? .ends : go(.instruction)
    case .declarationName:
      if byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") { return .more }
      return byte.isWideSpace ? go(.declarationSpace) : .fails
    case .declarationSpace, .declaration: return byte == UInt8(ascii: ">") ? .ends : go(.declaration)
    case .sectionName, .section, .sectionBracket, .sectionBrackets: return section(byte)
    case .bang, .bangDash, .commentStart, .commentStartDash, .commentEmpty, .comment, .commentDash,
      .commentDashes:
      return comment(byte)
    }
  }

  private mutating func go(_ next: TagState) -> ScanResult {
    state = next
    return .more
  }

  private mutating func start(_ byte: UInt8) -> ScanResult {
    switch byte {
    case UInt8(ascii: "/"): return go(.closeStart)
    case UInt8(ascii: "!"): return go(.bang)
    case UInt8(ascii: "?"): return go(.instruction)
    default: return byte.isLetter ? go(.name) : .fails
    }
  }

  private mutating func afterName(_ byte: UInt8) -> ScanResult {
    if byte.isWideSpace { return go(.afterName) }
    if byte == UInt8(ascii: "/") { return go(.slash) }
    return byte == UInt8(ascii: ">") ? .ends : .fails
  }

  private mutating func close(_ byte: UInt8) -> ScanResult {
    if byte.isWideSpace { return go(.closeSpace) }
    return byte == UInt8(ascii: ">") ? .ends : .fails
  }

  private mutating func attribute(_ byte: UInt8) -> ScanResult {
    switch state {
    case .slash: return byte == UInt8(ascii: ">") ? .ends : .fails
    case .attributeName where isNamePart(byte): return .more
    case .attributeName, .afterAttributeName:
      if byte == UInt8(ascii: "=") { return go(.beforeValue) }
      if byte.isWideSpace { return go(.afterAttributeName) }
      if state == .afterAttributeName, isNameStart(byte) { return go(.attributeName) }
      return afterName(byte)
    case .beforeValue:
      if byte.isWideSpace { return .more }
      if byte == UInt8(ascii: "'") { return go(.singleQuoted) }
      if byte == UInt8(ascii: "\"") { return go(.doubleQuoted) }
      return isUnquoted(byte) ? go(.unquoted) : .fails
    case .unquoted:
      return isUnquoted(byte) ? .more : afterName(byte)
    case .afterName:
      return isNameStart(byte) ? go(.attributeName) : afterName(byte)
    default:
      return afterName(byte)
    }
  }

  private mutating func comment(_ byte: UInt8) -> ScanResult {
    let isDash = byte == UInt8(ascii: "-")
    let isEnd = byte == UInt8(ascii: ">")
    switch state {
    case .bang:
      if isDash { return go(.bangDash) }
      if byte == UInt8(ascii: "[") { return go(.sectionName) }
      return byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? go(.declarationName) : .fails
    case .bangDash: return isDash ? go(.commentStart) : .fails
    case .commentStart: return isEnd ? .fails : go(isDash ? .commentStartDash : .comment)
    case .commentStartDash: return isEnd ? .fails : go(isDash ? .commentEmpty : .comment)
    case .commentEmpty: return isEnd ? .ends : .fails
    case .comment: return go(isDash ? .commentDash : .comment)
    case .commentDash: return go(isDash ? .commentDashes : .comment)
    default: return isEnd ? .ends : .fails
    }
  }

  private mutating func section(_ byte: UInt8) -> ScanResult {
    let isBracket = byte == UInt8(ascii: "]")
    switch state {
    case .sectionName:
      guard byte.lowercased == InlineTag.sectionStart.utf8Start[Int(matched)] else { return .fails }
      matched += 1
      return matched == 6 ? go(.section) : .more
    case .section: return go(isBracket ? .sectionBracket : .section)
    case .sectionBracket: return go(isBracket ? .sectionBrackets : .section)
    default: return byte == UInt8(ascii: ">") ? .ends : go(.section)
    }
  }

  private func isNameStart(_ byte: UInt8) -> Bool {
    byte.isLetter || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
  }

  private func isNamePart(_ byte: UInt8) -> Bool {
    isNameStart(byte) || byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }

  private func isUnquoted(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "`"):
      false
    default: !byte.isWideSpace
    }
  }
}
