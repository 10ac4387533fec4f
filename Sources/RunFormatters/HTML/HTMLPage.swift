import StyledRuns

extension HTMLFormatter {
  /// The script of a standalone page: copy buttons, and buttons that show and hide line numbers.
  ///
  /// A page that embeds fragments loads the script once, at any position. Without the script, all content is
  /// still readable.
  public static var script: String { String(decoding: PageScript.document.source, as: UTF8.self) }

  /// The content security policy of a standalone page. It allows only the page's own script and styles, and
  /// the images that ``Options/links`` allow.
  public var contentSecurityPolicy: String {
    Self.contentSecurityPolicy(scripts: [.document], links: options.links)
  }

  /// Returns the content security policy of a page.
  ///
  /// - Parameters:
  ///   - scripts: The scripts that the page may execute.
  ///   - links: The policy for images.
  static func contentSecurityPolicy(scripts: [PageScript], links: LinkPolicy) -> String {
    let sources = scripts.map { "'\($0.digest)'" }.joined(separator: " ")
    return "default-src 'none'; img-src \(links.imagePolicySources); style-src 'unsafe-inline'; "
      + "script-src \(sources); base-uri 'none'; form-action 'none'"
  }

  func writePageHead(_ facts: PageFacts, sheets: [StyleSheet], into out: inout ByteSink) {
    writePageHead(
      title: options.title ?? facts.title ?? options.fallbackTitle ?? "Document",
      language: facts.language, text: facts.text, policy: contentSecurityPolicy, sheets: sheets, into: &out)
  }

  /// Writes a page up to the start of its content.
  ///
  /// - Parameters:
  ///   - language: The language that the document states.
  ///   - text: The language and direction of the document's text.
  func writePageHead(
    title: String, language: String? = nil, text: PageLanguage, policy: String,
    moreStyles: [UInt8] = [], sheets: [StyleSheet], into out: inout ByteSink
  ) {
    out.append("<!DOCTYPE html>\n<html")
    let stated = options.pageLanguage ?? language
    if let tag = stated ?? text.tag {
      out.append(" lang=\"")
      out.append(escapingHTML: tag)
      out.append("\"")
    }
    // The direction of the text has priority over a stated language, because `lang` often comes from a
    // template.
    if (text.direction ?? stated.flatMap(PageLanguage.direction(ofTag:))) == .rightToLeft {
      out.append(" dir=\"rtl\"")
    }
    out.append(">\n<head>\n<meta charset=\"utf-8\">\n")
    if options.rawHTML != .unsafe {
      out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
      out.append(text: policy)
      out.append("\">\n")
    }
    // Otherwise some browsers resolve the hosts of links, whose names can contain information.
    if options.links.isRestricted {
      out.append("<meta http-equiv=\"x-dns-prefetch-control\" content=\"off\">\n")
    }
    out.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    out.append("<meta name=\"generator\" content=\"ilsrender\">\n<title>")
    out.append(escapingHTML: title)
    out.append("</title>\n<style>\n")
    writeStylesheet(for: sheets, into: &out)
    out.append(moreStyles)
    out.append("</style>\n</head>\n<body class=\"ils-page\">\n")
    guard sheets.count > 1, options.styling != .inline else { return }
    out.append("<header class=\"ils-bar\"><button type=\"button\" class=\"ils-theme\" data-themes=\"")
    for (index, sheet) in sheets.enumerated() {
      if index > 0 { out.append(" ") }
      out.append(escapingHTML: Self.cssString(sheet.id))
    }
    out.append("\" data-names=\"")
    for (index, sheet) in sheets.enumerated() {
      if index > 0 { out.append("|") }
      out.append(escapingHTML: sheet.name.replacing("|", with: " "))
    }
    out.append("\" hidden>Theme</button></header>\n")
  }

  func writePageFoot(scripts: [PageScript], into out: inout ByteSink) {
    for script in scripts where options.styling != .inline {
      out.append("<script>")
      out.append(script.source)
      out.append("</script>\n")
    }
    out.append("</body>\n</html>\n")
  }
}
