internal import Diagrams
import StyledRuns

/// Writes diagrams as SVG elements, which need neither a script nor the network.
extension HTMLWriter {
  /// Whether the block is a diagram to draw. If drawing fails, the block is written as code with the reason.
  func draws(_ code: CodeBlock) -> Bool {
    options.diagrams == .draw && code.drawing == .diagram
  }

  /// Writes a diagram; returns a note with the reason if it cannot be drawn.
  ///
  /// ````
  /// ```mermaid       <figure class="ils-diagram" dir="ltr"><div class="ils-canvas"><svg ...>...</svg></div>
  /// graph LR; A-->B  <pre class="ils-source" hidden><code class="language-mermaid">graph LR;
  /// A--&gt;B</code></pre>
  /// ```              </figure>
  /// ````
  ///
  /// - Precondition: ``draws(_:)``
  func writeDiagram(_ code: CodeBlock, into out: inout ByteSink) -> String? {
    let drawing: SVGDrawing
    do throws(DiagramError) {
      drawing = try code.readDiagram().svg(palette: palette.map(DiagramPalette.init))
    } catch {
      return error.note
    }
    // On a wide screen, a wide drawing extends beyond the text column.
    out.append(
      drawing.width > Self.columnWidth
        ? "<figure class=\"ils-diagram ils-wide\" dir=\"ltr\">" : "<figure class=\"ils-diagram\" dir=\"ltr\">"
    )
    out.append("<div class=\"ils-canvas\">")
    out.append(text: drawing.markup)
    out.append("</div>")
    if options.styling != .inline, options.hasCodeHeaders {
      // The copy button copies the source.
      out.append("<figcaption><button type=\"button\" class=\"ils-copy\" hidden>Copy</button></figcaption>")
      out.append("<pre class=\"ils-source\" hidden><code class=\"language-mermaid\">")
      for line in code.lines {
        withUTF8(line.text) { out.append(escapingHTMLCode: $0) }
        out.append(0x0A)
      }
      out.append("</code></pre>")
    }
    out.append("</figure>\n")
    return nil
  }

  /// The width of a page's text column in pixels.
  private static var columnWidth: Int { 704 }

  static func writeNote(_ note: String, into out: inout ByteSink) {
    out.append("<span class=\"ils-reason\">")
    out.append(escapingHTML: note)
    out.append("</span>")
  }
}

extension DiagramPalette {
  /// Converts the colours of a theme.
  init(_ palette: Palette) {
    func color(_ color: Color) -> DiagramColor {
      let opaque = color.composited(over: palette.background)
      return DiagramColor(red: opaque.red, green: opaque.green, blue: opaque.blue)
    }
    func tint(_ accent: Color) -> DiagramColor { color(Contrast.mix(palette.background, accent, share: 0.3)) }
    self.init(
      background: color(palette.background), surface: color(palette.codeBackground),
      text: color(palette.text),
      muted: color(palette.mutedText), border: color(palette.border),
      accents: [
        tint(palette.accent), tint(palette.success), tint(palette.warning), tint(palette.important),
        tint(palette.info), tint(palette.error),
      ])
  }
}
