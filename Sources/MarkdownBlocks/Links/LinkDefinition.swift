internal import MarkdownSource

/// A link reference definition (CommonMark 0.29, 4.7) in the text of a paragraph. Positions are indices into
/// that text.
struct LinkDefinition {
  /// The range of the definition from the `[` to the end of the title or address. This text alone defines the
  /// same link.
  var start: Int
  var end: Int
  /// The label between the brackets.
  var label: TextSpan
  /// The start of the line after the definition. If text follows the title on its line, the line is not
  /// consumed.
  var nextLine: Int
  /// Whether later text cannot change the definition.
  var isFinal: Bool

  /// The progress of the search for the end of a label, address or title, so that the next search can resume.
  struct OpenPart {
    var start = -1
    /// The offset at which to resume, if the text before is unchanged.
    var end = 0
    /// The number of open parentheses in an address at that offset.
    var depth = 0
    /// The end of the title unless a better one is found.
    var candidate: Int?
    /// Whether more text may end the title elsewhere.
    var isOpen = false
    /// The version of the text that was searched.
    var version = -1
  }

  /// The progress of parsing definitions, kept between two parses of a growing text.
  struct DefinitionProgress {
    var label = OpenPart()
    var address = OpenPart()
    var title = OpenPart()
    /// The blanks before the address, after the address, and after the title.
    var blanks = (OpenPart(), OpenPart(), OpenPart())
    /// The version of the text, which each comparison increments, and the first byte that changed in the last
    /// comparison.
    var version = 0
    var changedFrom = Int.max
    /// Whether the last line of the text has no end yet.
    var isLastLineOpen = false
    /// The number of scanned bytes. Tests of cost use this count.
    var readBytes = 0

    /// Returns the end of the blanks that start at `start`.
    fileprivate mutating func endOfBlanks(
      _ part: WritableKeyPath<DefinitionProgress, OpenPart>, _ text: UnsafePointer<UInt8>, from start: Int,
      to limit: Int
    ) -> Int {
      var blanks = resumed(self[keyPath: part], at: start, to: limit)
      while blanks.end < limit, text[blanks.end].isBlank { blanks.end += 1 }
      self[keyPath: part] = blanks
      return blanks.end
    }

    /// Returns the progress of `part` if it is still valid for `start`, otherwise new progress.
    fileprivate func resumed(_ part: OpenPart, at start: Int, to limit: Int) -> OpenPart {
      let isKnown =
        part.start == start && part.end < limit
        && (part.version == version || part.version + 1 == version && part.end <= changedFrom)
      var part = isKnown ? part : OpenPart(start: start, end: start)
      part.version = version
      return part
    }
  }

  static let maximumLabel = 1000
  /// The maximum number of nested parentheses in an address.
  static let maximumDepth = 32
  /// The maximum length of an address that the end of the text ends. Each byte of such an address changes every
  /// link to it.
  static let maximumOpenAddress = 256
  /// The maximum distance from the start of a title to a quote behind a backslash that ends it. Each such quote
  /// changes every link with the title.
  static let maximumEscapedTitle = 256

  /// Parses a definition; returns nil if no definition starts at `start`. The text must end with LF at `limit
  /// - 1`.
  init?(
    in text: UnsafePointer<UInt8>, from start: Int, to limit: Int, _ progress: inout DefinitionProgress
  ) {
    progress.label = progress.resumed(progress.label, at: start, to: limit)
    let knownLabel = progress.label.end
    guard let label = LinkDefinition.label(text, from: start, to: limit, &progress.label) else { return nil }
    let labelText = TextSpan(start: start + 1, end: label - 1).trimmed(in: text)
    guard labelText.count > 0, label < limit, text[label] == UInt8(ascii: ":") else { return nil }

    var index = label + 1
    index = progress.endOfBlanks(\.blanks.0, text, from: index, to: limit)
    LinkDefinition.skipSpaceAndLineEnd(text, &index, limit)
    progress.readBytes += index - knownLabel
    progress.address = progress.resumed(progress.address, at: index, to: limit)
    let known = progress.address.end
    let address = LinkDefinition.address(text, from: index, to: limit, &progress.address)
    progress.readBytes += (address ?? limit) - known
    guard let address else { return nil }
    if progress.isLastLineOpen, address == limit - 1, address - index > LinkDefinition.maximumOpenAddress,
      text[index] != UInt8(ascii: "<")
    {
      return nil
    }
    index = address

    // The title is optional. A line that continues after a title does not belong to the definition.
    let beforeTitle = index
    let afterBlanks = progress.endOfBlanks(\.blanks.1, text, from: index, to: limit)
    var afterTitle = afterBlanks
    LinkDefinition.skipSpaceAndLineEnd(text, &afterTitle, limit)
    var titleEnd: Int?
    isFinal = afterTitle < limit
    if afterTitle > beforeTitle {
      progress.title = progress.resumed(progress.title, at: afterTitle, to: limit)
      let known = progress.title.end
      titleEnd = LinkDefinition.title(text, from: afterTitle, to: limit, &progress.title)
      progress.readBytes += max(progress.title.end, titleEnd ?? 0) - known
      if progress.title.isOpen { isFinal = false }
    }
    self.start = start
    self.label = labelText
    end = titleEnd ?? beforeTitle
    let lineEnd = titleEnd.map { progress.endOfBlanks(\.blanks.2, text, from: $0, to: limit) } ?? afterBlanks
    if let next = LinkDefinition.endOfLine(text, lineEnd, limit) {
      nextLine = next
    } else if titleEnd != nil, let next = LinkDefinition.endOfLine(text, afterBlanks, limit) {
      nextLine = next
    } else {
      return nil
    }
  }

  /// Returns the address without angle brackets, and the title with its quotes; the title is empty if there
  /// is none.
  func parts(in text: UnsafePointer<UInt8>) -> (address: TextSpan, title: TextSpan) {
    // The text after the definition ends the address.
    let limit = end + 1
    var index = (LinkDefinition.label(text, from: start, to: limit) ?? start) + 1
    LinkDefinition.skipSpaceAndLineEnd(text, &index, limit)
    let addressStart = index
    index = LinkDefinition.address(text, from: index, to: limit) ?? end
    var address = TextSpan(start: addressStart, end: index)
    if address.end > address.start + 1, text[address.start] == UInt8(ascii: "<") {
      address = TextSpan(start: address.start + 1, end: address.end - 1)
    }
    guard end > index else { return (address, TextSpan(start: end, end: end)) }
    LinkDefinition.skipSpaceAndLineEnd(text, &index, end)
    return (address, TextSpan(start: index, end: end))
  }

  /// Returns the index after a label's `]`.
  static func label(_ text: UnsafePointer<UInt8>, from start: Int, to limit: Int) -> Int? {
    var part = OpenPart(start: start, end: start)
    return label(text, from: start, to: limit, &part)
  }

  private static func label(
    _ text: UnsafePointer<UInt8>, from start: Int, to limit: Int, _ open: inout OpenPart
  ) -> Int? {
    var index = max(open.end, start + 1)
    // The backslash may still escape the next byte.
    var isBehindBackslash = false
    while index < limit, index - start - 1 <= maximumLabel {
      if !isBehindBackslash { open.end = index }
      let byte = text[index]
      if byte == UInt8(ascii: "]") { return index + 1 }
      if byte == UInt8(ascii: "[") { return nil }
      isBehindBackslash = byte == UInt8(ascii: "\\")
      if isBehindBackslash, index + 1 < limit, text[index + 1].isPunctuation {
        isBehindBackslash = false
        index += 1
      }
      index += 1
    }
    return nil
  }

  private static func skipSpaceAndLineEnd(_ text: UnsafePointer<UInt8>, _ index: inout Int, _ limit: Int) {
    while index < limit, text[index].isBlank { index += 1 }
    guard index < limit, text[index] == .newline else { return }
    index += 1
    while index < limit, text[index].isBlank { index += 1 }
  }

  /// Returns the start of the next line if only blanks precede it; otherwise nil.
  private static func endOfLine(_ text: UnsafePointer<UInt8>, _ start: Int, _ limit: Int) -> Int? {
    var index = start
    while index < limit, text[index].isBlank { index += 1 }
    if index >= limit { return index }
    return text[index] == .newline ? index + 1 : nil
  }

  /// Returns the index after an address: in angle brackets, or up to a space with balanced parentheses; nil
  /// if there is none.
  static func address(_ text: UnsafePointer<UInt8>, from start: Int, to limit: Int) -> Int? {
    var part = OpenPart(start: start, end: start)
    return address(text, from: start, to: limit, &part)
  }

  private static func address(
    _ text: UnsafePointer<UInt8>, from start: Int, to limit: Int, _ open: inout OpenPart
  ) -> Int? {
    guard start < limit else { return nil }
    var index = open.end
    if text[start] == UInt8(ascii: "<") {
      if index == start { index += 1 }
      while index < limit {
        open.end = index
        let byte = text[index]
        if byte == UInt8(ascii: ">") {
          index += 1
          return index < limit ? index : nil
        }
        if byte == .newline || byte == UInt8(ascii: "<") { return nil }
        index += byte == UInt8(ascii: "\\") ? 2 : 1
      }
      return nil
    }
    var depth = open.depth
    // The backslash may still escape the next byte.
    var isBehindBackslash = false
    while index < limit {
      if !isBehindBackslash { (open.end, open.depth) = (index, depth) }
      let byte = text[index]
      isBehindBackslash = byte == UInt8(ascii: "\\")
      if isBehindBackslash, index + 1 < limit, text[index + 1].isPunctuation {
        isBehindBackslash = false
        index += 2
      } else if byte == UInt8(ascii: "(") {
        depth += 1
        index += 1
        if depth > maximumDepth { return nil }
      } else if byte == UInt8(ascii: ")") {
        if depth == 0 { break }
        depth -= 1
        index += 1
      } else if byte.isSpace {
        if index == start { return nil }
        break
      } else {
        index += 1
      }
    }
    return index < limit ? index : nil
  }

  /// Returns the index after a title; nil if there is none. A quote after a backslash can end the title if no
  /// later quote does.
  static func title(_ text: UnsafePointer<UInt8>, from start: Int, to limit: Int) -> Int? {
    var part = OpenPart(start: start, end: start)
    return title(text, from: start, to: limit, &part)
  }

  private static func title(
    _ text: UnsafePointer<UInt8>, from start: Int, to limit: Int, _ open: inout OpenPart
  ) -> Int? {
    guard start < limit else { return nil }
    let close: UInt8
    switch text[start] {
    case UInt8(ascii: "\""): close = UInt8(ascii: "\"")
    case UInt8(ascii: "'"): close = UInt8(ascii: "'")
    case UInt8(ascii: "("): close = UInt8(ascii: ")")
    default:
      open.isOpen = false
      return nil
    }
    open.isOpen = false
    var candidate = open.candidate
    var index = max(open.end, start + 1)
    while index < limit {
      let byte = text[index]
      let isEscaped = text[index - 1] == UInt8(ascii: "\\") && index - 1 > start
      if byte == close {
        if !isEscaped || index - start < maximumEscapedTitle { candidate = index + 1 }
        if !isEscaped {
          open.end = index
          return candidate
        }
      } else if byte == UInt8(ascii: "("), close == UInt8(ascii: ")"), !isEscaped {
        (open.end, open.candidate) = (index, candidate)
        return candidate
      }
      index += 1
    }
    // The last line end may be replaced by more text.
    open.end = index - 1
    open.candidate = candidate
    open.isOpen = true
    return candidate
  }
}
