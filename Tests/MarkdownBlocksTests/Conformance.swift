import Foundation
import MarkdownBlocks
import Testing

/// The examples of the GFM specification and of cmark-gfm's own tests, where they are on this machine.
enum Conformance {
  struct Example: Decodable, Sendable, CustomTestStringConvertible {
    var id: Int
    var section: String
    var extensions: [String]
    var markdown: String
    var html: String

    var testDescription: String { "\(section) \(id)" }

    var options: MarkdownOptions {
      var options = MarkdownOptions(extensions: [])
      for name in extensions {
        switch name {
        case "table": options.extensions.insert(.table)
        case "strikethrough": options.extensions.insert(.strikethrough)
        case "autolink": options.extensions.insert(.autolink)
        case "tasklist": options.extensions.insert(.tasklist)
        case "tagfilter": options.extensions.insert(.tagfilter)
        case "footnotes": options.extensions.insert(.footnotes)
        case "smart": options.smart = true
        default: fatalError("unknown extension \(name)")
        }
      }
      return options
    }
  }

  /// The folder of the data: named by `ILSRENDER_CONFORMANCE`, else beside the package's own.
  static let folder: URL? = {
    let candidates = [
      ProcessInfo.processInfo.environment["ILSRENDER_CONFORMANCE"].map { URL(fileURLWithPath: $0) },
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../../../shared/conformance"
      ).standardizedFileURL,
    ]
    for case let folder? in candidates where FileManager.default.fileExists(atPath: folder.path) {
      return folder
    }
    print("conformance data not found; set ILSRENDER_CONFORMANCE to run these tests")
    return nil
  }()

  static func examples(_ name: String) throws -> [Example] {
    guard let folder else { return [] }
    let data = try Data(contentsOf: folder.appendingPathComponent("markdown/\(name).json"))
    return try JSONDecoder().decode([Example].self, from: data)
  }

  static let suites = ["gfm-spec", "gfm-extensions", "gfm-regression", "gfm-smart_punct"]
}
