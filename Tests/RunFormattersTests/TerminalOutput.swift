/// Reads terminal output and finds what may not be in it.
struct TerminalOutput {
  /// Without sequences.
  var text = ""
  var problems: [String] = []

  /// `width`: the columns that no line may exceed; nil to not look.
  init(_ bytes: [UInt8]) {
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
    default: problems.append("an escape sequence of another kind")
    }
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
