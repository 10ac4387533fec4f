/// Classifies bytes for block syntax.
extension UInt8 {
  /// Whether the byte is a space or tab.
  @inline(__always) var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// Whether the byte is LF or CR. The text of a line contains neither, so that both serve as its sentinel.
  @inline(__always) var isLineEnd: Bool { self == 0x0A || self == 0x0D }

  /// Whether cmark treats the byte as a space: space, tab, LF or CR.
  @inline(__always) var isSpace: Bool { isBlank || isLineEnd }

  /// Whether the scanners for HTML and tables treat the byte as a space, which includes VT and FF.
  @inline(__always) var isWideSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }

  /// Whether the byte is a space, a tab, a vertical tab or a form feed.
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
