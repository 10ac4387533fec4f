internal import CMarkGFM

/// Decodes character references such as `&amp;` and `&#35;`, using cmark's entity table.
package struct EntityDecoder: ~Copyable {
  /// The maximum length of a reference in bytes before its `;`.
  package static let longestName = 33

  private var buffer: cmark_strbuf

  package init() {
    buffer = cmark_strbuf()
    cmark_strbuf_init(cmark_get_default_mem_allocator(), &buffer, 0)
  }

  /// The version of the linked cmark-gfm, such as `0.29.0.gfm.6`.
  package static var libraryVersion: String { String(cString: cmark_version_string()) }

  deinit {
    var buffer = buffer
    cmark_strbuf_free(&buffer)
  }

  /// Decodes the reference that starts after the `&` at `text`.
  ///
  /// - Returns: The length of the reference, and what it stands for, which is valid until the next call; nil if the
  ///   text is not a reference.
  package mutating func decode(
    _ text: UnsafePointer<UInt8>, count: Int
  ) -> (length: Int, result: UnsafeBufferPointer<UInt8>)? {
    cmark_strbuf_clear(&buffer)
    let length = houdini_unescape_ent(&buffer, text, Int32(truncatingIfNeeded: count))
    guard length > 0 else { return nil }
    return (Int(length), UnsafeBufferPointer(start: buffer.ptr, count: Int(buffer.size)))
  }

  /// Decodes an address, a title or the info string of a fence (GFM 4.5): character references and backslash
  /// escapes.
  ///
  /// - Parameter trimming: Whether surrounding spaces are removed. Like cmark, this happens before
  ///   backslashes are processed, and includes spaces from character references.
  package mutating func clean(
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
  package static func foldedLabel(_ label: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var buffer = cmark_strbuf()
    cmark_strbuf_init(cmark_get_default_mem_allocator(), &buffer, 0)
    defer { cmark_strbuf_free(&buffer) }
    cmark_utf8proc_case_fold(&buffer, label.baseAddress, Int32(truncatingIfNeeded: label.count))
    cmark_strbuf_trim(&buffer)
    cmark_strbuf_normalize_whitespace(&buffer)
    return Array(UnsafeBufferPointer(start: buffer.ptr, count: Int(buffer.size)))
  }
}
