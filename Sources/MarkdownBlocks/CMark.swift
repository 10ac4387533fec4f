internal import CMarkGFM
package import Synchronization

/// The library itself: its version, its one-time set-up, and the lock that keeps its global tables right.
public enum CMark {
  /// The version of the library that is linked (`0.29.0.gfm.6`).
  public static var version: String { String(cString: cmark_version_string()) }

  /// Held around every `cmark_parser_finish`: with extensions attached it changes tables of the process, and
  /// two threads in it give wrong output.
  package static let finishing = Mutex(())

  // Unchecked: registered once and never changed or freed, so any thread may attach them.
  struct InlineExtensions: @unchecked Sendable {
    let strikethrough: OpaquePointer?
    let autolink: OpaquePointer?
  }

  /// The registered extensions that act upon inlines; registers them when first used.
  static let inlineExtensions: InlineExtensions = {
    cmark_gfm_core_extensions_ensure_registered()
    return InlineExtensions(
      strikethrough: cmark_find_syntax_extension("strikethrough"),
      autolink: cmark_find_syntax_extension("autolink"))
  }()

  /// The info string of a fence, entities and backslashes resolved.
  static func resolveInfo(_ raw: UnsafeBufferPointer<UInt8>, fence: UInt8) -> String {
    var bytes = raw[...]
    while let first = bytes.first, first.isSpace { bytes = bytes.dropFirst() }
    while let last = bytes.last, last.isSpace { bytes = bytes.dropLast() }
    guard bytes.contains(UInt8(ascii: "&")) || bytes.contains(UInt8(ascii: "\\")) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    let mark = [UInt8](repeating: fence, count: 3)
    let source = mark + raw + [.newline] + mark + [.newline]
    return source.withUnsafeBytes { source in
      finishing.withLock { _ in
        let document = cmark_parse_document(
          source.baseAddress?.assumingMemoryBound(to: CChar.self), source.count, CMARK_OPT_DEFAULT)
        defer { cmark_node_free(document) }
        guard let info = cmark_node_get_fence_info(cmark_node_first_child(document)) else { return "" }
        return String(cString: info)
      }
    }
  }
}
