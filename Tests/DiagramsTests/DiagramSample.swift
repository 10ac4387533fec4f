import Foundation
import Testing

@testable import Diagrams

/// A diagram of the folder `Samples`, as language models write them.
struct DiagramSample: CustomTestStringConvertible, Sendable {
  var name: String
  var source: String

  var testDescription: String { name }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  /// All samples, by name.
  static let all: [DiagramSample] = {
    let folder = Self.folder.appending(path: "Samples")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".mmd") }.sorted().compactMap { name in
      guard let source = try? String(contentsOf: folder.appending(path: name), encoding: .utf8) else {
        return nil
      }
      return DiagramSample(name: String(name.dropLast(4)), source: source)
    }
  }()

  /// The width of a text in columns, as far as the samples need it.
  static func columns(_ text: String) -> Int {
    text.reduce(0) { sum, character in
      let value = character.unicodeScalars.first?.value ?? 0
      let isWide =
        (0x1100...0x115F).contains(value) || (0x2E80...0xA4CF).contains(value)
        || (0xAC00...0xD7A3).contains(value)
        || (0xF900...0xFAFF).contains(value) || (0xFF00...0xFF60).contains(value)
        || (0x1F300...0x1FAFF).contains(value)
      return sum + (isWide ? 2 : 1)
    }
  }

  static func terminal(_ diagram: Diagram, width: Int, isASCII: Bool = false) -> String? {
    let options = TerminalDrawingOptions(width: width, isASCII: isASCII, measure: columns)
    return diagram.terminalDrawing(options).map { drawing in
      drawing.rows.map { $0.map(\.text).joined() + "\n" }.joined()
    }
  }
}

/// A source whose beginning names it in the list of tests.
struct DiagramSource: CustomTestStringConvertible, ExpressibleByStringLiteral, Sendable {
  var text: String

  init(_ text: String) { self.text = text }
  init(stringLiteral text: String) { self.text = text }

  var testDescription: String { String(text.prefix(40)).replacing("\n", with: " ") }
}
