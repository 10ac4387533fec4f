public import StyledRuns

/// Draws the output of ``ANSIFormatter`` as an SVG picture of a terminal, with selectable text and working
/// links.
///
/// ```swift
/// let output = ANSIFormatter().format(document, sheet: sheet)
/// var options = PictureOptions()
/// options.window = PictureFormatter.Window(title: "main.swift")
/// let svg = PictureFormatter(options: options).format(output, palette: sheet.palette)
/// ```
///
/// Frames and rules are drawn as lines, so that they meet in any font. Each run of text states its length, so
/// that columns are aligned in any font. The picture references no external resources. O(output).
public struct PictureFormatter: Sendable {
  /// A window frame around the picture.
  ///
  /// ```swift
  /// var options = PictureOptions()
  /// options.window = PictureFormatter.Window(title: "README.md")
  /// ```
  public struct Window: Hashable, Sendable {
    /// The text in the window's title bar; empty for none.
    public var title: String

    public init(title: String = "") { self.title = title }
  }

  public var options: PictureOptions

  public init(options: PictureOptions = PictureOptions()) { self.options = options }

  /// Returns the picture as an SVG document in UTF-8.
  ///
  /// - Parameters:
  ///   - output: Lines from ``ANSIFormatter`` or ``ConversationANSIFormatter``, without images.
  ///   - palette: The theme's colours.
  public func format(_ output: [UInt8], palette: Palette) -> [UInt8] {
    writer(for: output).picture(palette)
  }

  /// Returns the size of the picture in pixels.
  public func pixels(of output: [UInt8]) -> (width: Int, height: Int) {
    let layout = writer(for: output).layout
    return ((layout.width + 9) / 10, (layout.height + 9) / 10)
  }

  private func writer(for output: [UInt8]) -> SVGWriter {
    let measure = ClusterMeasure(ambiguousWidth: options.ambiguousWidth == 2 ? 2 : 1)
    var lines = output.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      TerminalLine($0, measure: measure)
    }
    // Empty lines at both ends are redundant, because the picture has padding.
    while lines.last?.cells.isEmpty == true { lines.removeLast() }
    lines = Array(lines.drop { $0.cells.isEmpty })
    return SVGWriter(lines: lines, options: options)
  }
}

/// The options of the picture.
///
/// ```swift
/// var options = PictureOptions()
/// options.fonts.insert("Iosevka", at: 0)
/// ```
public struct PictureOptions: Sendable {
  /// The width in columns; nil for the width of the longest line.
  public var columns: Int?
  /// The window frame; nil for a plain rectangle with rounded corners.
  public var window: PictureFormatter.Window?
  /// The names of monospaced fonts in order of preference. The viewer's system must have them.
  public var fonts = [
    "JetBrains Mono", "SF Mono", "Menlo", "Cascadia Mono", "Consolas", "DejaVu Sans Mono",
    "Liberation Mono",
  ]
  /// The width of characters with an ambiguous width: 1 or 2 columns.
  public var ambiguousWidth = 1

  public init() {}
}
