internal import Diagrams
internal import Mathematics
public import StyledRuns

/// Draws one formula or diagram on its own, for clients that lay out documents themselves.
///
/// ```swift
/// let formatter = DrawingFormatter(palette: sheet.palette)
/// let svg = try formatter.draw("graph LR; Question --> Answer", as: .diagram, in: .svg)
/// ```
///
/// The cost is limited by the counts of `FormulaLimits` and `DiagramLimits`. A source beyond them is refused.
public struct DrawingFormatter: Sendable {
  /// The form of a drawing.
  ///
  /// ```swift
  /// let form = DrawingFormatter.forms(of: .formula)[0]  // .mathml
  /// ```
  public enum DrawingForm: String, Hashable, Sendable, CaseIterable {
    /// An `<svg>` element with its namespace and with all colours, on a transparent background.
    case svg
    /// A `<math>` element with its namespace. The TeX source is its annotation.
    case mathml
    /// Rows of characters, separated by line feeds.
    case text
  }

  /// The colours of SVG.
  public var palette: Palette
  /// The maximum width of text in columns.
  public var columns = 80
  /// Whether a formula has the size of one within a line of text.
  public var isInline = false

  public init(palette: Palette) { self.palette = palette }

  /// Returns the forms that a kind of drawing has, the usual one first.
  public static func forms(of kind: CodeBlock.Drawing) -> [DrawingForm] {
    switch kind {
    case .formula: [.mathml, .text]
    case .diagram: [.svg, .text]
    }
  }

  /// Draws a source.
  ///
  /// - Parameters:
  ///   - source: TeX without delimiters, or mermaid: the text of a code block with a ``CodeBlock/drawing``, or
  ///     of a run of mathematics.
  ///   - form: One of ``forms(of:)``.
  /// - Throws: ``DrawingError`` if the source is invalid, too large, or too wide for text.
  public func draw(
    _ source: String, as kind: CodeBlock.Drawing, in form: DrawingForm
  ) throws(DrawingError) -> String {
    switch kind {
    case .formula: try drawFormula(source, in: form)
    case .diagram: try drawDiagram(source, in: form)
    }
  }

  private func drawFormula(_ source: String, in form: DrawingForm) throws(DrawingError) -> String {
    let formula: Formula
    do throws(FormulaError) {
      formula = try Formula(tex: source)
    } catch {
      throw DrawingError(reason: error.description)
    }
    guard form != .text else {
      let layout = FormulaLayout(columns: columns) { DisplayWidth.columns(of: $0.utf8) }
      guard let drawing = isInline ? layout.line(of: formula) : layout.drawing(of: formula) else {
        throw tooWide
      }
      return drawing.text
    }
    let element = MathMLWriter(usesInlineStyles: true).html(of: formula, isDisplayed: !isInline)
    return Self.adding("http://www.w3.org/1998/Math/MathML", to: element, "<math")
  }

  private func drawDiagram(_ source: String, in form: DrawingForm) throws(DrawingError) -> String {
    let diagram: Diagram
    do throws(DiagramError) {
      diagram = try Diagram(mermaid: source)
      guard form == .text else {
        let element = try diagram.svg(palette: DiagramPalette(palette)).markup
        return Self.adding("http://www.w3.org/2000/svg", to: element, "<svg")
      }
    } catch {
      throw DrawingError(reason: error.description)
    }
    let options = TerminalDrawingOptions(width: columns) { DisplayWidth.columns(of: $0.utf8) }
    guard let drawing = diagram.terminalDrawing(options) else { throw tooWide }
    return drawing.rows.map { $0.map(\.text).joined() }.joined(separator: "\n")
  }

  private var tooWide: DrawingError { DrawingError(reason: "does not fit into \(columns) columns") }

  /// Adds a namespace, which an element needs outside of HTML.
  private static func adding(_ namespace: String, to element: String, _ tag: String) -> String {
    "\(tag) xmlns=\"\(namespace)\"" + element.dropFirst(tag.count)
  }
}

/// The reason why a source cannot be drawn, in a few words. A client then shows the source.
///
/// ```swift
/// do {
///   _ = try DrawingFormatter(palette: sheet.palette).draw(#"\foo"#, as: .formula, in: .mathml)
/// } catch {
///   print(error.reason)  // unknown command \foo
/// }
/// ```
public struct DrawingError: Error, Hashable, Sendable {
  public var reason: String
}
