import CMarkGFM
import MarkdownBlocks
import Synchronization

/// cmark-gfm's own way from text to HTML.
enum CMarkOracle {
  /// Held around `cmark_parser_finish`: with extensions attached it changes tables of the process, and two threads in it give
  /// wrong output.
  private static let finishing = Mutex(())

  static func html(_ source: [UInt8], _ options: MarkdownOptions, unsafeHTML: Bool = true) -> String {
    // What is invalid is replaced before parsing, by our own definition.
    var text = Array(String(decoding: source, as: UTF8.self).utf8)
    return finishing.withLock { _ in
      cmark_gfm_core_extensions_ensure_registered()
      var flags = unsafeHTML ? CMARK_OPT_UNSAFE : CMARK_OPT_DEFAULT
      if options.smart { flags |= CMARK_OPT_SMART }
      if options.extensions.contains(.footnotes) { flags |= CMARK_OPT_FOOTNOTES }
      let parser = cmark_parser_new(flags)
      defer { cmark_parser_free(parser) }
      let names: [(MarkdownOptions.Extensions, String)] = [
        (.table, "table"), (.strikethrough, "strikethrough"), (.autolink, "autolink"),
        (.tagfilter, "tagfilter"), (.tasklist, "tasklist"),
      ]
      for (option, name) in names where options.extensions.contains(option) {
        cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
      }
      let count = text.count
      text.withUnsafeMutableBytes {
        cmark_parser_feed(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), count)
      }
      let root = cmark_parser_finish(parser)
      defer { cmark_node_free(root) }
      let html = cmark_render_html(root, flags, cmark_parser_get_syntax_extensions(parser))
      defer { cmark_get_default_mem_allocator().pointee.free(html) }
      // A reference to U+FFFE or U+FFFF becomes an invalid byte in cmark, and U+FFFD with us.
      return html.map { String(cString: $0) } ?? ""
    }
  }
}
