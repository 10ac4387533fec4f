internal import StyledRuns

extension Theme {
  /// Returns the record of the theme; nil if the theme has a minimum contrast, or if its file has malformed
  /// members, which are reported only when it is parsed.
  func record() -> [UInt8]? {
    guard issues.isEmpty, contrast == nil else { return nil }
    var writer = RecordWriter()
    writer.append(id)
    writer.append(name)
    writer.append(byte: isDark ? 1 : 0)
    for color in palette.colors { writer.append(color) }
    writer.append(defaults)
    writer.append(raw: CompiledThemeRules.record(of: rules))
    return writer.bytes
  }

  /// Decodes a record except for its rules; returns nil if it is malformed.
  ///
  /// - Parameter owner: The data that contains the record.
  init?(record bytes: UnsafeRawBufferPointer, owner: CompiledData) {
    var reader = RecordReader(bytes)
    let id = reader.string()
    let name = reader.string()
    let isDark = reader.byte() != 0
    let palette = Palette(reading: &reader)
    let defaults = reader.themeSettings()
    guard !reader.isBroken,
      let rules = CompiledThemeRules(
        UnsafeRawBufferPointer(rebasing: bytes[reader.position...]), owner: owner)
    else { return nil }
    self.init(
      id: id, name: name, isDark: isDark, palette: palette, defaults: defaults, rules: ThemeRules(rules),
      issues: [])
  }
}

extension Palette {
  /// All colours, in the order of records.
  fileprivate var colors: [Color] {
    [
      background, text, mutedText, border, accent, textOnAccent, link, heading, quote, codeBackground,
      codeText, inlineCode, inlineCodeBackground, error, warning, success, info, important,
    ]
  }

  /// Reads the colours in the order of ``colors``.
  fileprivate init(reading reader: inout RecordReader) {
    self.init(
      background: reader.color(), text: reader.color(), mutedText: reader.color(), border: reader.color(),
      accent: reader.color(), textOnAccent: reader.color(), link: reader.color(), heading: reader.color(),
      quote: reader.color(), codeBackground: reader.color(), codeText: reader.color(),
      inlineCode: reader.color(), inlineCodeBackground: reader.color(), error: reader.color(),
      warning: reader.color(), success: reader.color(), info: reader.color(), important: reader.color())
  }
}

extension RecordWriter {
  mutating func append(_ color: Color) {
    append(raw: [color.red, color.green, color.blue, color.alpha])
  }

  /// Appends a byte that states which settings are present, then the settings.
  mutating func append(_ settings: ThemeSettings) {
    append(
      byte: (settings.foreground == nil ? 0 : 1) | (settings.background == nil ? 0 : 2)
        | (settings.fontStyle == nil ? 0 : 4))
    if let foreground = settings.foreground { append(foreground) }
    if let background = settings.background { append(background) }
    if let fontStyle = settings.fontStyle { append(byte: fontStyle.rawValue) }
  }
}

extension RecordReader {
  mutating func color() -> Color { Color(red: byte(), green: byte(), blue: byte(), alpha: byte()) }

  mutating func themeSettings() -> ThemeSettings {
    let members = byte()
    var settings = ThemeSettings()
    if members & 1 != 0 { settings.foreground = color() }
    if members & 2 != 0 { settings.background = color() }
    if members & 4 != 0 { settings.fontStyle = FontStyle(rawValue: byte()) }
    return settings
  }
}
