extension FrontMatter {
  /// The top-level names and values, for a table.
  ///
  /// ```swift
  /// FrontMatter(format: .yaml, text: "title: Notes\ntags: [a, b]\n").entries
  /// // title: "Notes", tags: "a, b"
  /// ```
  ///
  /// Parses the usual forms: scalars, quoted text, lists on one or several lines, block scalars. More deeply
  /// nested values keep their source text. Comments are left out.
  public var entries: [FrontMatterEntry] {
    var entries: [FrontMatterEntry] = []
    var section = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = Self.trimmed(line)
      if trimmed.isEmpty || trimmed.first == "#" { continue }
      if format == .toml, trimmed.first == "[", let name = Self.section(trimmed) {
        section = name
      } else if !(line.first?.isWhitespace ?? false), let (name, value) = split(trimmed) {
        let label = Self.unquoted(name)
        entries.append(
          FrontMatterEntry(
            name: section.isEmpty ? label : "\(section).\(label)", value: Self.value(of: value)))
      } else if let last = entries.indices.last {
        let more = Self.continued(trimmed)
        if more.isEmpty { continue }
        let old = entries[last].value
        entries[last].value = old.isEmpty ? more : old + "\n" + more
      }
    }
    return entries
  }

  /// Returns the value of the first entry with this name; nil if it is missing or empty.
  ///
  /// - Parameter name: The name in lower case. Entries match in any case.
  public func value(of name: String) -> String? {
    let value = entries.first { $0.name.lowercased() == name }?.value
    return value?.isEmpty == false ? value : nil
  }

  /// Whether a line can be the first line of front matter: a name with a value, or a TOML section header.
  package static func isFirstLine(_ line: some Sequence<UInt8>, format: FrontMatterFormat) -> Bool {
    let text = Substring(String(decoding: Array(line), as: UTF8.self))
    if format == .toml, text.first == "[" { return section(trimmed(text)) != nil }
    return isNamed(text, format: format)
  }

  /// Whether a line can be part of front matter. In TOML any line can, because its fence has no other meaning
  /// in markdown. In YAML a line that is not indented must have a name, or be a list item, a comment or a
  /// closing bracket.
  package static func isLine(_ line: some Sequence<UInt8>, format: FrontMatterFormat) -> Bool {
    guard format == .yaml else { return true }
    let text = Substring(String(decoding: Array(line), as: UTF8.self))
    guard let first = text.first, !first.isWhitespace, !"#]}".contains(first) else { return true }
    if first == "-" { return text.dropFirst().first.map { $0 == " " } ?? true }
    return isNamed(text, format: format)
  }

  private static func isNamed(_ line: Substring, format: FrontMatterFormat) -> Bool {
    guard let first = line.first, !first.isWhitespace else { return false }
    return FrontMatter(format: format, text: "").split(trimmed(line)) != nil
  }

  /// Splits a line at the separator after its name.
  private func split(_ line: Substring) -> (name: Substring, value: Substring)? {
    let separator: Character = format == .yaml ? ":" : "="
    var quote: Character?
    for index in line.indices {
      let character = line[index]
      if let open = quote {
        if character == open { quote = nil }
        continue
      }
      switch character {
      case "\"", "'": if index == line.startIndex { quote = character } else { return nil }
      case separator:
        let rest = line[line.index(after: index)...]
        // In YAML, a colon inside a word (an address, a time) is not a separator.
        guard index > line.startIndex,
          format == .toml || rest.isEmpty || rest.first == " " || rest.first == "\t"
        else { return nil }
        return (Self.trimmed(line[..<index]), Self.trimmed(rest))
      case "-", "_", ".", "/", "@", " ": if index == line.startIndex { return nil }
      default: guard character.isLetter || character.isNumber else { return nil }
      }
    }
    return nil
  }

  /// Parses the section header `[name]` or `[[name]]`.
  private static func section(_ line: Substring) -> String? {
    var name = line
    while name.first == "[" { name.removeFirst() }
    guard let end = name.firstIndex(of: "]"), end > name.startIndex, !name[..<end].contains(",") else {
      return nil
    }
    guard name[end...].allSatisfy({ $0 == "]" }) else { return nil }
    return String(trimmed(name[..<end]))
  }

  private static func value(of text: Substring) -> String {
    // A block scalar indicator is not part of the value.
    if text == "|" || text == ">" || text == "|-" || text == ">-" || text == "|+" || text == ">+" {
      return ""
    }
    if text.first == "[" { return list(text) }
    return unquoted(text)
  }

  /// Joins the members of a list on one line with commas.
  private static func list(_ text: Substring) -> String {
    var inner = text.dropFirst()
    if inner.last == "]" { inner.removeLast() }
    return inner.split(separator: ",").map { unquoted(trimmed($0)) }.filter { !$0.isEmpty }
      .joined(separator: ", ")
  }

  /// Parses a line below a name: a list item, a line of text, or the end of a list.
  private static func continued(_ line: Substring) -> String {
    if line == "]" || line == "}" { return "" }
    if line.first == "-", line.dropFirst().first.map({ $0 == " " }) ?? true {
      return unquoted(trimmed(line.dropFirst()))
    }
    return unquoted(line.last == "," ? line.dropLast() : line)
  }

  private static func unquoted(_ text: Substring) -> String {
    guard let quote = text.first, quote == "\"" || quote == "'" else {
      // Drop a comment after the value.
      if let comment = text.firstRange(of: " #") { return String(trimmed(text[..<comment.lowerBound])) }
      return String(text)
    }
    let inner = text.dropFirst()
    guard let end = inner.lastIndex(of: quote) else { return String(text) }
    return String(inner[..<end])
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }
}
