import Foundation
import StyledRuns
import Testing
import TextMate

@testable import RunFormatters

/// Simulates how people see a colour who lack one kind of cones.
///
/// The matrices, for linear sRGB and severity 1.0, are from G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A
/// Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics
/// 15 (6), 2009.
enum Vision: String, CaseIterable, CustomTestStringConvertible {
  case usual, protanopia, deuteranopia, tritanopia

  var testDescription: String { rawValue }

  private var matrix: [[Double]] {
    switch self {
    case .usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    case .protanopia:
      [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    case .deuteranopia:
      [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    case .tritanopia:
      [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    }
  }

  /// The least distance in OKLab of two roles. 0.02 is about the difference that one just notices between two areas side by side
  /// (CSS Color 4); see docs/themes.md.
  var leastDistance: Double { self == .usual ? 0.09 : 0.05 }

  func seen(_ color: Color) -> Color {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let channels = [linear(color.red), linear(color.green), linear(color.blue)]
    let seen = matrix.map { row -> UInt8 in
      let value = min(1, max(0, zip(row, channels).reduce(0) { $0 + $1.0 * $1.1 }))
      return UInt8(
        (255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055)).rounded())
    }
    return Color(red: seen[0], green: seen[1], blue: seen[2])
  }

  func distance(_ first: Color, _ second: Color) -> Double {
    let (one, other) = (OKLab(seen(first)), OKLab(seen(second)))
    let (lightness, a, b) = (one.lightness - other.lightness, one.a - other.a, one.b - other.b)
    return (lightness * lightness + a * a + b * b).squareRoot()
  }
}

@Suite("Colours of our themes that are told apart")
struct ThemeDistanceTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "themes").path
  private static let library = ThemeLibrary(folders: [folder])

  /// Roles of tokens, and a scope of each; text has none.
  private static let roles: [(name: String, scope: String?)] = [
    ("text", nil), ("comment", "comment.line.x"), ("keyword", "keyword.control.x"),
    ("string", "string.quoted.double.x"), ("number", "constant.numeric.x"),
    ("function", "entity.name.function.x"), ("type", "entity.name.type.x"),
    ("property", "variable.other.property.x"), ("variable", "variable.other.readwrite.x"),
  ]

  @Test("the themes are found") func libraryHasThemes() { #expect(Self.library.ids.count >= 12) }

  @Test("every two roles differ", arguments: library.ids, Vision.allCases)
  func everyTwoRolesHaveDistinctColours(id: String, vision: Vision) throws {
    let theme = try Self.library.theme(named: id)
    let colors = Self.roles.map { role in
      role.scope.flatMap { theme.style(for: ["source.x", $0]).foreground } ?? theme.palette.codeText
    }
    for first in colors.indices {
      for second in colors.indices where second > first {
        let distance = vision.distance(colors[first], colors[second])
        #expect(
          distance >= vision.leastDistance,
          "\(Self.roles[first].name), \(Self.roles[second].name): \(distance)")
      }
    }
  }

  /// What stands beside each other in HTML, XML and stylesheets.
  @Test("parts of markup differ", arguments: library.ids) func partsOfMarkupHaveDistinctColours(id: String)
    throws
  {
    let theme = try Self.library.theme(named: id)
    let scopes = [
      "entity.name.tag.x", "entity.other.attribute-name.x", "string.quoted.double.x", "comment.block.x",
      "support.type.property-name.x",
    ]
    let colors =
      try scopes.map { try #require(theme.style(for: ["text.x", $0]).foreground) } + [theme.palette.codeText]
    for first in colors.indices {
      for second in colors.indices where second > first {
        #expect(Vision.usual.distance(colors[first], colors[second]) >= 0.06, "\(first), \(second)")
      }
    }
  }
}
