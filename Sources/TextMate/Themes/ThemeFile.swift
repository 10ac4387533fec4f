internal import StyledRuns

/// Parses a theme file: VS Code's JSON with its includes, or a TextMate property list.
struct ThemeFile {
  /// The colours of the workbench by name (`editor.background`).
  private(set) var colors: [String: Color] = [:]
  /// The colours in the section of this project, for roles without a name in VS Code.
  private(set) var roles: [String: Color] = [:]
  private(set) var name: String?
  /// The type: `dark`, `light`, `hc` or `hcLight`.
  private(set) var type: String?
  private(set) var rules: [ThemeRule] = []
  private(set) var issues: [LoadIssue] = []
  private var entryCount = 0

  /// The maximum number of selectors. Real themes have some hundred.
  private static let selectorLimit = 20_000
  private static let selectorLength = 1_000
  private static let includeDepth = 8
  private static let issueLimit = 200

  /// Parses a theme file and the files that it includes.
  ///
  /// - Throws: ``LoadError`` from this file or an included one, with `content` if it is not a theme.
  static func read(_ bytes: [UInt8], path: String?) throws(LoadError) -> ThemeFile {
    var file = ThemeFile()
    try file.read(DataTree.read(bytes, path: path), depth: 0)
    return file
  }

  private mutating func read(_ tree: DataTree, depth: Int) throws(LoadError) {
    let root = tree.root
    guard root.kind == .object, Self.members.contains(where: { root[$0] != nil }) else {
      throw LoadError(
        code: .content, message: "not a theme: it has neither colors nor tokenColors", path: tree.path)
    }
    if let include = root["include"]?.string { try read(include, from: tree, depth: depth) }
    name = root["displayName"]?.string ?? root["name"]?.string ?? name
    type = root["type"]?.string ?? type
    for (name, value) in root["colors"]?.members.map({ $0 }) ?? [] {
      if let color = color(value, at: "colors." + name) { colors[name] = color }
    }
    for (name, value) in root["ils"]?.members.map({ $0 }) ?? [] {
      if let color = color(value, at: "ils." + name) { roles[name] = color }
    }
    if let file = root["tokenColors"]?.string {
      try read(file, from: tree, depth: depth)
    } else if let tokenColors = root["tokenColors"] {
      try readRules(tokenColors, at: "tokenColors", isWorkbench: false)
    } else if let settings = root["settings"], settings.kind == .array {
      try readRules(settings, at: "settings", isWorkbench: true)
    }
  }

  private static let members = ["colors", "tokenColors", "settings", "include", "ils"]

  /// Reads an included file, before the theme's own values.
  private mutating func read(_ file: String, from tree: DataTree, depth: Int) throws(LoadError) {
    guard depth < Self.includeDepth else {
      throw LoadError(
        code: .tooLarge, message: "themes include each other more than \(Self.includeDepth) deep",
        path: tree.path)
    }
    guard let path = tree.path else {
      throw LoadError(code: .notFound, message: "a theme without a file cannot include '\(file)'")
    }
    let included = FilePath.join(FilePath.folder(of: path), file)
    try read(DataTree.read(FileBytes.read(included), path: included), depth: depth + 1)
  }

  /// Parses the token rules.
  ///
  /// - Parameter isWorkbench: Whether an entry without a scope also sets the editor's colours, as in
  ///   TextMate's format.
  private mutating func readRules(
    _ value: DataValue, at location: String, isWorkbench: Bool
  ) throws(LoadError) {
    guard value.kind == .array else {
      report("expected an array, found \(value.kindName)", at: location, value)
      return
    }
    for (index, entry) in value.elements.enumerated() {
      // A computed property, because most entries are valid and need no location.
      var place: String { "\(location)[\(index)]" }
      guard let settings = entry["settings"], settings.kind == .object else {
        if entry["settings"] != nil || entry.kind != .object {
          report("expected an entry with settings", at: place, entry)
        }
        continue
      }
      entryCount += 1
      let scope = entry["scope"]
      if isWorkbench, scope == nil { readWorkbench(settings, at: place) }
      let set = ThemeSettings(
        foreground: settings["foreground"].flatMap { color($0, at: place + ".foreground") },
        background: settings["background"].flatMap { color($0, at: place + ".background") },
        fontStyle: settings["fontStyle"]?.string.map(Self.fontStyle))
      for selector in selectors(scope, at: place) {
        guard rules.count < Self.selectorLimit else {
          throw LoadError(
            code: .tooLarge, message: "the theme has more than \(Self.selectorLimit) selectors",
            path: value.tree.path)
        }
        rules.append(Self.rule(selector, index: entryCount, settings: set))
      }
    }
  }

  private mutating func readWorkbench(_ settings: DataValue, at location: String) {
    let names = [
      "background": "editor.background", "foreground": "editor.foreground",
      "selection": "editor.selectionBackground", "caret": "editorCursor.foreground",
      "invisibles": "editorWhitespace.foreground", "gutterForeground": "editorLineNumber.foreground",
    ]
    for (name, value) in settings.members {
      guard let workbench = names[name] else { continue }
      if let color = color(value, at: "\(location).\(name)") { colors[workbench] = color }
    }
  }

  /// Returns the selectors in a `scope` member. A string is a comma-separated list; each element of an array
  /// is one selector, as in VS Code.
  private mutating func selectors(
    _ scope: DataValue?, at location: @autoclosure () -> String
  ) -> [Substring] {
    guard let scope else { return [""] }
    let texts: [Substring]
    switch scope.kind {
    case .string:
      let comma = UInt8(ascii: ",")
      let inner = (scope.string ?? "").utf8.drop { $0 == comma }
      texts =
        inner.isEmpty
        ? [""]
        : inner.split(separator: comma, omittingEmptySubsequences: false).map(Substring.init)
          .trimmingEmptyEnd()
    case .array:
      texts = scope.strings.map { $0[...] }
    default:
      return [""]
    }
    return texts.filter { text in
      let fits = text.utf8.count <= Self.selectorLength
      if !fits { report("a selector of more than \(Self.selectorLength) bytes", at: location(), scope) }
      return fits
    }
  }

  private static func rule(_ selector: Substring, index: Int, settings: ThemeSettings) -> ThemeRule {
    if selector.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
      return ThemeRule(scope: String(selector), parents: nil, index: index, settings: settings)
    }
    var trimmed = selector.drop { $0.isWhitespace }
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    // As in VS Code, two spaces create an empty parent, which matches no scope.
    let parts = trimmed.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    return ThemeRule(
      scope: parts.last ?? "", parents: parts.count > 1 ? parts.dropLast().reversed() : nil, index: index,
      settings: settings)
  }

  private static func fontStyle(_ text: String) -> FontStyle {
    var style: FontStyle = []
    for word in text.split(separator: " ") {
      switch word {
      case "italic": style.insert(.italic)
      case "bold": style.insert(.bold)
      case "underline": style.insert(.underline)
      case "strikethrough": style.insert(.strikethrough)
      default: break
      }
    }
    return style
  }

  private mutating func color(_ value: DataValue, at location: @autoclosure () -> String) -> Color? {
    // Null is valid: it removes an included colour in VS Code.
    if value.kind == .null { return nil }
    if let color = value.string.flatMap({ Color(hex: $0) }) { return color }
    report("not a colour (#rgb, #rgba, #rrggbb or #rrggbbaa)", at: location(), value)
    return nil
  }

  private mutating func report(_ message: String, at location: String, _ value: DataValue) {
    guard issues.count < Self.issueLimit else { return }
    let place = value.position
    issues.append(LoadIssue(message: message, location: location, line: place.line, column: place.column))
  }
}

extension [Substring] {
  /// Returns the texts without the empty ones after trailing commas.
  fileprivate func trimmingEmptyEnd() -> [Substring] {
    var texts = self
    while texts.count > 1, texts.last?.isEmpty == true { texts.removeLast() }
    return texts
  }
}
