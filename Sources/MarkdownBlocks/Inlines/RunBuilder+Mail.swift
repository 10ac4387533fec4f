internal import CLibrary
internal import MarkdownSource
internal import StyledRuns

/// Finds email addresses in plain text (GFM 6.9). Like cmark-gfm, it searches complete runs of text.
extension RunBuilder {
  private static let maximumAts = 1000

  /// The maximum length of an address before its `@`, and from the `@` on, in bytes (more than RFC 5321
  /// allows). Longer addresses stay text, which bounds the search in both directions.
  private static let maximumPart = 255

  /// The maximum number of bytes before a checkpoint that belong to an address ending after it.
  static let addressReach = 2 * maximumPart

  /// Converts the email addresses in the last run to links, from the end of the last search on.
  ///
  /// - Parameter isWhole: Whether the run is complete. Otherwise an `@` that more text could affect is left
  ///   to the next search.
  mutating func linkMail(span: Int32, isWhole: Bool, _ search: inout RunWriter.AddressSearch) {
    guard let run = lastTextRun(of: span) else { return }
    search.begin = max(search.begin, Int32(count) - Int32(run.length))
    while search.ats <= RunBuilder.maximumAts,
      let at = firstAt(from: Int(max(search.begin, search.next)))
    {
      let (mail, isOpen) = mail(around: at, from: Int(search.begin))
      search.next = Int32(at)
      if isOpen, !isWhole { return }
      search.ats += 1
      if let mail {
        splitLastRun(at: mail.start, mail.end, link: mail.destination, parent: span)
        search.begin = Int32(mail.end)
      } else {
        search.begin = Int32(at + 1)
      }
    }
    search.next = Int32(count)
  }

  private struct Mail {
    var start: Int
    var end: Int
    var destination: String
  }

  /// Returns the address around the `@` at `at`, and whether more text could change the result.
  private func mail(around at: Int, from: Int) -> (mail: Mail?, isOpen: Bool) {
    let text = bytes
    var start = at
    var hasScheme = false
    var allowsSlash = false
    search: while start > from {
      let byte = text[start - 1]
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        break
      case UInt8(ascii: ":"):
        if isScheme("mailto:", before: start, from: from) {
          hasScheme = true
        } else if isScheme("xmpp:", before: start, from: from) {
          hasScheme = true
          allowsSlash = true
        } else {
          break search
        }
      default:
        guard byte.isLetter || byte.isDigit else { break search }
      }
      start -= 1
      if at - start > RunBuilder.maximumPart { return (nil, false) }
    }
    guard start < at else { return (nil, false) }
    var end = at
    var ats = 0
    var dots = 0
    host: while end < count {
      let byte = text[end]
      switch byte {
      case UInt8(ascii: "@"):
        ats += 1
        // An address contains one `@`.
        if ats > 1 { return (nil, false) }
      case UInt8(ascii: ".") where end + 1 < count && (text[end + 1].isLetter || text[end + 1].isDigit):
        dots += 1
      case UInt8(ascii: "/") where allowsSlash: break
      case UInt8(ascii: "-"), UInt8(ascii: "_"): break
      default: guard byte.isLetter || byte.isDigit else { break host }
      }
      end += 1
      if end - at > RunBuilder.maximumPart { return (nil, false) }
    }
    // A period counts only if a letter or digit follows.
    let isOpen = end == count || end + 1 == count && text[end] == UInt8(ascii: ".")
    guard end - at >= 2, dots > 0, text[end - 1].isLetter || text[end - 1] == UInt8(ascii: ".")
    else {
      return (nil, isOpen)
    }
    end = at + AddressScanner.withoutPunctuation(text + at, count: end - at)
    guard end > at else { return (nil, isOpen) }
    let address = String(decoding: text[start..<end], as: UTF8.self)
    return (Mail(start: start, end: end, destination: hasScheme ? address : "mailto:" + address), isOpen)
  }

  /// Whether the text before `end` ends with a scheme that neither a letter nor a digit precedes.
  private func isScheme(_ scheme: StaticString, before end: Int, from: Int) -> Bool {
    let start = end - scheme.utf8CodeUnitCount
    guard start >= from else { return false }
    for index in 0..<scheme.utf8CodeUnitCount where bytes[start + index] != scheme.utf8Start[index] {
      return false
    }
    return start == from || !(bytes[start - 1].isLetter || bytes[start - 1].isDigit)
  }

  private func firstAt(from: Int) -> Int? {
    guard from < count, let at = memchr(bytes + from, Int32(UInt8(ascii: "@")), count - from) else {
      return nil
    }
    return UnsafeRawPointer(at) - UnsafeRawPointer(bytes)
  }
}
