import StyledRuns

/// Two style sheets for tests, and code that is coloured by a list of words.
enum SampleThemes {
  static func color(_ hex: String) -> Color { Color(hex: hex) ?? Color(red: 0, green: 0, blue: 0) }

  static func dark(_ scopes: ScopeTable = ScopeTable()) -> StyleSheet {
    StyleSheet(
      id: "sample-dark", name: "Sample dark", isDark: true,
      palette: Palette(
        background: color("#16181d"), text: color("#d7dae0"), mutedText: color("#8b919d"),
        border: color("#30343d"), accent: color("#7aa2f7"), textOnAccent: color("#10131a"),
        link: color("#82b1ff"), heading: color("#f2f4f8"), quote: color("#a9afbb"),
        codeBackground: color("#1c1f26"), codeText: color("#d7dae0"), inlineCode: color("#e8c48c"),
        inlineCodeBackground: color("#262a32"), error: color("#f07178"), warning: color("#e6b450"),
        success: color("#8fc77a"), info: color("#6cb6ff"), important: color("#b392f0")),
      styles: styles(
        scopes, keyword: "#c792ea", string: "#a5d6a0", comment: "#9aa2b1", number: "#f0a97f", type: "#7fd1d8")
    )
  }

  static func light(_ scopes: ScopeTable = ScopeTable()) -> StyleSheet {
    StyleSheet(
      id: "sample-light", name: "Sample light", isDark: false,
      palette: Palette(
        background: color("#fdfdfb"), text: color("#2b2e34"), mutedText: color("#6b7079"),
        border: color("#dddeda"), accent: color("#3b63c4"), textOnAccent: color("#ffffff"),
        link: color("#2455c3"), heading: color("#16181c"), quote: color("#565b64"),
        codeBackground: color("#f6f6f2"), codeText: color("#2b2e34"), inlineCode: color("#8a4b12"),
        inlineCodeBackground: color("#f0efe9"), error: color("#b3261e"), warning: color("#8a5a00"),
        success: color("#2f6f2b"), info: color("#1f5fa8"), important: color("#7042c8")),
      styles: styles(
        scopes, keyword: "#8430b0", string: "#35702f", comment: "#565b64", number: "#a84b0c", type: "#0f6b78")
    )
  }

  private static func styles(
    _ scopes: ScopeTable, keyword: String, string: String, comment: String, number: String, type: String
  ) -> [Style] {
    (0..<scopes.count).map { index in
      switch scopes[ScopeStackID(rawValue: UInt32(index))].last?.split(separator: ".").first {
      case "keyword": Style(foreground: color(keyword))
      case "string": Style(foreground: color(string))
      case "comment": Style(foreground: color(comment), fontStyle: .italic)
      case "constant": Style(foreground: color(number))
      case "entity": Style(foreground: color(type), fontStyle: .bold)
      default: .plain
      }
    }
  }

  /// Code with a scope for each word, string, number and comment.
  static func code(_ info: String, name: String, _ source: String, _ scopes: inout ScopeTable) -> Block {
    let keywords: Set = [
      "let", "var", "func", "struct", "for", "in", "if", "else", "return", "import", "mutating", "guard",
      "public",
      "def", "while", "true", "nil", "await", "async", "throws", "try",
    ]
    let root = scopes.push("source", onto: .empty)
    var names: [String: ScopeStackID] = [:]
    for kind in ["keyword", "string", "comment", "constant", "entity"] {
      names[kind] = scopes.push(kind + ".sample", onto: root)
    }
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map { text -> CodeLine in
      var line = CodeLine(text: String(text))
      var rest = Array(text)[...]
      while let first = rest.first {
        var token: [Character] = []
        var scope = root
        if first == "\"" {
          token.append(rest.removeFirst())
          while let next = rest.popFirst() {
            token.append(next)
            if next == "\"" { break }
          }
          scope = names["string"] ?? root
        } else if first == "#" || first == "/" && rest.dropFirst().first == "/" {
          token = Array(rest)
          rest = []
          scope = names["comment"] ?? root
        } else if first.isLetter || first == "_" {
          while let next = rest.first, next.isLetter || next.isNumber || next == "_" {
            token.append(rest.removeFirst())
          }
          let word = String(token)
          if keywords.contains(word) { scope = names["keyword"] ?? root }
          if first.isUppercase { scope = names["entity"] ?? root }
        } else if first.isNumber {
          while let next = rest.first, next.isNumber || next == "_" || next == "." {
            token.append(rest.removeFirst())
          }
          scope = names["constant"] ?? root
        } else {
          token.append(rest.removeFirst())
        }
        line.runs.append(CodeRun(length: String(token).utf8.count, scopes: scope))
      }
      return line
    }
    return Make.block(
      .code(
        CodeBlock(
          info: info, isFenced: true, language: name.lowercased(), languageName: name, lines: lines,
          highlighting: .complete)))
  }
}
