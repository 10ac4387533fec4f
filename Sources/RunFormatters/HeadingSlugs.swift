/// Gives headings identifiers that are unique within a document, the way GitHub names them.
struct HeadingSlugs {
  private var used: [String: Int] = [:]

  /// The identifier of the next heading with this text: letters, digits, `-` and `_` in lower case.
  mutating func slug(for text: String) -> String {
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
}
