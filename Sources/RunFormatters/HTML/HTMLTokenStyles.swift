import StyledRuns

/// The start tags of tokens: one `<span>` for each distinct look in one or several themes.
///
/// Scope stacks with the same look share one entry, so that adjacent runs can share one element.
struct HTMLTokenStyles {
  /// The start tag of each look. Look 0 is plain text without a tag.
  private(set) var tags: [[UInt8]] = [[]]
  /// Whether each look is visible on white space, because it has a background or a line.
  private(set) var marksSpace: [Bool] = [false]
  /// The look of each scope stack, by identifier.
  private var looks: [UInt32] = [0]
  /// The looks in one theme, which need no list of styles, and those in several.
  private var single: [Style: UInt32] = [:]
  private var known: [[Style]: UInt32] = [:]
  private let styling: HTMLFormatter.Styling

  init(sheets: [StyleSheet], styling: HTMLFormatter.Styling) {
    self.styling = styling
    extend(sheets)
  }

  /// Adds the styles that were appended to the sheets. The sheets must be those of the previous call,
  /// extended.
  mutating func extend(_ sheets: [StyleSheet]) {
    guard let first = sheets.first else { return }
    let count = sheets.map(\.styles.count).max() ?? 0
    let start = looks.count == 1 ? 0 : looks.count
    guard count > start else { return }
    looks += Array(repeating: 0, count: count - looks.count)
    if sheets.count == 1 || styling == .inline {
      for index in start..<count {
        let style = Self.reduced(first[ScopeStackID(rawValue: UInt32(index))], in: first)
        if style == .plain { continue }
        looks[index] = single[style] ?? add([style])
        single[style] = looks[index]
      }
      return
    }
    for index in start..<count {
      let identifier = ScopeStackID(rawValue: UInt32(index))
      let styles = sheets.map { Self.reduced($0[identifier], in: $0) }
      if styles.allSatisfy({ $0 == .plain }) { continue }
      looks[index] = known[styles] ?? add(styles)
      known[styles] = looks[index]
    }
  }

  /// Adds a look.
  private mutating func add(_ styles: [Style]) -> UInt32 {
    tags.append(Self.tag(styles, styling: styling))
    marksSpace.append(
      styles.contains {
        $0.background != nil || $0.fontStyle.contains(.underline) || $0.fontStyle.contains(.strikethrough)
      })
    return UInt32(tags.count - 1)
  }

  /// Returns the look of a scope stack; 0 for a stack that no sheet contains.
  @inline(__always)
  func look(of scopes: ScopeStackID) -> Int {
    let index = Int(scopes.rawValue)
    return index < looks.count ? Int(looks[index]) : 0
  }

  /// Returns the style without the properties that equal the theme's style for code.
  static func reduced(_ style: Style, in sheet: StyleSheet) -> Style {
    var style = style
    if style.foreground == sheet.palette.codeText { style.foreground = nil }
    if style.background == sheet.palette.codeBackground { style.background = nil }
    return style
  }

  private static func tag(_ styles: [Style], styling: HTMLFormatter.Styling) -> [UInt8] {
    switch styling {
    case .classes:
      var tag = Array("<span class=\"".utf8)
      appendClassNames(styles, to: &tag)
      tag += "\">".utf8
      return tag
    case .inline: return Array("<span style=\"\(declarations(styles[0]))\">".utf8)
    case .variables: return Array("<span style=\"\(variables(styles))\">".utf8)
    }
  }

  /// Returns the class names of a look. They describe the look in each theme, so that the stylesheet depends
  /// neither on the document nor on an order. With several themes, each name contains the number of its
  /// theme.
  static func classNames(_ styles: [Style]) -> [String] {
    var list: [UInt8] = []
    appendClassNames(styles, to: &list)
    return list.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Appends the class names of a look with spaces between them. See ``classNames(_:)``.
  private static func appendClassNames(_ styles: [Style], to list: inout [UInt8]) {
    let start = list.count
    for (index, style) in styles.enumerated() {
      func beginName(_ letter: Unicode.Scalar) {
        if list.count > start { list.append(UInt8(ascii: " ")) }
        list.append(UInt8(ascii: letter))
        if styles.count > 1 { list += String(index).utf8 }
        list.append(UInt8(ascii: "-"))
      }
      if let color = style.foreground {
        beginName("f")
        color.appendDigits(to: &list)
      }
      if let color = style.background {
        beginName("g")
        color.appendDigits(to: &list)
      }
      if !style.fontStyle.isEmpty {
        beginName("t")
        list += String(style.fontStyle.rawValue).utf8
      }
    }
  }

  static func declarations(_ style: Style) -> String {
    var list: [String] = []
    if let color = style.foreground { list.append("color:\(color.hex)") }
    if let color = style.background { list.append("background:\(color.hex)") }
    if style.fontStyle.contains(.italic) { list.append("font-style:italic") }
    if style.fontStyle.contains(.bold) { list.append("font-weight:600") }
    if let line = line(style.fontStyle) { list.append("text-decoration:\(line)") }
    return list.joined(separator: ";")
  }

  private static func line(_ font: FontStyle) -> String? {
    switch (font.contains(.underline), font.contains(.strikethrough)) {
    case (true, true): "underline line-through"
    case (true, false): "underline"
    case (false, true): "line-through"
    case (false, false): nil
    }
  }

  /// Returns the variables of a look: `--f0` is the text colour in the first theme, `--g1` the background in
  /// the second; `s`, `w` and `d` are font style, weight and decoration.
  static func variables(_ styles: [Style]) -> String {
    styles.enumerated().map { variables($1, of: $0) }.filter { !$0.isEmpty }.joined(separator: ";")
  }

  /// Returns the variables of a look in one theme.
  static func variables(_ style: Style, of index: Int) -> String {
    var list: [String] = []
    if let color = style.foreground { list.append("--f\(index):\(color.hex)") }
    if let color = style.background { list.append("--g\(index):\(color.hex)") }
    if style.fontStyle.contains(.italic) { list.append("--s\(index):italic") }
    if style.fontStyle.contains(.bold) { list.append("--w\(index):600") }
    if let line = line(style.fontStyle) { list.append("--d\(index):\(line)") }
    return list.joined(separator: ";")
  }
}
