/// The classes of bytes that the rules of block structure speak of.
extension UInt8 {
  /// Space or tab.
  @inline(__always) var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// LF or CR. A line's text holds neither, so either one is its sentinel.
  @inline(__always) var isLineEnd: Bool { self == 0x0A || self == 0x0D }

  /// Whether cmark takes the byte for a space: space, tab, LF, CR.
  @inline(__always) var isSpace: Bool { isBlank || isLineEnd }

  /// Space as the scanners of HTML and tables know it: VT and FF too.
  @inline(__always) var isWideSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }

  /// Like ``isWideSpace``, but no line end.
  @inline(__always) var isWideBlank: Bool { isBlank || self == 0x0B || self == 0x0C }

  @inline(__always) var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  @inline(__always) var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

  @inline(__always) var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

  @inline(__always) var isPunctuation: Bool {
    (self >= 0x21 && self <= 0x2F) || (self >= 0x3A && self <= 0x40) || (self >= 0x5B && self <= 0x60)
      || (self >= 0x7B && self <= 0x7E)
  }
}

extension UInt8 {
  static let tab: UInt8 = 0x09
  static let newline: UInt8 = 0x0A
  static let space: UInt8 = 0x20
}
