/// Classifies bytes for the syntax of markdown.
extension UInt8 {
  /// Whether the byte is a space or tab.
  @inlinable @inline(__always) package var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// Whether the byte is LF or CR. The text of a line contains neither, so that both serve as its sentinel.
  @inlinable @inline(__always) package var isLineEnd: Bool { self == 0x0A || self == 0x0D }

  /// Whether cmark treats the byte as a space: space, tab, LF or CR.
  @inlinable @inline(__always) package var isSpace: Bool { isBlank || isLineEnd }

  /// Whether the scanners for HTML and tables treat the byte as a space, which includes VT and FF.
  @inlinable @inline(__always) package var isWideSpace: Bool {
    self == 0x20 || (self >= 0x09 && self <= 0x0D)
  }

  /// Whether the byte is a space, a tab, a vertical tab or a form feed.
  @inlinable @inline(__always) package var isWideBlank: Bool { isBlank || self == 0x0B || self == 0x0C }

  @inlinable @inline(__always) package var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  @inlinable @inline(__always) package var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

  @inlinable @inline(__always) package var lowercased: UInt8 {
    self >= 0x41 && self <= 0x5A ? self | 0x20 : self
  }

  @inlinable @inline(__always) package var isPunctuation: Bool {
    (self >= 0x21 && self <= 0x2F) || (self >= 0x3A && self <= 0x40) || (self >= 0x5B && self <= 0x60)
      || (self >= 0x7B && self <= 0x7E)
  }
}

extension UInt8 {
  @inlinable package static var tab: UInt8 { 0x09 }
  @inlinable package static var newline: UInt8 { 0x0A }
  @inlinable package static var space: UInt8 { 0x20 }
}
