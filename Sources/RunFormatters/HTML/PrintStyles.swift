import StyledRuns

/// The token rules for printing, which follow the rules of `Pages/print.css`. Printed text is dark on white
/// in every theme, because browsers do not print backgrounds, and the text colours of a dark theme would be
/// too pale.
enum PrintStyles {
  private static let paper = Color(red: 255, green: 255, blue: 255)

  /// The minimum contrast of text on paper.
  private static let contrast = 4.5

  /// Writes the token rules: the colours of the first light theme, or else of the first theme, darkened until
  /// they reach the contrast for paper.
  static func writeTokenRules(
    for sheets: [StyleSheet], styling: HTMLFormatter.Styling, into out: inout ByteSink
  ) {
    guard let first = sheets.first else { return }
    let index = sheets.firstIndex { !$0.isDark } ?? 0
    out.append("@media print{\n")
    switch styling {
    case .classes where sheets.count == 1:
      writeColors(of: first, prefix: "f-", property: "color", into: &out)
      out.append(".ils pre code span:not(.l){background:none}\n")
    case .classes:
      writeColors(of: sheets[index], prefix: "f\(index)-", property: "--f\(index)", into: &out)
      out.append(text: ".ils pre code span:not(.l){\(look(index, color: "var(--f\(index),inherit)"))}\n")
    case .variables:
      let darker = "oklch(from var(--f\(index),currentcolor) min(l,.5) c h)"
      out.append(text: ".ils pre code span:not(.l){\(look(index, color: darker))}\n")
    case .inline:
      if first.isDark {
        out.append(".ils .ils-code,.ils pre code span:not(.l){color:inherit!important}\n")
      }
      out.append(".ils pre,.ils pre code span:not(.l){background:none!important}\n")
    }
    out.append("}\n")
  }

  /// Returns the declarations that give tokens the look of one theme, regardless of the theme on the screen.
  private static func look(_ index: Int, color: String) -> String {
    "color:\(color)!important;background:none!important;font-style:var(--s\(index),inherit)!important;"
      + "font-weight:var(--w\(index),inherit)!important;text-decoration:var(--d\(index),inherit)!important"
  }

  /// Writes a rule for each text colour that is too pale for paper.
  private static func writeColors(
    of sheet: StyleSheet, prefix: String, property: String, into out: inout ByteSink
  ) {
    var seen: Set<Color> = []
    for style in sheet.styles {
      guard let color = HTMLTokenStyles.reduced(style, in: sheet).foreground, seen.insert(color).inserted
      else { continue }
      let printed = Contrast.readable(color, on: paper, ratio: contrast)
      guard printed != color else { continue }
      out.append(text: ".ils .\(prefix)\(color.hex.dropFirst()){\(property):\(printed.hex)}\n")
    }
  }
}
