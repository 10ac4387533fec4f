/// The colours of a drawing that is used without a stylesheet.
///
/// ```swift
/// let white = DiagramColor(css: "white")!
/// let gray = DiagramColor(css: "gray")!
/// let black = DiagramColor(css: "black")!
/// let palette = DiagramPalette(
///   background: white, surface: white, text: black, muted: gray, border: gray, accents: [gray])
/// let drawing = try diagram.svg(palette: palette)
/// ```
public struct DiagramPalette: Hashable, Sendable {
  public var background: DiagramColor
  /// The background of nodes.
  public var surface: DiagramColor
  public var text: DiagramColor
  public var muted: DiagramColor
  public var border: DiagramColor
  /// The colours of data series and branches; at least one.
  public var accents: [DiagramColor]

  public init(
    background: DiagramColor, surface: DiagramColor, text: DiagramColor, muted: DiagramColor,
    border: DiagramColor,
    accents: [DiagramColor]
  ) {
    self.background = background
    self.surface = surface
    self.text = text
    self.muted = muted
    self.border = border
    self.accents = accents
  }

  var edge: DiagramColor { muted }

  private func accent(_ number: Int) -> DiagramColor {
    accents.isEmpty ? muted : accents[number % accents.count]
  }

  func fill(_ role: Scene.SceneRole) -> DiagramColor? {
    switch role {
    case .node, .activation: surface
    case .note: surface
    case .series(let number): accent(number)
    case .done: border
    case .active: accent(0)
    case .critical: accent(5)
    default: nil
    }
  }

  func stroke(_ role: Scene.SceneRole) -> DiagramColor {
    switch role {
    case .group, .frame, .axis, .lifeline: border
    case .series, .done, .active, .critical: background
    default: muted
    }
  }

  func text(_ role: Scene.SceneRole) -> DiagramColor {
    switch role {
    case .muted, .edgeLabel: muted
    default: text
    }
  }
}
