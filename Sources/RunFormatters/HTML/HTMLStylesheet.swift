public import StyledRuns

extension HTMLFormatter {
  /// Returns the stylesheet for documents that are shown with these sheets, in the same order.
  ///
  /// With several sheets, the stylesheet follows the user's preference for dark or light, and
  /// `data-theme="ID"` on the root element or any other element selects a theme.
  public func stylesheet(for sheets: [StyleSheet]) -> [UInt8] {
    var sink = ByteSink()
    writeStylesheet(for: sheets, into: &sink)
    return sink.bytes
  }

  func writeStylesheet(for sheets: [StyleSheet], into out: inout ByteSink) {
    for (index, sheet) in sheets.enumerated() {
      if index == 0 { writeTheme(sheet, index: 0, of: sheets.count, selector: ":root", into: &out) }
      if sheets.count > 1 {
        let isOther = index == sheets.firstIndex { $0.isDark != sheets[0].isDark }
        if isOther {
          out.append(text: "@media (prefers-color-scheme:\(sheet.isDark ? "dark" : "light")){\n")
          writeTheme(sheet, index: index, of: sheets.count, selector: ":root:not([data-theme])", into: &out)
          out.append("}\n")
        }
      }
    }
    if sheets.count > 1 {
      for (index, sheet) in sheets.enumerated() {
        let selector = "[data-theme=\"\(Self.cssString(sheet.id))\"]"
        writeTheme(sheet, index: index, of: sheets.count, selector: selector, into: &out)
      }
    }
    out.append(PackageResources.document_css)
    if styling == .classes { writeTokenRules(for: sheets, into: &out) }
    out.append(PackageResources.print_css)
    PrintStyles.writeTokenRules(for: sheets, styling: styling, into: &out)
  }

  private var styling: Styling { options.styling }

  private func writeTheme(
    _ sheet: StyleSheet, index: Int, of count: Int, selector: String, into out: inout ByteSink
  ) {
    out.append(text: "\(selector){\(Self.variables(of: sheet))\(count > 1 ? ";--ils-theme:\(index)" : "")}\n")
    if count > 1 || styling == .variables {
      out.append(text: "\(selector) .ils pre code span:not(.l){\(Self.tokenSwitch(index))}\n")
    }
  }

  private static func variables(of sheet: StyleSheet) -> String {
    let palette = sheet.palette
    let colors: [(String, Color)] = [
      ("bg", palette.background), ("text", palette.text), ("muted", palette.mutedText),
      ("border", palette.border), ("accent", palette.accent), ("on-accent", palette.textOnAccent),
      ("link", palette.link), ("heading", palette.heading), ("quote", palette.quote),
      ("code-bg", palette.codeBackground), ("code", palette.codeText), ("inline", palette.inlineCode),
      ("inline-bg", palette.inlineCodeBackground), ("error", palette.error), ("warning", palette.warning),
      ("success", palette.success), ("info", palette.info), ("important", palette.important),
      ("bubble-bg", palette.color(of: .bubble)), ("tool-bg", palette.color(of: .tool)),
      ("target-bg", palette.color(of: .target)), ("mark-bg", palette.color(of: .mark)),
      ("note-bg", palette.color(of: .note)), ("tip-bg", palette.color(of: .tip)),
      ("important-bg", palette.color(of: .important)), ("warning-bg", palette.color(of: .warning)),
      ("caution-bg", palette.color(of: .caution)), ("hl-bg", palette.color(of: .markedLine)),
      ("ins-bg", palette.color(of: .insertedLine)), ("del-bg", palette.color(of: .deletedLine)),
      ("on-color", OutputColors.textOnColor(in: palette)),
    ]
    let list = colors.map { "--ils-\($0):\($1.hex)" }.joined(separator: ";")
    return "color-scheme:\(sheet.isDark ? "dark" : "light");" + list
  }

  /// Returns the declarations that give tokens the variables of one theme.
  private static func tokenSwitch(_ index: Int) -> String {
    "color:var(--f\(index),inherit);background:var(--g\(index),none);font-style:var(--s\(index),inherit);"
      + "font-weight:var(--w\(index),inherit);text-decoration:var(--d\(index),inherit)"
  }

  /// Writes a rule for each class that ``HTMLTokenStyles`` can use with these sheets.
  private func writeTokenRules(for sheets: [StyleSheet], into out: inout ByteSink) {
    for (number, sheet) in sheets.enumerated() {
      var seen: Set<String> = []
      for style in sheet.styles {
        let style = HTMLTokenStyles.reduced(style, in: sheet)
        // The sheet is passed as the only one of several, because the number of its theme matters.
        let padded = sheets.indices.map { $0 == number ? style : .plain }
        for name in HTMLTokenStyles.classNames(padded) where seen.insert(name).inserted {
          let part = Self.part(of: style, named: name)
          let declarations =
            sheets.count == 1
            ? HTMLTokenStyles.declarations(part) : HTMLTokenStyles.variables(part, of: number)
          out.append(text: ".ils .\(name){\(declarations)}\n")
        }
      }
    }
  }

  /// Returns the part of a style that a kind of class represents.
  private static func part(of style: Style, named name: String) -> Style {
    switch name.utf8.first {
    case UInt8(ascii: "f"): Style(foreground: style.foreground)
    case UInt8(ascii: "g"): Style(background: style.background)
    default: Style(fontStyle: style.fontStyle)
    }
  }

  static func cssString(_ text: String) -> String {
    String(
      text.unicodeScalars.filter {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_" || $0 == "."
      }.map(Character.init))
  }
}
