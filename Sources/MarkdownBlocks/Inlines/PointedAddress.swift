internal import MarkdownSource

/// Recognises an autolink in angle brackets (GFM 6.8).
enum PointedAddress {
  enum AddressMatch {
    /// An autolink. `next` is the index after the `>`.
    case found(next: Int, isEmail: Bool)
    /// No autolink yet, but the text may end inside one.
    case open
    case none
  }

  /// Scans the text after a `<`.
  static func scan(_ text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> AddressMatch {
    let uri = uri(text, from: start, to: end)
    if case .found = uri { return uri }
    let email = email(text, from: start, to: end)
    if case .open = uri, case .none = email { return .open }
    return email
  }

  private static func uri(_ text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> AddressMatch {
    guard start < end else { return .open }
    guard text[start].isLetter else { return .none }
    var index = start + 1
    while index < end, index - start < 33,
      text[index].isLetter || text[index].isDigit || isSchemeMark(text[index])
    {
      index += 1
    }
    guard index - start <= 32 else { return .none }
    guard index < end else { return .open }
    guard index - start >= 2, text[index] == UInt8(ascii: ":") else { return .none }
    while index < end, text[index] > 0x20, text[index] != UInt8(ascii: "<"), text[index] != UInt8(ascii: ">")
    {
      index += 1
    }
    guard index < end else { return .open }
    return text[index] == UInt8(ascii: ">") ? .found(next: index + 1, isEmail: false) : .none
  }

  private static func isSchemeMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }

  private static func email(_ text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> AddressMatch {
    var index = start
    while index < end, isLocalPart(text[index]) { index += 1 }
    guard index < end else { return .open }
    guard index > start, text[index] == UInt8(ascii: "@") else { return .none }
    while true {
      index += 1
      let label = index
      while index < end, text[index].isLetter || text[index].isDigit || text[index] == UInt8(ascii: "-") {
        index += 1
      }
      guard index < end else { return index - label <= 63 ? .open : .none }
      guard index > label, index - label <= 63, text[label] != UInt8(ascii: "-"),
        text[index - 1] != UInt8(ascii: "-")
      else { return .none }
      if text[index] == UInt8(ascii: ">") { return .found(next: index + 1, isEmail: true) }
      guard text[index] == UInt8(ascii: ".") else { return .none }
    }
  }

  private static func isLocalPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: ":"),
      UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "@"), UInt8(ascii: "["),
      UInt8(ascii: "\\"), UInt8(ascii: "]"):
      false
    default: byte.isLetter || byte.isDigit || byte.isPunctuation
    }
  }
}
