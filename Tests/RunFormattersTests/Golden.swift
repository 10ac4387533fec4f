import Foundation
import Testing

/// A file that holds what a formatter is expected to write.
///
/// `ILSRENDER_UPDATE_GOLDENS=1 swift test --filter Golden` writes all of them anew; look at the difference before
/// committing it. Escape characters are stored as `␛`, so that the files can be read and compared.
enum Golden {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens")
  static let isUpdating = ProcessInfo.processInfo.environment["ILSRENDER_UPDATE_GOLDENS"] == "1"

  static func check(_ bytes: [UInt8], _ name: String) throws {
    let text = String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "\u{241B}")
    let file = folder.appending(path: name)
    if isUpdating {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return
    }
    let expected = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    guard text != expected else { return }
    let (new, old) = (
      text.split(separator: "\n", omittingEmptySubsequences: false),
      expected.split(separator: "\n", omittingEmptySubsequences: false)
    )
    let line = zip(new, old).prefix { $0 == $1 }.count
    Issue.record(
      """
      \(name) differs from line \(line + 1) on
      expected: \(line < old.count ? old[line] : "(end)")
      written:  \(line < new.count ? new[line] : "(end)")
      """)
  }
}
