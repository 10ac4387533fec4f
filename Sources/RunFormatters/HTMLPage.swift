import StyledRuns

extension HTMLFormatter {
  /// The script of a standalone page: copy buttons, and buttons that show and hide line numbers.
  ///
  /// For pages that show fragments: load it once, anywhere. Without it everything can be read.
  public static var script: String { HTMLScript.source.description }

  /// The content security policy of a page that this package writes: nothing but its own script and styles, and images.
  public static var contentSecurityPolicy: String {
    "default-src 'none'; img-src * data:; style-src 'unsafe-inline'; "
      + "script-src '\(HTMLScript.digest)'; base-uri 'none'; form-action 'none'"
  }

  func writePageHead(_ document: Document, sheets: [StyleSheet], into out: inout ByteSink) {
    out.append("<!DOCTYPE html>\n<html lang=\"")
    out.append(escapingHTML: options.pageLanguage ?? "")
    out.append("\">\n<head>\n<meta charset=\"utf-8\">\n")
    if options.rawHTML != .unsafe {
      out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
      out.append(text: Self.contentSecurityPolicy)
      out.append("\">\n")
    }
    out.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    out.append("<meta name=\"generator\" content=\"ilsrender\">\n<title>")
    out.append(escapingHTML: options.title ?? Self.firstHeading(document) ?? "Document")
    out.append("</title>\n<style>\n")
    writeStylesheet(for: sheets, into: &out)
    out.append("</style>\n</head>\n<body class=\"ils-page\">\n")
  }

  func writePageFoot(into out: inout ByteSink) {
    if hasButtons {
      out.append("<script>")
      out.append(HTMLScript.source)
      out.append("</script>\n")
    }
    out.append("</body>\n</html>\n")
  }

  private var hasButtons: Bool { options.hasCodeHeaders && options.styling != .inline }

  private static func firstHeading(_ document: Document) -> String? {
    for block in document.blocks {
      if case .heading(let heading) = block.content, !heading.inlines.text.isEmpty {
        return heading.inlines.text
      }
    }
    return nil
  }
}
