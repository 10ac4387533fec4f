internal import CMarkGFM

extension MarkdownParser {
  /// The version of the linked cmark-gfm, such as `0.29.0.gfm.6`.
  package static var libraryVersion: String { String(cString: cmark_version_string()) }
}

/// Decodes character references such as `&amp;` and `&#35;`, using cmark's entity table.
struct EntityDecoder: ~Copyable {
  /// The maximum length of a reference in bytes before its `;`.
  static let longestName = 33

  private var buffer: cmark_strbuf

  init() {
    buffer = cmark_strbuf()
    cmark_strbuf_init(cmark_get_default_mem_allocator(), &buffer, 0)
  }

  deinit {
    var buffer = buffer
    cmark_strbuf_free(&buffer)
  }

  /// Decodes the reference that starts after the `&` at `text`, and appends the result.
  ///
  /// - Returns: The length of the reference; 0 if the text is not a reference.
  mutating func decode(_ text: UnsafePointer<UInt8>, count: Int, into result: inout RawBuffer<UInt8>) -> Int {
    cmark_strbuf_clear(&buffer)
    let length = houdini_unescape_ent(&buffer, text, Int32(truncatingIfNeeded: count))
    if length > 0, let bytes = buffer.ptr { result.append(bytes, count: Int(buffer.size)) }
    return Int(length)
  }

  /// Decodes an address, a title or the info string of a fence (GFM 4.5): character references and backslash
  /// escapes.
  ///
  /// - Parameter trimming: Whether surrounding spaces are removed. Like cmark, this happens before
  ///   backslashes are processed, and includes spaces from character references.
  mutating func clean(
    _ text: UnsafePointer<UInt8>, from start: Int, to end: Int, trimming: Bool = false,
    unescaping: Bool = true
  ) -> String {
    let raw = UnsafeBufferPointer(start: text + start, count: end - start)
    guard trimming || raw.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "\\") }) else {
      return String(decoding: raw, as: UTF8.self)
    }
    cmark_strbuf_clear(&buffer)
    houdini_unescape_html_f(&buffer, text + start, Int32(truncatingIfNeeded: end - start))
    if trimming { cmark_strbuf_trim(&buffer) }
    if unescaping { cmark_strbuf_unescape(&buffer) }
    return String(decoding: UnsafeBufferPointer(start: buffer.ptr, count: Int(buffer.size)), as: UTF8.self)
  }

  /// Returns a label in the form that cmark compares: case-folded with cmark's tables.
  mutating func foldedLabel(_ label: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    cmark_strbuf_clear(&buffer)
    cmark_utf8proc_case_fold(&buffer, label.baseAddress, Int32(truncatingIfNeeded: label.count))
    cmark_strbuf_trim(&buffer)
    cmark_strbuf_normalize_whitespace(&buffer)
    return Array(UnsafeBufferPointer(start: buffer.ptr, count: Int(buffer.size)))
  }
}

/// The classes of the characters around a delimiter run (GFM 6.4).
enum ScalarClass {
  static func isSpace(_ scalar: Int32) -> Bool {
    scalar < 0x80
      ? scalar == 9 || scalar == 10 || scalar == 12 || scalar == 13 || scalar == 32
      : cmark_utf8proc_is_space(scalar) != 0
  }

  static func isPunctuation(_ scalar: Int32) -> Bool {
    scalar < 0x80 ? UInt8(scalar).isPunctuation : cmark_utf8proc_is_punctuation(scalar) != 0
  }

  /// Returns the scalar at `text`, or a line feed if the scalar is cut off at `count`. The text must be valid
  /// UTF-8.
  static func decode(_ text: UnsafePointer<UInt8>, count: Int) -> Int32 {
    guard count > 0 else { return 10 }
    if text[0] < 0x80 { return Int32(text[0]) }
    var scalar: Int32 = 0
    return cmark_utf8proc_iterate(text, Int32(truncatingIfNeeded: count), &scalar) < 0 ? 10 : scalar
  }
}
