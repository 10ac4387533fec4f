import RunFormatters

/// Reads terminal output and finds what may not be in it.
struct TerminalOutput {
  /// Without sequences.
  var text = ""
  var problems: [String] = []

  private let allowed: TerminalAbilities.Images?
  /// The number of pictures in the output.
  private(set) var pictures = 0

  /// `images`: the sequences that may draw pictures; nil: none may.
  init(_ bytes: [UInt8], images: TerminalAbilities.Images? = nil) {
    allowed = images
    var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    if String(decoding: bytes, as: UTF8.self).utf8.count != bytes.count { problems.append("invalid UTF-8") }
    var isStyled = false
    var isLinked = false
    while let scalar = scalars.popFirst() {
      switch scalar.value {
      case 0x0A:
        if isStyled { problems.append("a style outlasts its line") }
        if isLinked { problems.append("a link outlasts its line") }
        text.unicodeScalars.append(scalar)
      case 0x1B: sequence(&scalars, &isStyled, &isLinked)
      default:
        if !Self.isPrintable(scalar) { problems.append("U+\(String(scalar.value, radix: 16))") }
        text.unicodeScalars.append(scalar)
      }
    }
    if isStyled || isLinked { problems.append("a style or link is open at the end") }
  }

  private mutating func sequence(
    _ scalars: inout Substring.UnicodeScalarView, _ isStyled: inout Bool, _ isLinked: inout Bool
  ) {
    switch scalars.popFirst() {
    case "[":
      var parameters = ""
      while let next = scalars.popFirst() {
        if next == "m" {
          isStyled = !(parameters.isEmpty || parameters == "0")
          return
        }
        guard ("0"..."9").contains(next) || next == ";" else { break }
        parameters.unicodeScalars.append(next)
      }
      problems.append("a CSI sequence that is no SGR")
    case "]":
      var body = ""
      while let next = scalars.popFirst() {
        if next == "\u{1B}" {
          if scalars.popFirst() != "\\" { problems.append("OSC without its end") }
          break
        }
        body.unicodeScalars.append(next)
      }
      if allowed == .iterm2, body.hasPrefix("1337;") {
        return picture(
          of: body, opening: "1337;File=", separator: ":",
          #/inline=1;size=\d+;width=\d+;height=\d+;preserveAspectRatio=1/#)
      }
      let parts = body.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0] == "8" else { return problems.append("OSC \(body)") }
      isLinked = !parts[2].isEmpty
      if isLinked {
        let isPlain = parts[2].unicodeScalars.allSatisfy { (0x21...0x7E).contains($0.value) }
        let scheme = parts[2].prefix { $0 != ":" }.lowercased()
        if !isPlain || !["http", "https", "mailto", "tel"].contains(scheme) {
          problems.append("address \(parts[2])")
        }
      }
    case "_" where allowed == .kitty:
      picture(of: Self.string(&scalars), opening: "G", #/a=T,f=100,C=1,c=\d+,r=\d+,q=2,m=[01]|q=2,m=[01]/#)
    case "P" where allowed == .sixel:
      let body = Self.string(&scalars) ?? ""
      let isOurs = body.utf8.allSatisfy {
        $0 >= 0x3F && $0 <= 0x7E || (0x30...0x39).contains($0) || Array("\"#;!$-".utf8).contains($0)
      }
      guard isOurs, body.prefixMatch(of: #/0;1q"1;1;\d+;\d+#0;2;\d+;\d+;\d+/#) != nil else {
        return problems.append("sixels that are none of ours")
      }
      pictures += 1
    default: problems.append("an escape sequence of another kind")
    }
  }

  /// The text up to the next `ESC \`, or `nil` if there is none.
  private static func string(_ scalars: inout Substring.UnicodeScalarView) -> String? {
    var body = ""
    while let next = scalars.popFirst() {
      if next == "\u{1B}" { return scalars.popFirst() == "\\" ? body : nil }
      body.unicodeScalars.append(next)
    }
    return nil
  }

  /// Checks that a sequence is keys of ours, one separator, and base 64.
  private mutating func picture(
    of body: String?, opening: String, separator: Character = ";", _ keys: some RegexComponent
  ) {
    guard let body, body.hasPrefix(opening),
      let end = body.firstIndex(of: separator),
      body[..<end].dropFirst(opening.count).wholeMatch(of: keys) != nil,
      body[body.index(after: end)...].utf8.allSatisfy({
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || [0x2B, 0x2F, 0x3D].contains($0)
      })
    else { return problems.append("a picture that is none of ours") }
    if !body.hasPrefix("Gq=") { pictures += 1 }
  }

  /// Decided by the standard library's properties, not by our table.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .lineSeparator, .paragraphSeparator: return false
    case .format:
      // Joiners and tags within clusters, and signs of Arabic and the like that are visible.
      return [0x200C, 0x200D].contains(scalar.value) || (0xE0020...0xE007F).contains(scalar.value)
        || scalar.properties.isGraphemeBase || !scalar.properties.isDefaultIgnorableCodePoint
    default: return !(scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isVariationSelector)
    }
  }
}
