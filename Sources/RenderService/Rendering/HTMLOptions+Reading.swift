internal import RunFormatters

extension HTMLOptions {
  /// Decodes the HTML options. Errors are collected in the decoder.
  ///
  /// - Parameter ceiling: The addresses that requests cannot exceed.
  init(_ decoder: inout RequestDecoder, ceiling: LinkPolicy.Ceiling) {
    self.init()
    isStandalone = decoder.bool("standalone") ?? false
    title = decoder.string("title")
    pageLanguage = decoder.string("pageLanguage")
    styling = decoder.choice("styling") ?? .classes
    rawHTML = decoder.choice("rawHTML", HarmlessHTML.self) == .escape ? .escape : .sanitize
    wrapsCode = decoder.bool("wrapCode") ?? false
    hasCodeHeaders = decoder.bool("codeHeaders") ?? true
    hasHeadingAnchors = decoder.bool("headingAnchors") ?? true
    recognisesAlerts = decoder.bool("alerts") ?? true
    marksUpDrawings = decoder.bool("drawings") ?? false
    diagrams = decoder.choice("diagrams") ?? .draw
    frontMatter = decoder.choice("frontMatter") ?? .hide
    identifierPrefix =
      decoder.string("identifierPrefix") { prefix in
        let isPlain = prefix.allSatisfy {
          $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
        }
        return isPlain && prefix.utf8.count <= 64 ? nil : "must be at most 64 letters, digits, - and _"
      }
    lineNumbers = decoder.bool("lineNumbers") ?? false ? .shown : .never
    links = LinkPolicy(&decoder, ceiling: ceiling)
  }
}

/// The treatments of raw HTML that a request can select. They exclude scripts, because a client chooses the
/// text, and must not be able to run scripts in the browsers of readers.
private enum HarmlessHTML: String, CaseIterable {
  case escape, sanitize
}
