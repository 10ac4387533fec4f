internal import CMarkGFM

/// The classes of the characters around a delimiter run (GFM 6.4).
package enum ScalarClass {
  @inlinable @inline(__always) package static func isSpace(_ scalar: Int32) -> Bool {
    scalar < 0x80
      ? scalar == 9 || scalar == 10 || scalar == 12 || scalar == 13 || scalar == 32 : isUnicodeSpace(scalar)
  }

  @inlinable @inline(__always) package static func isPunctuation(_ scalar: Int32) -> Bool {
    scalar < 0x80 ? UInt8(scalar).isPunctuation : isUnicodePunctuation(scalar)
  }

  /// Returns the scalar at `text`, or a line feed if the scalar is cut off at `count`. The text must be valid
  /// UTF-8.
  @inlinable @inline(__always) package static func decode(_ text: UnsafePointer<UInt8>, count: Int) -> Int32 {
    guard count > 0 else { return 10 }
    return text[0] < 0x80 ? Int32(text[0]) : decodeLong(text, count: count)
  }

  @usableFromInline static func isUnicodeSpace(_ scalar: Int32) -> Bool {
    cmark_utf8proc_is_space(scalar) != 0
  }

  @usableFromInline static func isUnicodePunctuation(_ scalar: Int32) -> Bool {
    cmark_utf8proc_is_punctuation(scalar) != 0
  }

  @usableFromInline static func decodeLong(_ text: UnsafePointer<UInt8>, count: Int) -> Int32 {
    var scalar: Int32 = 0
    return cmark_utf8proc_iterate(text, Int32(truncatingIfNeeded: count), &scalar) < 0 ? 10 : scalar
  }
}
