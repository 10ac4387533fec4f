internal import MarkdownSource

/// Parses extended autolinks (GFM 6.9), except for email addresses; see ``RunWriter``.
extension InlineParser {
  private static let schemes: [StaticString] = ["http", "https", "ftp"]
  static let longestScheme = 5

  /// Parses an address such as `http://`. ``position`` is at the colon.
  func readAddressAfterScheme() {
    let colon = position
    guard mayHoldAddress, end - colon >= 4, text[colon + 1] == UInt8(ascii: "/"),
      text[colon + 2] == UInt8(ascii: "/")
    else {
      position += 1
      return
    }
    var start = colon
    while start > 0, text[start - 1].isLetter { start -= 1 }
    guard start >= textStart, isScheme(start, colon),
      AddressScanner.isHostByte(text + colon + 3, count: end - colon - 3),
      let next = address(from: colon + 3, host: colon + 3, minimumDots: 0, linkFrom: colon)
    else {
      position += 1
      return
    }
    position = start
    flushText()
    appendAddress(start, next, prefix: "")
  }

  private func isScheme(_ start: Int, _ colon: Int) -> Bool {
    InlineParser.schemes.contains { scheme in
      guard scheme.utf8CodeUnitCount == colon - start else { return false }
      for index in 0..<scheme.utf8CodeUnitCount
      where text[start + index].lowercased != scheme.utf8Start[index] {
        return false
      }
      return true
    }
  }

  /// Parses an address that starts with `www.` at ``position``.
  func readWebAddress() {
    let start = position
    guard mayHoldAddress, end - start >= 4, text[start + 1] == UInt8(ascii: "w"),
      text[start + 2] == UInt8(ascii: "w"),
      text[start + 3] == UInt8(ascii: "."), start == 0 || mayStandBeforeAddress(text[start - 1]),
      let next = address(from: start, host: start, minimumDots: 1, linkFrom: start)
    else {
      position += 1
      return
    }
    flushText()
    appendAddress(start, next, prefix: "http://")
  }

  private func mayStandBeforeAddress(_ byte: UInt8) -> Bool {
    byte.isSpace || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
      || byte == UInt8(ascii: "(")
  }

  private func appendAddress(_ start: Int, _ next: Int, prefix: String) {
    let raw = String(decoding: text[start..<next], as: UTF8.self)
    links.append(InlineLink(kind: .link, destination: prefix + raw, start: start))
    append(InlineItem(.address, start, next, reference: links.count - 1), next: next)
  }

  /// Returns the index after an address; nil if there is none.
  ///
  /// - Parameters:
  ///   - host: The start of the address's host.
  ///   - linkFrom: The index from which parentheses are counted.
  private func address(from start: Int, host: Int, minimumDots: Int, linkFrom: Int) -> Int? {
    let limit = min(end, host + AddressScanner.maximumDomain)
    let (length, reachesLimit) = AddressScanner.domain(
      text + host, count: limit - host, minimumDots: minimumDots)
    if reachesLimit {
      guard limit == end else { return nil }
      // More text could extend or invalidate the domain.
      nextCommit = .max
    }
    guard let length else { return nil }
    let last = min(end, linkFrom + AddressScanner.maximumAddress + 1)
    var next = host + length
    next = min(gaps.skip(to: .address, from: next), end)
    while next < last, !text[next].isSpace, text[next] != UInt8(ascii: "<") { next += 1 }
    gaps.note(.address, from: host + length, to: next)
    guard next - linkFrom <= AddressScanner.maximumAddress else { return nil }
    // Trailing punctuation becomes part of the address if more text follows.
    if next == end { nextCommit = .max }
    next = linkFrom + AddressScanner.withoutPunctuation(text + linkFrom, count: next - linkFrom)
    return next > linkFrom ? next : nil
  }
}

/// Scans the parts of an address by the rules of cmark-gfm.
enum AddressScanner {
  /// The maximum length of an address, and of its domain, in bytes. Longer addresses stay text, which bounds
  /// the work for an address that keeps growing.
  static let maximumAddress = 2048
  static let maximumDomain = 512

  static func isHostByte(_ text: UnsafePointer<UInt8>, count: Int) -> Bool {
    let scalar = ScalarClass.decode(text, count: count)
    return !ScalarClass.isSpace(scalar) && !ScalarClass.isPunctuation(scalar)
  }

  /// Returns the length of the domain at `text`, and whether more text could change the result. The length is
  /// nil if the domain has an underscore in its last two parts, or fewer than `minimumDots` dots.
  static func domain(_ text: UnsafePointer<UInt8>, count: Int, minimumDots: Int) -> (
    length: Int?, reachesEnd: Bool
  ) {
    var dots = 0
    var underscoresBefore = 0
    var underscores = 0
    var index = 1
    while index < count - 1 {
      if text[index] == UInt8(ascii: "\\"), index < count - 2 { index += 1 }
      let byte = text[index]
      if byte == UInt8(ascii: "_") {
        underscores += 1
      } else if byte == UInt8(ascii: ".") {
        underscoresBefore = underscores
        underscores = 0
        dots += 1
      } else if byte != UInt8(ascii: "-"), !isHost(text + index, count: count - index) {
        break
      }
      index += 1
    }
    let reachesEnd = index >= count - 2
    if underscoresBefore > 0 || underscores > 0, dots <= 10 { return (nil, reachesEnd) }
    return (dots >= minimumDots ? index : nil, reachesEnd)
  }

  private static func isHost(_ text: UnsafePointer<UInt8>, count: Int) -> Bool {
    if text[0] < 0x80 {
      return text[0].isLetter || text[0].isDigit || text[0] < 0x20 && !text[0].isWideSpace || text[0] == 0x7F
        || text[0] == 0x0B
    }
    // The bytes after the first of a scalar are not checked.
    guard text[0] & 0xC0 != 0x80 else { return false }
    return isHostByte(text, count: count)
  }

  /// Returns the length of the address without trailing punctuation.
  static func withoutPunctuation(_ text: UnsafePointer<UInt8>, count: Int) -> Int {
    var count = count
    var opening = 0
    var closing = 0
    for index in 0..<count {
      if text[index] == UInt8(ascii: "<") {
        count = index
        break
      }
      if text[index] == UInt8(ascii: "(") { opening += 1 }
      if text[index] == UInt8(ascii: ")") { closing += 1 }
    }
    while count > 0 {
      switch text[count - 1] {
      case UInt8(ascii: ")"):
        if closing <= opening { return count }
        closing -= 1
        count -= 1
      case UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"),
        UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "'"), UInt8(ascii: "\""):
        count -= 1
      case UInt8(ascii: ";"):
        var start = count - 2
        while start > 0, text[start].isLetter { start -= 1 }
        count = start >= 0 && start < count - 2 && text[start] == UInt8(ascii: "&") ? start : count - 1
      default:
        return count
      }
    }
    return count
  }
}
