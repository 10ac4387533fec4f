import Foundation

/// A folder of files that is gone after the test.
final class TemporaryFolder {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "ilsrender-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: path).appending(path: name), encoding: .utf8)
  }
}

/// Folders of the package and of the test data beside it.
enum TestData {
  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let grammars = package.appending(path: "grammars").path
  static let themes = package.appending(path: "themes").path

  /// Test data that is not part of the package; nil where it is not there.
  static let conformance: String? = {
    let path =
      ProcessInfo.processInfo.environment["ILSRENDER_CONFORMANCE"]
      ?? package.deletingLastPathComponent().appending(path: "shared/conformance").path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()
}
