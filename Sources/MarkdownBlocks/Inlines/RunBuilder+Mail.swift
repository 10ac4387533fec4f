internal import CLibrary
internal import StyledRuns

/// Mail addresses in plain text (GFM 6.9), as cmark-gfm finds them when the runs of text are known.
extension RunBuilder {
  private static let maximumAts = 1000

  /// Makes links of the addresses in the last run, so far as they were not looked for.
  mutating func linkMail(span: Int32, _ search: inout RunWriter.AddressSearch) {
    guard let run = lastTextRun(of: span) else { return }
    var from = max(Int(search.from), count - Int(run.length))
    while search.ats <= RunBuilder.maximumAts, let at = firstAt(from: from) {
      search.ats += 1
      if let mail = mail(around: at, from: from) {
        splitLastRun(at: mail.start, mail.end, link: mail.destination, parent: span)
        from = mail.end
        guard mail.end < count else { return }
      } else {
        from = at + 1
      }
    }
  }

  private struct Mail {
    var start: Int
    var end: Int
    var destination: String
  }

  private func mail(around at: Int, from: Int) -> Mail? {
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
    }
    guard start < at else { return nil }
    var end = at
    var ats = 0
    var dots = 0
    host: while end < count {
      let byte = text[end]
      switch byte {
      case UInt8(ascii: "@"):
        ats += 1
        // There is one in an address.
        if ats > 1 { return nil }
      case UInt8(ascii: ".") where end + 1 < count && (text[end + 1].isLetter || text[end + 1].isDigit):
        dots += 1
      case UInt8(ascii: "/") where allowsSlash: break
      case UInt8(ascii: "-"), UInt8(ascii: "_"): break
      default: guard byte.isLetter || byte.isDigit else { break host }
      }
      end += 1
    }
    guard end - at >= 2, dots > 0, text[end - 1].isLetter || text[end - 1] == UInt8(ascii: ".")
    else {
      return nil
    }
    end = at + AddressScanner.withoutPunctuation(text + at, count: end - at)
    guard end > at else { return nil }
    let address = String(
      decoding: UnsafeBufferPointer(start: text + start, count: end - start), as: UTF8.self)
    return Mail(start: start, end: end, destination: hasScheme ? address : "mailto:" + address)
  }

  /// Whether the text before `end` ends with this, which no letter or digit precedes.
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
