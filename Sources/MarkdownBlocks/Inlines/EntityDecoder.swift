internal import CMarkGFM

/// Resolves references like `&amp;` and `&#35;`, with cmark's table of names.
struct EntityDecoder: ~Copyable {
  /// No reference has more bytes before its `;`.
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

  /// Appends to `result` what the reference means that `text` begins with, its `&` left out. Answers with its
  /// length, or 0 if it is none.
  mutating func decode(_ text: UnsafePointer<UInt8>, count: Int, into result: inout RawBuffer<UInt8>) -> Int {
    cmark_strbuf_clear(&buffer)
    let length = houdini_unescape_ent(&buffer, text, Int32(truncatingIfNeeded: count))
    if length > 0, let bytes = buffer.ptr { result.append(bytes, count: Int(buffer.size)) }
    return Int(length)
  }

  /// Returns an address, a title or the info string of a fence (GFM 4.5) as it is meant: references resolved,
  /// backslashes before punctuation taken out.
  ///
  /// - Parameter trimming: Whether spaces around it are taken away. cmark does so before it looks at
  ///   backslashes, and takes a space that a reference makes, too.
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

  /// Returns a label as cmark compares it: case folded by its tables.
  mutating func foldedLabel(_ label: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    cmark_strbuf_clear(&buffer)
    cmark_utf8proc_case_fold(&buffer, label.baseAddress, Int32(truncatingIfNeeded: label.count))
    cmark_strbuf_trim(&buffer)
    cmark_strbuf_normalize_whitespace(&buffer)
    return Array(UnsafeBufferPointer(start: buffer.ptr, count: Int(buffer.size)))
  }
}

/// Classes of the scalars on either side of a run of delimiters (GFM 6.4).
enum ScalarClass {
  static func isSpace(_ scalar: Int32) -> Bool {
    scalar < 0x80
      ? scalar == 9 || scalar == 10 || scalar == 12 || scalar == 13 || scalar == 32
      : cmark_utf8proc_is_space(scalar) != 0
  }

  static func isPunctuation(_ scalar: Int32) -> Bool {
    scalar < 0x80 ? UInt8(scalar).isPunctuation : cmark_utf8proc_is_punctuation(scalar) != 0
  }

  /// Returns the scalar at `text`, which is valid UTF-8, but may be cut off at `count`: then a line feed.
  static func decode(_ text: UnsafePointer<UInt8>, count: Int) -> Int32 {
    guard count > 0 else { return 10 }
    if text[0] < 0x80 { return Int32(text[0]) }
    var scalar: Int32 = 0
    return cmark_utf8proc_iterate(text, Int32(truncatingIfNeeded: count), &scalar) < 0 ? 10 : scalar
  }
}
