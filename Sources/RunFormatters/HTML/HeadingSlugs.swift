/// Gives headings identifiers that are unique within a document, the way GitHub names them.
struct HeadingSlugs {
  private var used: [String: Int] = [:]

  /// The identifier of the next heading with this text: letters, digits, `-` and `_` in lower case.
  mutating func slug(for text: String) -> String {
    var base = Self.ascii(text) ?? Self.unicode(text)
    if base.isEmpty { base = "section" }
    guard let count = used[base] else {
      used[base] = 0
      return base
    }
    var number = count + 1
    while used["\(base)-\(number)"] != nil { number += 1 }
    used[base] = number
    let slug = "\(base)-\(number)"
    used[slug] = 0
    return slug
  }

  /// Nil for a text that is not ASCII.
  private static func ascii(_ text: String) -> String? {
    withUTF8(text) { bytes in
      var slug: [UInt8] = []
      slug.reserveCapacity(bytes.count)
      for byte in bytes {
        switch byte {
        case 0x20, 0x0A, 0x09: slug.append(UInt8(ascii: "-"))
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          slug.append(byte)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): slug.append(byte | 0x20)
        case 0x80...: return nil
        default: break
        }
      }
      return String(decoding: slug, as: UTF8.self)
    }
  }

  private static func unicode(_ text: String) -> String {
    var base = ""
    for scalar in text.lowercased().unicodeScalars {
      switch scalar {
      case " ", "\n", "\t": base.unicodeScalars.append("-")
      case "-", "_", "a"..."z", "0"..."9": base.unicodeScalars.append(scalar)
      default:
        if scalar.isASCII { continue }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
          .decimalNumber, .letterNumber, .nonspacingMark, .spacingMark:
          base.unicodeScalars.append(scalar)
        default: break
        }
      }
    }
    return base
  }
}
